#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Merged profiles equal those of pstats; see all_merge.py.
. "$SRC_DIR/tests/lib.sh"
PYTHONPATH=$SRC_DIR/tests/pyprof
export PYTHONPATH
std_python "$SRC_DIR/tests/pyprof/all_merge.py" "$BUILD_DIR/mpiprof-report" ||
    fail "all_merge.py"
