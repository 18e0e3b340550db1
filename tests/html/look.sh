#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# How pages look: a run that was measured, one of a program without symbols, one
# of 100000 ranks, and one whose names are hostile.  Tables fit the page, words
# have titles and can be read.
. "$SRC_DIR/tests/lib.sh"
needs_browser
test -n "${MPIEXEC-}" || skip "no mpiexec"
test "${HAVE_OTF2-no}" = yes || skip "built without OTF2: no tables of waits"

# Where cores are fewer than ranks no more than that would be said.
MPIPROF_RESOURCES=off
MPIPROF_SAMPLE=200
export MPIPROF_RESOURCES MPIPROF_SAMPLE
measure_example plate heat2d --slow 2 --steps 60
unset MPIPROF_SAMPLE
MPICC="$MPICC -s" # all that names functions and lines is gone
# The slow rank is what others wait for, on busy machines, too.
measure_example stripped heat2d --slow 2:12 --steps 30
"$BUILD_DIR/tests/html/make_runs" many many.mpiprof || fail "make_runs many"
"$BUILD_DIR/tests/html/make_runs" one one.mpiprof || fail "make_runs one"
"$BUILD_DIR/tests/tools/make_hostile" hostile.mpiprof names ||
    fail "make_hostile"
for kind in many one hostile; do
    page $kind.mpiprof $kind.html
done

"$NODE" look.mjs || fail "look.mjs"
