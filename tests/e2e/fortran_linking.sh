#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The words of the pkg-config file link a Fortran program with regions, also
# one that needs nothing of MPI but what libmpiprof has too.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$HAVE_MPI_F08" = yes || skip "no mpi_f08 with $MPI_FLAVOUR"
words=$(sed -n 's/^Libs: //p' "$BUILD_DIR/share/mpiprof-$MPI_FLAVOUR.pc" |
    sed "s|\${libdir}/mpiprof/$MPI_FLAVOUR|$libs|g")
test -n "$words" || fail "no Libs in share/mpiprof-$MPI_FLAVOUR.pc"
# The order in which the build tree has the module's library.
# shellcheck disable=SC2086
$MPIFC -Wl,--as-needed "$e2e/programs/tiny.f90" -I"$BUILD_DIR/share/fortran" -o tiny \
    -L"$BUILD_DIR/share/fortran" $words >tiny.log 2>&1 || {
    cat tiny.log
    fail "tiny.f90 does not link with: $words"
}
measure run 2 ./tiny
"$report" --format csv --table regions run >regions.csv || fail "report"
grep -q '^phase,2,' regions.csv || fail "no region: $(cat regions.csv)"
