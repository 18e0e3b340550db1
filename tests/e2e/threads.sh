#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Threads that call MPI at once: each call counts, each thread is a location.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

build_c pauses "pauses.c expect.c" "-pthread $(linked_flags)"
launch 2 env MPIPROF_ENABLE=off ./pauses "$work/off" ||
    skip "no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"

# one_each RUN: the four members made 10, 20, 30 and 40 exchanges, on a
# location of the trace each.
one_each() {
    if test "$HAVE_OTF2" != yes || ! command -v otf2-print >/dev/null; then
        return 0
    fi
    otf2-print "$1/run.otf2" >"$1.print" || fail "otf2-print $1"
    awk '$1 == "ENTER" && /"MPI_Sendrecv"/ {
        calls[$2 % 4294967296 " " $2]++
    }
    END { for (at in calls) print at, calls[at] }' "$1.print" |
        sort -n -k 1,1 -k 3,3 | cut -d ' ' -f 1,3 | tr '\n' ' ' >"$1.calls"
    test "$(cat "$1.calls")" = \
        "0 10 0 20 0 30 0 40 1 10 1 20 1 30 1 40 " ||
        fail "calls of each rank's threads in $1: $(cat "$1.calls")"
}

build_c team "team.c expect.c" "-fopenmp $(linked_flags)"
expect_counts team.run 2 ./team
one_each team.run
for interface in MPIF_H MPI_MODULE MPI_F08; do
    test -n "$MPIFC" || continue
    test $interface != MPI_F08 || test "$HAVE_MPI_F08" = yes || continue
    build_fortran team_$interface $interface "-fopenmp $(linked_flags)" \
        team.F90
    expect_counts team_$interface.run 2 ./team_$interface
    one_each team_$interface.run
done

# A handle that MPI gave to another communicator, which has ended, before the call
# that freed it returned: both ends are in the trace.
if test "$HAVE_OTF2" = yes && command -v otf2-print >/dev/null; then
    $MPICC -g -O1 -shared -fPIC "$programs/held_free.c" -o libheld_free.so ||
        fail "held_free.c does not compile"
    build_c late_free late_free.c \
        "-pthread $(linked_flags) $work/libheld_free.so -Wl,-rpath,$work"
    measure late_free.run 1 ./late_free >late_free.out
    otf2-print late_free.run/run.otf2 >late_free.print
    for record in COMM_CREATE COMM_DESTROY; do
        test "$(grep "^$record" late_free.print | grep -vc "WORLD\|SELF")" = 2 ||
            fail "$record of handles: $(grep ^COMM_ late_free.print)"
    done
    echo "ok: a handle that came $(cat late_free.out)"
fi

# At the limit of the trace all threads of a rank stop, each with a mark, and
# nothing comes after it; the profile goes on.
if test "$HAVE_OTF2" = yes && command -v otf2-print >/dev/null; then
    MPIPROF_TRACE_MB=1 MPIPROF_TRACE_BUFFER_MB=1
    export MPIPROF_TRACE_MB MPIPROF_TRACE_BUFFER_MB
    expect_counts limit.run 2 ./team 10000
    unset MPIPROF_TRACE_MB MPIPROF_TRACE_BUFFER_MB
    grep -q 'at its limit' limit.run/summary.txt ||
        fail "the summary does not say that the trace stopped"
    otf2-print -Werror limit.run/run.otf2 >limit.print ||
        fail "otf2-print: $(cat limit.print)"
    awk '$1 == "ENTER" && off[$2] { print "after its end: " $0 }
    $1 == "ENTER" && /MPI_Sendrecv/ { calls[$2 % 2]++ }
    $1 == "ENTER" { open[$2]++ }
    $1 == "LEAVE" { open[$2]-- }
    $1 == "MEASUREMENT_ON_OFF" { off[$2] = $NF == "OFF" }
    END {
        for (at in open) print at, off[at] ? "off" : "on", open[at]
        for (rank = 0; rank < 2; rank++)
            if (calls[rank] < 1000 || calls[rank] > 100000)
                print "calls of rank", rank, calls[rank]
    }
    ' limit.print | sort -n >limit.found
    for location in 0 1 4294967296 4294967297 8589934592 8589934593 \
        12884901888 12884901889; do
        echo "$location off 0"
    done >limit.wanted
    diff limit.wanted limit.found || fail "locations at the limit"
    for rank in 0 1; do
        test "$(cat $(awk -v r=$rank 'BEGIN { for (t = 0; t < 4; t++)
            printf "limit.run/run/%.0f.evt ", t * 4294967296 + r }') |
            wc -c)" -lt 2097152 || fail "rank $rank: past the limit"
    done
    echo "ok: limit"
fi

# Threads that come one after the other share a record: there are as many as
# ran at once, which are four and the main thread.
build_c short_threads "short_threads.c expect.c" "-pthread $(linked_flags)"
expect_counts short.run 2 ./short_threads
grep -q 'Up to 5 threads of a rank' short.run/summary.txt ||
    fail "not five threads: $(grep threads short.run/summary.txt)"
grep -q "have no counterpart: 100" short.run/summary.txt ||
    fail "not 100 regions left open"
if test "$HAVE_OTF2" = yes; then
    test "$(ls short.run/run/*.evt | wc -l)" -eq 10 ||
        fail "not ten locations: $(ls short.run/run)"
fi
MPIPROF_COUNTERS=perf::PAGE-FAULTS
export MPIPROF_COUNTERS
expect_counts counted.run 2 ./short_threads
unset MPIPROF_COUNTERS
