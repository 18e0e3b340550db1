#!/bin/sh
# The report of heat2d names the slow rank, its region and what it costs.
. "$(dirname "$0")/lib.sh"
needs_launcher
examples=$SRC_DIR/share/examples

# names_rank_2 RUN: in the three lines on top.
names_rank_2() {
    "$report" "$1" >"$1.txt" || fail "mpiprof-report $1"
    sed 12q "$1.txt" >"$1.top"
    cat "$1.top"
    grep -i 'rank 2 .*solve' "$1.top" >/dev/null ||
        fail "the verdict on $1 does not name rank 2 and region solve"
    grep '[0-9] m*s .*would be gained' "$1.top" >/dev/null ||
        fail "no seconds in the verdict"
}

build_c heat2d ../../../share/examples/heat2d.c "$(linked_flags) -O2"
measure c.run 4 ./heat2d --steps 100 --slow 2
names_rank_2 c.run

test -n "$MPIFC" && test "$HAVE_MPI_F08" = yes || exit 0
$MPIFC -O2 -I"$BUILD_DIR/share/fortran" "$examples/heat2d_f08.f90" \
    -o heat2d_f08 "$BUILD_DIR/share/fortran/libmpiprof_fortran.a" ||
    fail "heat2d_f08.f90 does not compile"
launch 2 ./heat2d_f08 --steps 2 || fail "heat2d_f08 needs libmpiprof"
measure f08.run 4 "$mpiprof_run" ./heat2d_f08 --steps 100 --slow 2
names_rank_2 f08.run
