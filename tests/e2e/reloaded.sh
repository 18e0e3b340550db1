#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A library that is loaded where another one was has call sites of its own.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$HAVE_LIBDW" = yes || skip "built without libdw: functions have no names"
build_c reload reload.c -ldl
for name in first second third; do
    echo "#include <mpi.h>
        static __attribute__((noinline)) void $name(void)
        { MPI_Barrier(MPI_COMM_WORLD); __asm__(\"\"); }
        void part(void) { $name(); __asm__(\"\"); }" >$name.c
    $MPICC -g -O1 -fPIC -shared $name.c -o $name.so || fail "$name.c"
done

for frames in 8 1; do
    measure $frames.run 1 env MPIPROF_CALLPATH=$frames "$mpiprof_run" ./reload \
        ./first.so ./second.so ./third.so >places
    test "$(sort -u places | wc -l)" = 1 ||
        skip "libraries are loaded at other addresses: $(cat places)"
    "$report" --format csv --table functions_mpi --all $frames.run >functions ||
        fail "no table of functions"
    tr -d '\r' <functions | awk -F , 'NR == 1 {
            for (i = 1; i <= NF; i++) if ($i == "within_calls") at = i
        } $1 ~ /^(first|second|third)$/ { print $1, $at }' | sort >calls
    printf 'first 10\nsecond 20\nthird 30\n' | diff - calls ||
        fail "$frames frames: $(cat functions)"
    echo "ok: $frames frames"
done
