#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Exports of profiles: their numbers and what their consumers make of them;
# small runs, hostile names, wrong words; see check_calls.py.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
archives=alone # one run ends in the middle
checks=$SRC_DIR/tests/export

# check_run RUN [SHARE...]
check_run() {
    std_python "$checks/check_calls.py" "$report" "$@" >out ||
        fail "check_calls.py $*: $(cat out)"
    sed "s/^/$1: /" out
}

# refused STATUS PATTERN OPTIONS...
refused() {
    refused_status=$1
    refused_pattern=$2
    shift 2
    refuses "$refused_status" "$refused_pattern" "$report" export "$@"
}

# ---- real runs ----
build_c heat2d ../../../share/examples/heat2d.c "$(linked_flags)"
measure four 4 ./heat2d --size 64 --steps 20
measure one 1 ./heat2d --size 64 --steps 3
check_run four
check_run one
build_c regions "regions.c expect.c" "$(linked_flags)"
measure nested 2 ./regions "$work/nested.counts"
check_run nested
cat >nothing.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
END
$MPICC -g nothing.c -o nothing $(linked_flags) || fail "nothing.c"
measure nothing.run 2 ./nothing
check_run nothing.run

# ---- a loop that waits for a message ----
cat >loop.c <<'END'
#include <mpi.h>
#include <mpiprof.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, there = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        usleep(50000);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        usleep(7000);
        MPIPROF_BEGIN("hear");
        while (MPI_Iprobe(1, 0, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE),
               !there)
            usleep(1000);
        MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPIPROF_END("hear");
    }
    return MPI_Finalize();
}
END
if test "$HAVE_OTF2" = yes && has_virtual_time; then
    # shellcheck disable=SC2046 # several words
    $MPICC -g -I"$SRC_DIR/include" loop.c -o loop $(linked_flags) ||
        fail "loop.c"
    measure_virtually loop.run 2 ./loop
    check_run loop.run
    "$report" export --format folded loop.run |
        grep -q '^loop;.*hear;(waiting between polls) 4[0-9]\{7\}$' ||
        fail "not 43 ms of waits: $("$report" export --format folded loop.run)"
fi

# ---- sampled runs ----
# What the program's functions are known to take; without names only sums.
sampled() {
    run=$1
    shift
    test "$HAVE_LIBDW" = yes || set --
    check_run "$run" "$@"
}

MPIPROF_SAMPLE=1000
export MPIPROF_SAMPLE
parts="sampled_parts.c sampled_part_c.c"
build_c phases "sampled_regions.c $parts" "$(linked_flags)"
measure phases.run 2 ./phases 32
sampled phases.run :part_b=100 phase:phase=100 phase:part_a=60 \
    phase:part_b=30 phase:inlined=30 phase:part_c=10 phase/last:part_c=100
# Samples of all threads, useful time of the first one.
build_c threads "sampled.c $parts" "-fopenmp $(linked_flags)"
measure threads.run 2 ./threads 12 threads
sampled threads.run :part_a=60 :part_b=30 :inlined=30 :part_c=10
unset MPIPROF_SAMPLE

# A rank that ends inside of a call: its time there counts.
cat >stuck.c <<'END'
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, word;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(300000);
    MPI_Abort(MPI_COMM_WORLD, 3);
    return 0;
}
END
$MPICC -g stuck.c -o stuck $(linked_flags) || fail "stuck.c"
MPIPROF_OUTPUT=$work/stuck.run
export MPIPROF_OUTPUT
launch 2 ./stuck >stuck.log 2>&1
unset MPIPROF_OUTPUT
# A rank that its launcher has not killed yet is in its call until now, which
# goes on from one reading to the next.
ended_in_call() {
    "$report" export --format folded stuck.run >stuck.folded 2>err ||
        fail "stuck.run: $(cat err)"
    "$report" --format csv --table rank_times stuck.run >stuck.csv 2>err
    std_python - <<'END'
import csv
wanted = sum(float(row["useful_s"]) + float(row["mpi_s"])
             for row in csv.DictReader(open("stuck.csv")))
got = sum(int(line.rsplit(" ", 1)[1]) for line in open("stuck.folded"))
assert abs(got / 1e9 - wanted) < 1e-6, (got, wanted)
rows = csv.DictReader(open("stuck.csv"))
known = any(float(row["mpi_s"]) > 0 for row in rows)  # not of who was killed
assert not known or "MPI_Recv" in open("stuck.folded").read()
END
}
ended_in_call || { sleep 2 && ended_in_call; } ||
    fail "the time of the call that a rank ended in"
"$report" export --format tau -o stuck.tau stuck.run 2>err || fail "stuck.run"
PYTHONPATH=$checks std_python - "$report" stuck.run stuck.tau/* <<'END' ||
import sys
files, sys.argv[3:] = sys.argv[3:], []
import check_calls
for name in files:
    check_calls.tau_file(name)
END
    fail "the call that a rank ended in, for TAU"
echo "ok: a rank that ended in a call"

# ---- names that break what is careless ----
mkdir hostile
"$BUILD_DIR/tests/tools/make_hostile" hostile/run.mpiprof names ||
    fail "make_hostile"
std_python "$checks/check_hostile.py" "$report" hostile >out ||
    fail "hostile: $(cat out)"
sed 's/^/hostile: /' out
rm -rf hostile # made up: its numbers do not add up

# ---- words ----
refused 2 "--format is required" four
refused 2 "--format xml: use callgrind, .* or tau" --format xml four
for format in $(sed 's/.*: use //; s/;.*//; s/ or / /; s/,//g' err); do
    "$report" export --format "$format" -o "any.$format" four >out 2>err
    test $? -ne 2 || fail "an offered format: $(cat err)"
done
refused 2 "give one run" --format dot
refused 2 "give one run" --format dot four one
refused 2 "--output ''" --format dot -o '' four
refused 2 "--ranks: .*99" --format dot --ranks 99 four
refused 2 "--ranks: " --format dot --ranks x four
refused 2 "folder with -o" --format tau four
refused 2 "folder with -o" --format tau -o - four
refused 2 "and no --gzip" --format tau --gzip -o t four
refused 2 "sort" --format json --sort calls four
refused 1 "no such\|No such" --format dot missing
refused 1 "No such file" --format dot -o no/such/file four
refused 1 "No such file" --format tau -o no/such/folder four
mkdir full && : >full/file
refused 1 "already exists" --format tau -o full four
refused 1 "already exists" --format tau -o four.err four
test "$(ls full)" = file || fail "what was in the folder is gone"
mkdir empty
"$report" export --format tau -o empty/ four || fail "an empty folder"
test -f empty/profile.3.0.0 || fail "empty: $(ls empty)"
ls -d -- *.?????? 2>/dev/null | grep -v '\.folded$' >left
grep '^full\.\|^four\.err\.\|^no' left && fail "something is left"
echo "ok: words and folders"

# ---- a full disk, a reader that has enough ----
if test -w /dev/full; then
    refused 1 "No space left" --format json -o /dev/full four
    refused 1 "No space left" --format json --gzip -o /dev/full four
fi
"$report" export --format json four | head -c 10 >out ||
    fail "a pipe that is closed"
test "$(wc -c <out)" -eq 10 || fail "head"
echo "ok: full disk and closed pipe"
