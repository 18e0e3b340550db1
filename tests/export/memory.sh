#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What is exported is written as it is made: of four times as many ranks, JSON
# and CSV take hardly more memory, and are those of a report that was held
# whole; nor do stacks and graphs of more ranks that do the same, or the time
# line of more events.
. "$SRC_DIR/tests/lib.sh"
"$BUILD_DIR/tests/html/make_runs" wide run.mpiprof || fail "make_runs"

# measures OUTPUT WORDS...: KiB that it takes.
measures() {
    into=$1
    shift
    "$BUILD_DIR/tests/export/peak_memory" "$into" "$report" "$@" || fail "$*"
}

# stays_small OUTPUT WORDS...: the time line of a rank is 0.1 MB of text.
stays_small() {
    output=$1
    shift
    few=$(measures few "$@" --ranks 0-63 run.mpiprof) || fail "$few"
    many=$(measures "$output" "$@" --ranks 0-255 run.mpiprof) || fail "$many"
    test $((many - few)) -lt 8192 ||
        fail "$*: $few KiB for 64 ranks, $many KiB for 256"
    test "$(wc -c <"$output")" -gt 20000000 || fail "$*: no time line"
    echo "$*: $few KiB for 64 ranks, $many KiB for 256"
}

stays_small export.json export --format json
stays_small export.csv export --format csv
stays_small report.json --format json --all
stays_small line.csv --format csv --table timeline
cmp export.json report.json || fail "export and report differ"

# What is sorted is held: here by what its order is already.
"$report" --format csv --table timeline --sort rank --ranks 5,7 run.mpiprof \
    >held.csv || fail "--sort"
"$report" --format csv --table timeline --ranks 5,7 run.mpiprof >parts.csv ||
    fail "--table timeline"
sort held.csv >held && sort parts.csv | cmp - held ||
    fail "of a sorted table other rows"
"$report" --format csv --table timeline --top 7 --ranks 5,7 run.mpiprof \
    >top.csv || fail "--top"
head -n 8 parts.csv | cmp - top.csv || fail "--top has other rows"
rm -f ./*.json ./*.csv few held

# grows_by MOST FORMAT OUTPUT FEW MANY: an export of MANY takes no more than
# that many KiB more than one of FEW.
grows_by() {
    rm -rf "$3"
    few=$(measures said export -j 1 --format "$2" -o "$3" "$4") || fail "$few"
    rm -rf "$3"
    many=$(measures said export -j 1 --format "$2" -o "$3" "$5") ||
        fail "$many"
    test $((many - few)) -lt "$1" ||
        fail "$2: $few KiB of $4, but $many KiB of $5"
    echo "$2: $few KiB of $4, $many KiB of $5"
}

# The profile itself has 0.4 kB of a rank, and is read where it is.
for ranks in 64 4096; do
    "$BUILD_DIR/tests/bench/make_profile" $ranks.ranks $ranks 1 ||
        fail "make_profile"
done
for format in folded callgrind dot speedscope tau; do
    grows_by 2560 $format export 64.ranks 4096.ranks
done
test "$(ls export | wc -l)" -eq 4096 || fail "tau: $(ls export | wc -l) files"
rm -rf export

# A message is known by two bits of memory.
test "$HAVE_OTF2" = yes || exit 0
for events in 200000 2000000; do
    "$BUILD_DIR/tests/bench/make_trace" $events.events 8 $events ||
        fail "make_trace"
done
grows_by 1024 chrome export 200000.events 2000000.events
test "$(wc -c <export)" -gt 100000000 || fail "chrome: no calls"
rm -rf export ./*.events
