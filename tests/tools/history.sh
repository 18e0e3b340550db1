#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mpiprof-report history: order, conditions, badge, formats, what is refused.
. "$SRC_DIR/tests/lib.sh"
formats=$SRC_DIR/tests/golden/check_formats.py

# Six runs as usual, a seventh that is slower by far; each has its own start.
"$BUILD_DIR/tests/tools/make_several" days . 4000 4040 4020 4000 4060 4010 5000 ||
    fail "make_several"

gives 0 "^These are 7 runs of heat2d, from 2023-11-14 to 2023-11-20" \
    "$report" history day6 day0 day3 day1 day2 day5 day4
gives 0 "^  day6  .* 5.000  .*slower" "$report" history day?
gives 0 "^day6,.*,4,5,4.015,0.985,0.0803" \
    "$report" history --format csv --table history day?
gives 0 "^day6,.*,region,main/solve,2.625,2.37875" \
    "$report" history --format csv --table history_changes day?
gives 0 "^day5,.*,procedure,MPI_Waitall,1.3325" \
    "$report" history --format csv --table history_times day?
"$report" history --format json day? >out.json &&
    "$report" history --format csv day? >out.csv &&
    std_python "$formats" out.json out.csv || fail "history formats"

# ---- conditions ----
"$report" history --fail-if 'T>+5%' --fail-if 'T>9s' day? >out 2>err
test $? -eq 3 || fail "a regression: $(cat err)"
grep '^mpiprof: --fail-if T>+5%: .*4.01 s usually, 5.00 s in the newest run' \
    err >/dev/null && test "$(wc -l <err)" -eq 1 || fail "says $(cat err)"
gives 0 "" "$report" history --fail-if 'T>+0%' day[0-5]
"$report" history --fail-if 'T>+5%' day0 day1 day6 >out 2>err
test $? -eq 0 || fail "too few runs: $(cat err)"
grep 'not checked yet: it needs 5 .* there are only 2' err >/dev/null ||
    fail "too few runs: $(cat err)"
"$report" history --fail-if 'T>4.5s' day0 day6 >out 2>err
test $? -eq 3 || fail "a value: $(cat err)"

# ---- the badge ----
gives 0 "" "$report" history --badge time.svg --badge-shows time day?
grep '<title>run time: 5.00 s (+25 %)</title>' time.svg >/dev/null &&
    std_python -c 'import sys, xml.dom.minidom
xml.dom.minidom.parse(sys.argv[1])' time.svg || fail "badge: $(cat time.svg)"
gives 0 "" "$report" history --badge efficiency.svg day0
grep '<title>parallel efficiency: 64 %</title>' efficiency.svg >/dev/null ||
    fail "badge: $(cat efficiency.svg)"

# ---- what is refused ----
refuses 2 "day1 is given twice" "$report" history day1 day2 day1
refuses 1 "nowhere" "$report" history day1 nowhere
refuses 1 "no/where" "$report" history --badge no/where.svg day1
