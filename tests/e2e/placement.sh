#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Neighbours that talk to each other are on different hosts, then on the same:
# the report of the first run says how many bytes would stay inside.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
make_hosts
build_c neighbours neighbours.c "$(linked_flags)"
add_host 0 0
add_host 0 0
ranks_per_host=2

# Where cores are fewer than ranks nothing is to be gained.
MPIPROF_RESOURCES=off
export MPIPROF_RESOURCES

# run NAME OTHER: each rank exchanges with rank XOR that.
run() {
    MPIPROF_OUTPUT=$work/$1 launch_on_hosts ./neighbours "$2" \
        >"$1.out" 2>"$1.err" || fail "$1: $(cat "$1.out" "$1.err")"
    as_json "$1" "$1"
    std_python "$e2e/check_placement.py" "$1.json" "$3" || fail "$1"
}

# Ranks 0 and 2 are on one host, 1 and 3 on the other.
run far 1 placement
run near 2 fine
