#!/bin/sh
# The report of heat2d names the slow rank, its region and what it costs.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
examples=$SRC_DIR/share/examples

# names_rank_2 RUN COMMAND...: in the lines on top, once in three runs: with
# four ranks on two cores another one may have waited longer for a core.  Rank 2
# is much slower, for MPICH's ranks wait for each other's cores for longer than a
# fast machine computes.
names_rank_2() {
    run=$1
    shift
    for try in 1 2 3; do
        rm -rf "$run"
        measure "$run" 4 "$@" --steps 60 --slow 2:12
        "$report" "$run" >"$run.txt" || fail "mpiprof-report $run"
        sed 12q "$run.txt" >"$run.top"
        cat "$run.top"
        grep -i 'rank 2 .*solve' "$run.top" >/dev/null || continue
        grep '[0-9] m*s .*would be gained' "$run.top" >/dev/null ||
            fail "no seconds in the verdict"
        return
    done
    fail "$try verdicts on $run do not name rank 2 and region solve"
}

build_c heat2d ../../../share/examples/heat2d.c "$(linked_flags) -O2"
names_rank_2 c.run ./heat2d

test -n "$MPIFC" && test "$HAVE_MPI_F08" = yes || exit 0
$MPIFC -O2 -I"$BUILD_DIR/share/fortran" "$examples/heat2d_f08.f90" \
    -o heat2d_f08 "$BUILD_DIR/share/fortran/libmpiprof_fortran.a" ||
    fail "heat2d_f08.f90 does not compile"
launch 2 ./heat2d_f08 --steps 2 || fail "heat2d_f08 needs libmpiprof"
names_rank_2 f08.run "$mpiprof_run" ./heat2d_f08
