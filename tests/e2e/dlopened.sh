#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPI that comes in with a plug-in, as in Python, is counted exactly.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c p2p.so "p2p.c expect.c" "-Dmain=run_program -shared -fPIC"
${CC:-cc} "$programs/dlopened.c" -o host -ldl ||
    fail "dlopened.c does not compile"
expect_counts plugin.run 3 "$mpiprof_run" ./host ./p2p.so
