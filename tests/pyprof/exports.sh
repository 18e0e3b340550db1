#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Graphs and stacks; see all_exports.py.
. "$SRC_DIR/tests/lib.sh"
PYTHONPATH=$SRC_DIR/tests/pyprof
export PYTHONPATH
std_python "$SRC_DIR/tests/pyprof/all_exports.py" "$BUILD_DIR/mpiprof-report" ||
    fail "all_exports.py"
