#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The archive tells the time of day of its events.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
needs_virtual_time
"$TEST_PYTHON" -c "import otf2" 2>/dev/null || skip "no Python module otf2"
build_c stamped stamped.c
measure_virtually day 2 ./stamped >day.out
"$TEST_PYTHON" "$e2e/check_time_of_day.py" day/run.otf2 day.out ||
    fail "time of day"
