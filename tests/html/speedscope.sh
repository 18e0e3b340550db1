#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# speedscope opens what `export --format speedscope' makes, and shows of each
# rank and each function the time that is in it; also of stacks, call graphs
# and time lines in formats of others, which it reads, too.
. "$SRC_DIR/tests/lib.sh"
needs_browser
test -d node_modules/speedscope || skip "npm could not get speedscope"

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

# A real run: heat2d in those formats.
formats="folded callgrind"
if test "${HAVE_OTF2-no}" = yes; then
    formats="$formats chrome"
    MPIPROF_TRACE=on
    export MPIPROF_TRACE
fi
measure_example heat heat2d --size 64 --steps 20
for format in $formats; do
    "$report" export --format $format -o real.$format heat ||
        fail "export of heat2d to $format"
done
"$report" export --format json -o real.report heat || fail "export to json"

"$NODE" speedscope.mjs four one hostile real || fail "speedscope.mjs"
