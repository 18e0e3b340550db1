#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program is measured where MPI's library comes before mpiprof's on its link
# line, wherever the linker has put the pointers to MPI's functions.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

first=$(printf '%s\n' $MPI_LIBS | grep -e '^-l' | head -n 1)
for how in -Wl,-z,lazy -Wl,-z,now "-no-pie -Wl,-z,now" -fno-plt; do
    # shellcheck disable=SC2046,SC2086 # words
    $MPICC $how "$programs/reduce.c" -o reduce $first $(linked_flags) 2>log || {
        cat log
        echo "skipped: $how"
        continue
    }
    is_measured "behind MPI $how" ./reduce
    "$report" --format csv --table procedures "behind MPI $how.run" |
        grep -q '^MPI_Allreduce,[^,]*,2,' || fail "$how: a pointer leads past us"
done
if test -n "$MPIFC"; then
    printf '%s\n' 'program reduce' 'use mpi' 'integer :: all, error' \
        'call MPI_Init(error)' 'call MPI_Allreduce(1, all, 1, MPI_INTEGER, &' \
        'MPI_SUM, MPI_COMM_WORLD, error)' 'call MPI_Finalize(error)' end \
        >reduce.f90
    # shellcheck disable=SC2046 # words
    $MPIFC -fallow-argument-mismatch reduce.f90 -o reduce_f90 \
        $($MPIFC -show | tr ' ' '\n' | grep -e '^-l') $(linked_flags) ||
        fail "reduce.f90"
    is_measured "behind MPI, Fortran" ./reduce_f90
fi
