#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# longjmp() out of functions and marks that are nested deeper than there are
# regions for: what comes after it is as it should be.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time
test "$HAVE_LIBDW" = yes || skip "built without libdw: functions have no names"

# remark RUN TEXT: its summary says so.
remark() {
    one_line <"$1/summary.txt" | grep -q "$2" ||
        fail "$1 does not say: $2"
}

# jumps RUN PROGRAM WHAT
jumps() {
    MPIPROF_FUNCTIONS=fold:10000/100us measure_virtually "$1.run" 1 "$2" \
        "$work/$1.expected" "$3"
    as_json "$1.run" "$1" --all
    std_python "$e2e/check_regions.py" "$1.json" "$1".expected.*.tsv >differ || {
        cut -c 1-400 differ
        fail "regions of $1"
    }
    echo "ok: $1"
}

# Nested too deep: of 201 calls in main 75, in a function of it 76; a leaf on
# each of two other stacks.  Left: all 201, five times, and four and one more.
compilers=$MPICC
! command -v clang >/dev/null || compilers="$compilers clang"
for compiler in $compilers; do
    for level in -O0 -O2; do
        run=functions$level.${compiler##*/}
        test "$compiler" != clang || export OMPI_CC=clang MPICH_CC=clang
        build_c "$run" "jumps.c visits.c" "$level -g -finstrument-functions"
        unset OMPI_CC MPICH_CC
        jumps "$run" "./$run" functions
        remark "$run.run" "531 calls of functions, summed over ranks, were n"
        remark "$run.run" "1010 calls of functions, summed over ranks, were l"
        ! one_line <"$run.run/summary.txt" | grep "have no counterpart" ||
            fail "$run: ends of what was not begun"
    done
done

build_c marks "jumps.c visits.c" -g
jumps marks ./marks marks
