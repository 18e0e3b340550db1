#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The pages of compare, scaling and history: their numbers are those of JSON,
# nothing leaves them, and they fit screens and phones.
# Takes longer than 30 s: a browser opens some 30 pages.
. "$SRC_DIR/tests/lib.sh"
needs_browser

make=$BUILD_DIR/tests/tools/make_several
"$make" days . 4000 4040 4020 4000 4060 4010 5000 && "$make" ranks . 2 4 8 16 32 ||
    fail "make_several"
"$make" even . 5000 || fail "make_several even"
mkdir hostile && "$BUILD_DIR/tests/tools/make_hostile" hostile/run.mpiprof names ||
    fail "make_hostile"
mkdir hostile2 && "$BUILD_DIR/tests/html/make_runs" four hostile2/run.mpiprof ||
    fail "make_runs"
for kind in short wide missing hidden; do
    "$BUILD_DIR/tests/html/make_runs" $kind $kind.mpiprof &&
        cp $kind.mpiprof $kind-b.mpiprof || fail "make_runs $kind"
done

# both NAME COMMAND RUN...: a page, and its numbers as JSON.
both() {
    name=$1
    shift
    "$report" "$@" --format html -o "$name.html" >out 2>&1 && test ! -s out ||
        fail "page $name: $(cat out)"
    "$report" "$@" --top 1024 --format json -o "$name.json" ||
        fail "JSON $name"
}

both compare compare day0 day6
both cured compare day6 even
both noisy compare day0 day1 vs day6 day5
both scaling scaling on2 on4 on8 on16 on32
both weak scaling --weak on2 on4 on8 on16 on32
both few scaling on2 on4
both history history day0 day1 day2 day3 day4 day5 day6
both one history day0
both short compare short.mpiprof short-b.mpiprof
both wide compare wide.mpiprof wide-b.mpiprof
both hidden compare hidden.mpiprof hidden-b.mpiprof
both unlike compare on2 on8
both missing history missing.mpiprof day0
both odd-compare compare hostile hostile2
both odd-history history hostile hostile2
test "${HAVE_OTF2-no}" != yes || {
    gzip -d <"$SRC_DIR/tests/recorded/runs/heat-openmpi.tar.gz" | tar -x -o -f -
    both real compare heat-openmpi heat-openmpi
}

"$NODE" several.mjs || fail "several.mjs"
