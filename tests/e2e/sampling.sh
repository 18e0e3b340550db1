#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Programs whose shares are known: what is sampled is that, from both sources,
# with and without frame pointers, debug information in the program or beside
# it, in C, C++ and Fortran, one thread or four.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

MPIPROF_SAMPLE=1000
export MPIPROF_SAMPLE

# Of 86 units per step of four ranks; rank 3 does more of part_b.
a=55.8 b=34.9 c=9.3

# build NAME FLAGS [PARTS]: the program NAME with part_c in a shared library.
build() {
    $MPICC -g -O2 $2 -shared -fPIC -I"$programs" "$programs/sampled_part_c.c" \
        -o "lib$1_c.so" || fail "lib$1_c.so"
    # shellcheck disable=SC2086 # lists of words
    $MPICC -g -O2 $2 -I"$programs" "$programs/sampled.c" \
        ${3-"$programs/sampled_parts.c"} -o "$1" -L. "-l$1_c" \
        -Wl,-rpath,"$work" ${4-} || fail "$1 does not compile"
}

# sampled RUN COMMAND...: what other programs do at the same time changes
# nothing, as the CPU time of a thread is its own.
sampled() {
    run=$1
    shift
    measure "$run" 4 "$@"
    as_json "$run" "$run" --all
}

# right EXPECTATION...: of the last run
right() {
    std_python "$e2e/check_sampled.py" "$run.json" "$programs" "$@" ||
        fail "$run"
    echo "ok: $run"
}

# in_all LEAST MOST: so many seconds are sampled in the functions of the last run
in_all() {
    with_report "$run.json" "$@" <<'END' || fail "$run: samples"
found = sum(row["time_s"] for row in rows_of(report, "functions"))
if not float(sys.argv[2]) <= found <= float(sys.argv[3]):
    sys.exit("%.3f s, not %s to %s" % (found, sys.argv[2], sys.argv[3]))
END
}

# says TEXT: the last run's section on completeness
says() {
    one_line <"$run/summary.txt" | grep -q "$1" ||
        fail "$run: no \`$1' in its summary"
}

# Rank 3 has 26 units in each step, of which part_b has 12, the others 6 of 20.
in_c() {
    right --path part_a $a --path "part_b > inlined" $b \
        --by-rank 3 part_b 46.2 --by-rank 0 part_b 30 --mpi main "$@" \
        "part_a=$a@part_a" "inlined=$b@inlined" "part_b=$b" "part_c=$c@part_c"
}

$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf
./without_perf true
filters=$?

build plain "-fomit-frame-pointer -pie -fPIE"
sampled plain.run "$mpiprof_run" ./plain 40
in_c --most 3 part_b main=100
! one_line <"$run/summary.txt" | grep -o "For [^:]* functions are unknown" ||
    fail "$run: it has debug information"

# finds NAME COMMAND... -- EXPECTATION...: a busy machine may have others wait
# for their turn than those that have more to do: in one of three runs.  What has
# no core is not known: nobody would be named where ranks wait for one.
finds() {
    MPIPROF_RESOURCES=off
    export MPIPROF_RESOURCES
    name=$1
    shift
    command=
    while test "$1" != --; do
        command="$command $1"
        shift
    done
    shift
    for try in 1 2 3; do
        # shellcheck disable=SC2086 # a list of words
        sampled "$name$try.run" "$mpiprof_run" $command
        ! std_python "$e2e/check_sampled.py" "$run.json" "$programs" "$@" || {
            echo "ok: $run"
            unset MPIPROF_RESOURCES
            return 0
        }
    done
    fail "$run: not found in three runs"
}

# The rank that the others wait for is named with the function, when it takes
# twice as long in that, and eight times.
finds twice ./plain 40 -- --most 3 part_b --named 3 inlined
finds slow ./plain 16 slow -- --most 3 part_b --named 3 inlined part_a=39.3 \
    part_b=54.1 part_c=6.6

# Each region has its own.
$MPICC -g -O2 -I"$programs" -I"$SRC_DIR/include" \
    "$programs/sampled_regions.c" "$programs/sampled_parts.c" \
    "$programs/sampled_part_c.c" -o regions || fail "sampled_regions.c"
finds regions ./regions 16 slow -- --in-region phase inlined \
    --in-region phase/last part_c

