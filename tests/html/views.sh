#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The views of the HTML report, one by one: what they show, and that they follow
# the selection.
# Takes longer than 30 s: a browser opens some 20 pages.
. "$SRC_DIR/tests/lib.sh"
needs_browser

for kind in four used wide steady hidden counted; do
    "$BUILD_DIR/tests/html/make_runs" $kind $kind.mpiprof ||
        fail "make_runs $kind"
    page $kind.mpiprof $kind.html
done
page wide.mpiprof larger.html --budget 6M
for kind in four hidden counted; do
    "$report" --format json --all $kind.mpiprof >$kind.json ||
        fail "JSON of $kind"
done
"$BUILD_DIR/tests/golden/make_reports" . deadlock >/dev/null ||
    fail "make_reports deadlock"
page deadlock.mpiprof deadlock.html
"$BUILD_DIR/tests/golden/make_reports" . mismatch >/dev/null ||
    fail "make_reports mismatch"
page mismatch.mpiprof mismatch.html
test "${HAVE_OTF2-no}" != yes || {
    for run in heat files sampled; do
        gzip -d <"$SRC_DIR/tests/recorded/runs/$run-openmpi.tar.gz" |
            tar -x -o -f -
    done
    page heat-openmpi traced.html
    "$report" --format json --top 1024 heat-openmpi >traced.json ||
        fail "JSON of traced"
    page files-openmpi caused.html
    page sampled-openmpi sampled.html
    "$report" --format json --table functions_by_rank sampled-openmpi \
        >sampled.json || fail "JSON of sampled"
}

"$NODE" views.mjs || fail "views.mjs"
