#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# screenshots.sh FOLDER - pictures of each view of several runs, light and
# dark, 1280 x 720: those of the examples, with 4 ranks, one that was killed and
# recovered, and made-up ones.
case $1 in
/*) folder=$1 ;;
*) folder=$PWD/$1 ;;
esac
. "$SRC_DIR/tests/lib.sh"
needs_browser
mkdir -p "$folder"

for kind in four sixty-four wide many one silent missing; do
    "$BUILD_DIR/tests/html/make_runs" $kind $kind.mpiprof ||
        fail "make_runs $kind"
    "$report" --format html -o $kind.html $kind.mpiprof 2>/dev/null ||
        fail "page of $kind"
done
make=$BUILD_DIR/tests/tools/make_several
"$make" days . 4000 4040 4020 4000 4060 4010 5000 4020 4300 &&
    "$make" even . 4300 && "$make" ranks . 2 4 8 16 32 64 ||
    fail "make_several"
"$report" compare --format html -o compare.html day8 even &&
    "$report" scaling --format html -o scaling.html on? on?? &&
    "$report" history --format html -o history.html day? ||
    fail "pages of several runs"
if test -n "${MPIEXEC-}"; then
    measure_example plate heat2d --slow 2
    measure_example farm task_farm --items 400
    make_late
    measure_killed
    "$report" recover killed >recover.out 2>&1 || fail "$(cat recover.out)"
    page killed recovered.html
    MPIPROF_TRACE=off
    export MPIPROF_TRACE
    measure_example untraced heat2d --uneven --steps 100
fi
"$NODE" screenshots.mjs "$folder" ./*.html || fail "screenshots.mjs"
