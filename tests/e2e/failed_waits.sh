#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A request whose completion failed is complete: none of them is taken for open
# at MPI_Finalize, nor for another one that MPI gives the same handle.
. "$SRC_DIR/tests/lib.sh"
archives=alone # receives fail
needs_launcher

nothing_open() {
    grep -q 'returned an error' "$1/summary.txt" || fail "no error in $1"
    ! grep -i 'still open' "$1/summary.txt" || fail "requests left open in $1"
    echo "ok: $1"
}

build_c failed_waits "failed_waits.c expect.c" "$(linked_flags)"
expect_counts --others-ok c.run 2 ./failed_waits
nothing_open c.run
for interface in MPIF_H MPI_MODULE MPI_F08; do
    test -n "$MPIFC" || continue
    test $interface != MPI_F08 || test "$HAVE_MPI_F08" = yes || continue
    build_fortran failed_$interface $interface "$(linked_flags)" \
        failed_waits.F90
    measure $interface.run 2 ./failed_$interface
    nothing_open $interface.run
done
