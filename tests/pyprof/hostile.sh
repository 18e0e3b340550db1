#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Damaged and hostile files; see all_hostile.py.
. "$SRC_DIR/tests/lib.sh"
PYTHONPATH=$SRC_DIR/tests/pyprof
export PYTHONPATH
std_python "$SRC_DIR/tests/pyprof/all_hostile.py" "$BUILD_DIR/mpiprof-report" ||
    fail "all_hostile.py"
