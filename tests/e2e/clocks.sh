#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Hosts whose clocks are hours apart and drift: no message arrives before it
# was sent, and the report says how far apart they were.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
"$TEST_PYTHON" -c "import otf2" 2>/dev/null || skip "no Python module otf2"
make_hosts
build_c ring ring.c
MPIPROF_TRACE=on MPIPROF_CLOCK=posix
export MPIPROF_TRACE MPIPROF_CLOCK

# run NAME: on the hosts that there are; no message may come before it was sent
# by more than the errors that are told of both hosts.  They may have to wait for
# a core while they compare, longer than a message takes.
run() {
    MPIPROF_OUTPUT=$work/$1 launch_on_hosts "$mpiprof_run" ./ring 1000 \
        >"$1.out" 2>"$1.err" || fail "$1: $(cat "$1.out" "$1.err")"
    for way in "" --from-trace; do
        # shellcheck disable=SC2086
        "$report" $way --format json --all "$1" >"$1.json" ||
            fail "report $way"
        "$TEST_PYTHON" "$e2e/check_clocks.py" "$1.json" "$hosts_of" 1 \
            >"$1.clocks" || fail "clocks $way: $(cat "$1.clocks")"
    done
    cat "$1.clocks"
    error=$(sed -n 's/^error between two hosts: //p' "$1.clocks")
    "$TEST_PYTHON" "$e2e/check_messages.py" "$1/run.otf2" \
        "$(sed -n 's/^late //p' "$1.out")" "$error" ||
        fail "messages of $1"
    "$report" --full "$1" |
        grep "clock  *CLOCK_MONOTONIC; $(wc -l <"$hosts_of") clocks, comp" ||
        fail "the report does not tell of the clocks"
}

add_host 3600 0
add_host 14400 20
run two

has_trait runs_on_many_hosts || exit 0
add_host 50000 500
add_host 0 0
add_host 7200 40
run five
