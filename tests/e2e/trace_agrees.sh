#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The trace of a run holds what its profile holds, call by call; OTF2's own
# tools read it without a warning.  Others: c_linked.sh, c_more.sh, fortran.sh,
# rma.sh, io.sh.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace

# as_pipit RUN: Pipit wants traces.otf2 in a folder.
as_pipit() {
    mkdir "pipit_$1"
    ln -s "../$1/run.otf2" "pipit_$1/traces.otf2"
    ln -s "../$1/run.def" "pipit_$1/traces.def"
    ln -s "../$1/run" "pipit_$1/traces"
    "${TEST_PYTHON:-$PYTHON}" "$e2e/check_archives.py" \
        "pipit_$1/traces.otf2" || fail "not readable under another name"
}

build_c p2p "p2p.c expect.c" "$(linked_flags)"
measure p2p.run 3 ./p2p "$work/p2p"
as_pipit p2p.run
build_c regions "regions.c expect.c" "$(linked_flags)"
expect_counts regions.run 2 ./regions
trace_agrees regions.run
