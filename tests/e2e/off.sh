#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPIPROF_ENABLE=off leaves no files and prints nothing.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c p2p "p2p.c expect.c" "$(linked_flags)"
MPIPROF_OUTPUT=$work/off.run MPIPROF_ENABLE=off
export MPIPROF_OUTPUT MPIPROF_ENABLE
launch 2 ./p2p "$work/expected" >out 2>&1 || fail "status $?: $(cat out)"
test ! -s out || fail "printed: $(cat out)"
test ! -e off.run || fail "left $(ls -d off.run*)"
