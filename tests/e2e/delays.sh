#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Waits of 200 ms show as such, with their rank and procedure.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time
build_c delays delays.c "$(linked_flags)"
measure_virtually delays.run 3 ./delays "$work/expected"
as_json delays.run delays
std_python "$e2e/check_times.py" delays.json expected.*.tsv ||
    fail "the waits are not as long as they were made"
