#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What programs do with threads, stacks, fork(), malloc, errno goes on under
# sampling, from both sources, also where their functions are regions.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

MPIPROF_SAMPLE=1000
MPIPROF_TRACE=off
export MPIPROF_SAMPLE MPIPROF_TRACE
build_c odd sampled_odd.c "-pthread"
build_c instrumented sampled_odd.c "-pthread -finstrument-functions"
build_c own_malloc own_malloc.c "-pthread -finstrument-functions -fno-builtin"
$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf
build_c unloaded sampled_unloaded.c "-pthread -ldl"
$MPICC -O1 -g -fPIC -shared "$programs/unloaded_part.c" -o part.so ||
    fail "unloaded_part.c"
for i in 1 2 3 4; do
    cp part.so part$i.so
done
sources="env"
! ./without_perf true || sources="env ./without_perf"

for source in $sources; do
    name=$(basename "$source")
    measure "before_init.$name.run" 1 "$source" "$mpiprof_run" ./odd before_init
    measure "at_once.$name.run" 1 "$source" "$mpiprof_run" \
        ./odd cancelled at_once stack small forked pending
    measure "functions.at_once.$name.run" 1 "$source" "$mpiprof_run" \
        ./instrumented cancelled at_once small forked bare errno
    measure "functions.calls.$name.run" 1 "$source" "$mpiprof_run" \
        ./instrumented many_threads calls
    for run in at_once functions.at_once functions.calls; do
        as_json "$run.$name.run" at_once --all
        grep -q '"[^"]*joined", *300,' at_once.json ||
            fail "$run: not all regions after threads that were cancelled"
    done
    measure "unloaded.$name.run" 1 "$source" "$mpiprof_run" ./unloaded 2 \
        ./part1.so ./part2.so ./part3.so ./part4.so
    measure "own_malloc.$name.run" 1 "$source" "$mpiprof_run" ./own_malloc
    echo "ok: $name"
done
# The same with a trace, which is written now and then meanwhile.
if test "$HAVE_OTF2" = yes; then
    for what in calls pending; do
        MPIPROF_TRACE=on MPIPROF_TRACE_BUFFER_MB=1 MPIPROF_FUNCTIONS=fold:off \
            measure "traced.$what.run" 1 "$mpiprof_run" ./instrumented $what
    done
    echo "ok: traced"
fi
! grep -l "not complete" ./*.err || fail "a report is not complete"

# Thousands of functions: all have names, and where there is no room for them
# the report says for how many samples.
std_python - >many.c <<'END' || fail "many.c"
print("#include <mpi.h>\n#include <time.h>\nstatic double used(void) {\n"
      "struct timespec t; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);\n"
      "return t.tv_sec + 1e-9 * t.tv_nsec; }")
for i in range(2500):
    print("static void f%d(void) { double end = used() + 8e-4;"
          " while (used() < end) continue; }" % i)
print("static void (*const all[])(void) = {",
      ", ".join("f%d" % i for i in range(2500)), "};")
print("int main(int n, char **words) { MPI_Init(&n, &words);\n"
      "for (int i = 0; i < 2500; i++) { all[i]();\n"
      "if (i % 3 == 0) MPI_Barrier(MPI_COMM_SELF); } MPI_Finalize(); }")
END
$MPICC -g -O1 many.c -o many || fail "many"
measure many.run 1 "$mpiprof_run" ./many
MPIPROF_MEMORY=1
export MPIPROF_MEMORY
measure crowded.run 1 "$mpiprof_run" ./many
unset MPIPROF_MEMORY
one_line <crowded.run/summary.txt | grep -q "samples could not be stored: the stored samples stand for them" ||
    fail "crowded: no word about samples without room"
echo "ok: many"

# worker WHAT [WITHOUT_PERF]: the program prints how much worker() of another
# thread took, or the least and the most of it.
worker() {
    measure "$1.run" 1 ${2-env} "$mpiprof_run" ./odd "$1" >"$1"
    as_json "$1.run" "$1" --all
    with_report "$1.json" "$(grep '^[0-9. ]*$' "$1")" <<'END' || fail "$1"
found = sum(row["inclusive_s"] for row in rows_of(report, "functions")
            if row["function"] == "worker")
expected = [float(word) for word in sys.argv[2].split()]
slack = 0.1 * expected[0] + 0.02
if not min(expected) - slack <= found <= max(expected) + slack:
    sys.exit("worker: %.3f s sampled, %s s recorded" % (found, sys.argv[2]))
END
    echo "ok: $1"
}

# Other threads pause, too: what they do meanwhile is not recorded.
test "$HAVE_LIBDW" = yes || skip "built without libdw: functions have no names"
# What there is before and after the pause has room in a ring.
MPIPROF_SAMPLE=300
worker paused
one_line <paused.run/summary.txt | grep -q "by a timer's signal" ||
    worker blocked
test "$sources" = env || worker paused ./without_perf
MPIPROF_SAMPLE=1000
worker other_inits
worker unseen
if test "$sources" != env; then
    for what in other_inits unseen; do
        worker $what ./without_perf
    done
fi
worker full
one_line <full.run/summary.txt |
    grep -q -e "by a timer's signal in 1 thread, as no more files may be open" \
        -e "by a timer's signal on 1 rank" ||
    fail "full: nothing is said of the thread that has a timer"
as_json many.run many --all
with_report many.json <<'END' || fail "many: names"
found = {row["function"] for row in rows_of(report, "functions")
         if re.match(r"f\d+$", row["function"])}
if len(found) < 500:
    sys.exit("%d functions only" % len(found))
END
echo "ok: names of many"
