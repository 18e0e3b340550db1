#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every word that a report shows is explained: sections, tables, columns by
# name and by title, efficiencies, and what sentences are about.
. "$SRC_DIR/tests/lib.sh"

"$BUILD_DIR/tests/golden/make_reports" . || fail "make_reports"
for run in dead waits; do
    "$BUILD_DIR/tests/golden/make_reports" . $run || fail "make_reports $run"
done

# ---- what a real report shows ----
"$report" --full run.mpiprof | sed -n 's/ (--table .*//; s/^[0-9][0-9]* \([A-Z].*\)$/\1/p' >titles
test "$(wc -l <titles)" -ge 8 || fail "sections: $(cat titles)"
std_python - >>titles <<'END' || fail "headings do not tell columns apart"
import json
import sys

tables = {}
for name in "dead.json", "waits.json", "report.json":
    tables.update(json.load(open(name))["tables"])
for name, table in tables.items():
    headings = [column["title"] for column in table["columns"]
                if column["title"] != column["name"]]
    if len(headings) > len(set(headings)):
        sys.exit("%s: %s" % (name, headings))
    print(table["title"])
    for column in table["columns"]:
        print(column["name"])
        print(column["title"])
    if "class" in [column["name"] for column in table["columns"]]:
        at = [c["name"] for c in table["columns"]].index("class")
        for row in table["rows"]:
            print(row[at])
END

# ---- and what others may: all that `explain' lists ----
"$report" explain >list || fail "explain"
sed -n 's/^  \([a-z_]*\): .*/\1/p' list | sort | uniq -d >twice
test ! -s twice || fail "two tables have the name $(cat twice)"
sed -n 's/^  \([a-zA-Z_]*\)$/\1/p' list >>titles
sed -n 's/^  \([a-z_]*\): \(.*\)/\1 \2/p; s/^    *\([a-z0-9_ ]*\)$/\1/p' list |
    tr ' ' '\n' >>titles
test -z "$(awk 'length > 80' list)" || fail "explain has lines of more than 80 columns"
for name in counters windows files; do
    grep "^$name$" titles >/dev/null || fail "explain lists no $name"
    "$report" explain $name | sed -n 's/^    \([a-z_]*\) .*/\1/p' >>titles
done
sort -u titles >words
test "$(wc -l <words)" -gt 150 || fail "too few: $(wc -l <words)"
while read -r word; do
    # shellcheck disable=SC2086 # several words are one term
    "$report" explain $word >out 2>err </dev/null ||
        fail "no word about '$word': $(cat err)"
    grep '^  *[^ ]' out >/dev/null || fail "'$word' has no definition"
done <words

# ---- terms of sentences ----
gives 0 "end of MPI_Init" "$report" explain T
gives 0 "outside MPI" "$report" explain useful
gives 0 "P b / P b" "$report" explain bytes of collectives
gives 0 "every 64th" "$report" explain call cost
gives 0 "(section of the report)" "$report" explain where time goes
gives 0 "(table of section Where time goes)" "$report" explain imbalance_useful
gives 0 "column of rank_times" "$report" explain paused
gives 0 "recover RUN' makes run.mpiprof" "$report" explain recover
gives 0 "made at SIGUSR1" "$report" explain snapshots
gives 0 "stuck only if none of them" "$report" explain deadlock
gives 0 "MPI time of its ranks" "$report" explain mpi
gives 0 "imbalance_useful imbalance_regions imbalance_procedures" \
    "$report" explain avoidable
test "$("$report" explain avoidable_s |
    grep -c "^  max - mean: what would be gained .* evenly\.$")" -eq 1 ||
    fail "one meaning is told twice"
