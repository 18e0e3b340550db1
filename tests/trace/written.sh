#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every record of a made-up run is in the archive, for all readers.
. "$SRC_DIR/tests/lib.sh"
needs_sample_traces

steps=7
for ranks in 2 3 4; do
    write_run "run$ranks" $ranks $steps 10000 10000 || {
        cat "run$ranks.err"
        fail "$ranks ranks do not write"
    }
    print_run "run$ranks"
    "$programs/check_sample" "run$ranks/run.otf2" $ranks $steps ||
        fail "read_trace of $ranks ranks"
    if "$TEST_PYTHON" -c 'import otf2' 2>/dev/null; then
        "$TEST_PYTHON" "$SRC_DIR/tests/trace/totals.py" \
            "run$ranks/run.otf2" $ranks $steps || fail "totals of $ranks ranks"
    fi
    echo "ok: $ranks ranks"
done
