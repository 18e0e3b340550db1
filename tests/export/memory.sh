#!/bin/sh
# Large tables are written as they are made: of four times as many ranks, a
# report in JSON or CSV takes hardly more memory, and is that of a report that
# was held whole.
. "$SRC_DIR/tests/tools/lib.sh"
report=$BUILD_DIR/mpiprof-report
"$BUILD_DIR/tests/html/make_runs" wide run.mpiprof || fail "make_runs"

# measures RANKS OUTPUT WORDS...: KiB that it takes.
measures() {
    ranks=$1
    output=$2
    shift 2
    "$PYTHON" "$SRC_DIR/tests/export/peak_memory.py" "$output" "$report" "$@" \
        --ranks "$ranks" run.mpiprof || fail "$* --ranks $ranks"
}

# stays_small OUTPUT WORDS...: the time line of a rank is 0.1 MB of text.
stays_small() {
    output=$1
    shift
    few=$(measures 0-63 few "$@") || fail "$few"
    many=$(measures 0-255 "$output" "$@") || fail "$many"
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