# A timer comes with the ticks of the system, which are few, and not spread
# evenly where others want the processors: in one of three runs.
if test $filters -eq 0; then
    for try in 1 2 3; do
        sampled timer$try.run ./without_perf "$mpiprof_run" ./plain 48
        says "by a timer's signal on 4 ranks"
        ! (in_c --most 3 part_b) || break
        test $try -lt 3 || fail "$run, three times"
    done
fi

# Its own timers, handlers, stacks and counters are the program's.
build_c own_timers own_timers.c
measure timers.run 2 "$mpiprof_run" ./own_timers
# 1.2 s on two ranks between waits, at least ten milliseconds a signal: it has
# met some two hundred.
if test $filters -eq 0; then
    measure timers2.run 2 ./without_perf "$mpiprof_run" ./own_timers
    run=timers2.run
    as_json "$run" "$run" --all
    in_all 2.4 9
fi

# In which MPI call a processor is used: waiting takes as much as MPI takes,
# sleeping in it none.
build_c sampled_calls sampled_calls.c
measure calls.run 2 "$mpiprof_run" ./sampled_calls >calls.out
run=calls.run
as_json "$run" "$run"
right --in-call MPI_Recv "$(cat calls.out)" --in-call MPI_Reduce_local 0 \
    --in-call MPI_Send 0

build frames "-fno-omit-frame-pointer -no-pie"
sampled frames.run "$mpiprof_run" ./frames 24
in_c --most 3 part_b

# Debug information beside the program and the library, which are stripped.
build stripped ""
for file in stripped libstripped_c.so; do
    objcopy --only-keep-debug "$file" "$file.debug" &&
        strip --strip-all "$file" &&
        objcopy --add-gnu-debuglink="$file.debug" "$file" || fail "$file"
done
sampled stripped.run "$mpiprof_run" ./stripped 24
in_c --most 3 part_b

# Looked up when the report is made.
MPIPROF_SYMBOLS=later
export MPIPROF_SYMBOLS
sampled later.run "$mpiprof_run" ./stripped 24
in_c --most 3 part_b
unset MPIPROF_SYMBOLS

# On another machine, to which the binaries were brought.
mkdir brought
mv stripped* libstripped_c.so* brought
as_json "$run" "$run" --all
! (in_c) 2>nowhere.err || fail "names of binaries that are not there"
MPIPROF_BINARIES=$work/nowhere:$work/brought
export MPIPROF_BINARIES
as_json "$run" "$run" --all
unset MPIPROF_BINARIES
in_c --most 3 part_b
mv brought/* .

# Without: the parts in the program have no name, that in the library has that
# which others link to.
rm stripped.debug libstripped_c.so.debug
sampled unnamed.run "$mpiprof_run" ./stripped 24
right "part_c=$c"
says "of the time of functions, the line and the inlined functions are unknown: .* debug information (-g)"

build linked "" "$programs/sampled_parts.c" "$(linked_flags)"
sampled linked.run ./linked 24
in_c --most 3 part_b

build threads "-fopenmp"
sampled threads.run env OMP_NUM_THREADS=4 "$mpiprof_run" ./threads 16 threads
in_c
cut=$(one_line <"$run/summary.txt" |
    sed -n 's/.*Of \([0-9]*\) samples\{0,1\} the outer part.*/\1/p')
test "${cut:-0}" -lt 50 || fail "threads: $cut call paths are cut"
# Shares are right with one thread of four, too: 86 units of 1.09 ms for each of
# 16 steps, four times.
in_all 5 9

if command -v g++ >/dev/null; then
    g++ -g -O2 -c -I"$programs" "$programs/sampled_parts.cpp" -o cpp.o ||
        fail "sampled_parts.cpp"
    build cpp "" cpp.o -lstdc++
    sampled cpp.run "$mpiprof_run" ./cpp 24
    right --most 3 "heat::settle" \
        "heat::Relax::apply=$a@heat::Relax::apply" \
        "heat::settle=$b@heat::settle" \
        "part_a=$a" "part_b=$b" "part_c=$c@part_c"
fi

if test -n "$MPIFC"; then
    $MPIFC -g -O2 -c "$programs/sampled_parts.f90" -o fortran.o ||
        fail "sampled_parts.f90"
    build fortran "" fortran.o -lgfortran
    sampled fortran.run "$mpiprof_run" ./fortran 24
    right --most 3 sampled_parts::settle "sampled_parts::relax=$a@relax" \
        "sampled_parts::settle=$b@settle" "part_a=$a" \
        "part_b=$b" "part_c=$c@part_c"
fi
