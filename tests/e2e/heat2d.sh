#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The report of heat2d names the slow rank, its region and what it costs; and a
# slow start, which is not in all of the run.
. "$SRC_DIR/tests/lib.sh"
needs_virtual_time
examples=$SRC_DIR/share/examples

# names_rank_2 RUN COMMAND...: in the lines on top.  Of copies of the examples in
# which a sweep takes a second of virtual time: rank 2 makes 12 in each step.
names_rank_2() {
    run=$1
    shift
    measure_virtually "$run" 4 "$@" --size 64 --steps 10 --slow 2:12
    "$report" "$run" >"$run.txt" || fail "mpiprof-report $run"
    sed 12q "$run.txt" >"$run.top"
    cat "$run.top"
    for words in 'Rank 2 spends 12 times as long outside MPI as the others in region solve' \
        ': 120 s against 10.0 s on average' \
        'Run time with this time spread evenly: 120 s -> 37.5 s (-69 %); or if rank 2'
    do
        one_line <"$run.top" | grep -q "$words" || fail "$run: no '$words'"
    done
    ! grep 'parallel efficiency was' "$run.top" ||
        fail "$run: all parts are alike"
}

sed 's/^ *change = sweep(part);/sleep(1), &/' "$examples/heat2d.c" >heat2d.c
grep -q 'sleep(1), .*sweep' heat2d.c || fail "heat2d.c has no sweep"
# shellcheck disable=SC2046
$MPICC -O2 -g -I"$SRC_DIR/include" heat2d.c -o heat2d -include unistd.h \
    -lm $(linked_flags) || fail "heat2d.c does not compile"
names_rank_2 c.run ./heat2d

# has_no_rank_2 COMMAND...: says so.
has_no_rank_2() {
    ! launch 2 "$@" --slow 2 2>&1 | one_line | grep -v 'there is no rank 2' ||
        fail "$* --slow 2 does not say that there is no rank 2"
}
has_no_rank_2 ./heat2d

# Before the first of 16 steps all wait 4 s for rank 0.
sed 's/^ *part_init(&part, ranks/if (rank == 0) sleep(4);\n&/' heat2d.c >start.c
grep -q 'rank == 0) sleep' start.c || fail "heat2d.c has no part_init"
# shellcheck disable=SC2046
$MPICC -O2 -g -I"$SRC_DIR/include" start.c -o start -include unistd.h \
    -lm $(linked_flags) || fail "start.c does not compile"
measure_virtually start.run 4 ./start --size 64 --steps 16
"$report" start.run >start.txt || fail "mpiprof-report start.run"
sed 12q start.txt | one_line | grep "Between 0.0 s and 4.0 s (mostly in region \
init), parallel efficiency was 25 %, against 85 % over the run; load balance \
was 25 %. Use --from 0.0 --to 4.0" || {
    cat start.txt
    fail "the slow start is not named"
}
"$report" --format csv --table efficiency_over_time start.run >start.csv &&
    test "$(grep -c '^,[^,]*,[^,]*,0.25' start.csv)" = 12 ||
    fail "12 of 60 stretches have an efficiency of 25 %: $(cat start.csv)"

test -n "$MPIFC" && test "$HAVE_MPI_F08" = yes || exit 0
sed 's/^ *call sweep(part, change)/call sleep(1); &/' \
    "$examples/heat2d_f08.f90" >heat2d_f08.f90
grep -q 'sleep(1); .*sweep' heat2d_f08.f90 || fail "heat2d_f08.f90: no sweep"
$MPIFC -O2 -I"$BUILD_DIR/share/fortran" heat2d_f08.f90 \
    -o heat2d_f08 "$BUILD_DIR/share/fortran/libmpiprof_fortran.a" ||
    fail "heat2d_f08.f90 does not compile"
launch 2 ./heat2d_f08 --size 64 --steps 1 || fail "heat2d_f08 needs libmpiprof"
names_rank_2 f08.run ./heat2d_f08
has_no_rank_2 ./heat2d_f08
