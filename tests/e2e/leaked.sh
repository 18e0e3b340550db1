#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program that never asks for the end of its requests: all calls count, what
# is kept of the requests is bounded, and the report says so.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$(getconf LONG_BIT)" = 64 ||
    skip "MPICH takes a minute for so many requests in 32 bits"
build_c leaked "leaked.c expect.c" "$(linked_flags)"
export TEST_TIMED=yes # one rank, which has nobody to give way to, see yield.c

# As many as this MPI has: MPICH ends when it has no more requests.
many=1000000
export MPIPROF_ENABLE=off
launch 1 ./leaked $many "$work/plain.expected" >plain_bytes 2>plain.err || {
    echo "no million requests in this $MPI_FLAVOUR: $(grep -m 1 . plain.err)"
    many=100000
    launch 1 ./leaked $many "$work/plain.expected" >plain_bytes ||
        fail "plain"
}
unset MPIPROF_ENABLE
export MPIPROF_TRACE=off
begin=$(date +%s)
expect_counts leaked.run 1 ./leaked $many >bytes || exit 1
echo "seconds: $(($(date +%s) - begin))"
test $many -lt 1000000 || tr -s ' \n' ' ' <leaked.run/summary.txt |
    grep -q 'More than 524288 requests were open at once: 4757' ||
    fail "the report does not say that requests were not followed"
paste bytes plain_bytes | awk '/^[0-9]/ { print ++n, ($1 - $2) / 1e6 }' >ours
cat ours
awk '$1 == 1 && $2 > 0.3 || $1 == 2 && $2 > 120 { exit 1 }' ours ||
    fail "memory grows: MB of ours after those freed and those left: $(cat ours)"
