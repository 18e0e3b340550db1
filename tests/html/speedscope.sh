#!/bin/sh
# speedscope opens what `export --format speedscope' makes, and shows of each
# rank and each function the time that is in it.
packages=
. "$(dirname "$0")/lib.sh"

for kind in four one; do
    "$BUILD_DIR/tests/html/make_runs" $kind $kind.mpiprof ||
        fail "make_runs $kind"
done
"$BUILD_DIR/tests/tools/make_hostile" hostile.mpiprof names ||
    fail "make_hostile"
for kind in four one hostile; do
    "$report" export --format speedscope -o $kind.json $kind.mpiprof ||
        fail "export of $kind"
done

"$NODE" speedscope.mjs four one hostile || fail "speedscope.mjs"
