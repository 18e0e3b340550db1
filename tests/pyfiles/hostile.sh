#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Damaged and hostile files of other profilers; see all_hostile.py.
. "$SRC_DIR/tests/lib.sh"
PYTHONPATH=$SRC_DIR/tests/pyfiles:$SRC_DIR/tests/pyprof
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE
"${PYTHON:-python3}" "$SRC_DIR/tests/pyfiles/all_hostile.py" "$BUILD_DIR/mpiprof-report" ||
    fail "all_hostile.py"
