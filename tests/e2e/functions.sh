#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Functions of programs compiled with -finstrument-functions are regions: C, C++
# and Fortran, linked and preloaded; recursion, longjmp, exceptions, threads,
# many functions, deep calls, short ones that are folded, and switched off.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time
test "$HAVE_LIBDW" = yes || skip "built without libdw: functions have no names"
instrument="-finstrument-functions -pthread"
fold=fold:10000/100us

# remark RUN TEXT: its summary says so.
remark() {
    one_line <"$1/summary.txt" | grep -q "$2" ||
        fail "$1 does not say: $2"
}

if test "$HAVE_LIBDW" = yes; then
    build_c functions "functions.c visits.c" "$instrument"
    build_c linked "functions.c visits.c" "$instrument $(linked_flags)"
    MPIPROF_FUNCTIONS=$fold
    export MPIPROF_FUNCTIONS
    runs="preloaded linked"
    if command -v clang >/dev/null; then
        OMPI_CC=clang MPICH_CC=clang \
            build_c by_clang "functions.c visits.c" "$instrument"
        runs="$runs clang"
    fi
    for run in $runs; do
        visits=
        case $run in
        linked) # times are those of the others
            visits=--visits
            measure $run.run 2 ./linked "$work/$run.expected" ;;
        clang) measure_virtually $run.run 2 ./by_clang "$work/$run.expected" ;;
        *) measure_virtually $run.run 2 ./functions "$work/$run.expected" ;;
        esac
        as_json $run.run $run --all
        # shellcheck disable=SC2086 # an option or none
        std_python "$e2e/check_regions.py" $visits $run.json \
            $run.expected.*.tsv || fail "functions of $run"
        remark $run.run "into their callers: 39,\?998 calls of 1 function"
        remark $run.run "not timed: tiny (39998)\."
        remark $run.run "4 calls of functions, summed over ranks, were left"
        ! one_line <$run.run/summary.txt | grep "have no counterpart" ||
            fail "$run: regions without an end"
        echo "ok: $run"
    done

    # Without folding all are timed; a rule that is none is told.
    MPIPROF_FUNCTIONS=fold:off measure all.run 1 "$mpiprof_run" ./functions \
        "$work/all.expected"
    as_json all.run all --all
    ! grep "folded" all.json | grep -v '"definition":' ||
        fail "folded with fold:off"
    grep -q '"main/tiny", *30000,' all.json || fail "not all calls are timed"
    MPIPROF_FUNCTIONS=fold:1 measure wrong.run 1 "$mpiprof_run" ./functions \
        "$work/wrong.expected"
    grep -q "MPIPROF_FUNCTIONS: fold:1 is not one of" wrong.run.err ||
        fail "a wrong rule is not told"
    MPIPROF_FUNCTIONS=off measure none.run 1 "$mpiprof_run" ./functions \
        "$work/none.expected"
    as_json none.run none --all
    ! grep '"main/' none.json || fail "functions with MPIPROF_FUNCTIONS=off"

    # By name: what is left out is its callers', and so is what it calls.
    MPIPROF_FUNCTIONS="$fold,skip:out*,skip:tiny" measure skip.run 1 \
        "$mpiprof_run" ./functions "$work/skip.expected"
    as_json skip.run skip --all
    grep '"main/outer\|tiny' skip.json | grep -v "functions.c:" |
        grep '"main/' && fail "left out, but there"
    grep -q '"main/leaf", *6,' skip.json || fail "leaf is not in main"
    MPIPROF_FUNCTIONS="only:main,only:lea?" measure only.run 1 \
        "$mpiprof_run" ./functions "$work/only.expected"
    as_json only.run only --all
    grep -q '"main/leaf", *6,' only.json || fail "leaf is not in main alone"
    test "$(grep -c '^ *\["main' only.json)" -ge 3 ||
        fail "not main, leaf and phase"
    ! grep '"main/[^lp]' only.json || fail "others than those that match"

    # Rules of the trace know functions by name, too.
    if test "$HAVE_OTF2" = yes; then
        MPIPROF_TRACE_SKIP=region:outer MPIPROF_FUNCTIONS=$fold \
            measure trace.run 1 "$mpiprof_run" ./functions \
            "$work/trace.expected"
        as_json trace.run trace --all --from-trace
        ! grep '"main/outer/leaf"' trace.json ||
            fail "in the trace, but its rules say skip"
        grep -q '"main/threads"' trace.json || fail "not in the trace"
    fi
    unset MPIPROF_FUNCTIONS
fi

MPIPROF_OUTPUT=$work/off.run MPIPROF_ENABLE=off
export MPIPROF_OUTPUT MPIPROF_ENABLE
test ! -x functions ||
    launch 2 "$mpiprof_run" ./functions "$work/off" >off.out 2>&1 ||
    fail "status $? when off: $(cat off.out)"
test ! -s off.out || fail "printed when off: $(cat off.out)"
test ! -e off.run || fail "left $(ls -d off.run*) when off"
unset MPIPROF_OUTPUT MPIPROF_ENABLE

# C++, with an exception that leaves two functions, and Fortran.
cat >parts.cc <<'END'
namespace heat {
struct Solver {
    int step(int n) { if (n > 0) return inner(n); throw 1; }
    int inner(int n) { return step(n - 1) + 1; }
};
}
extern "C" void cxx_part(void)
{
    heat::Solver solver;
    try { solver.step(1); } catch (int) { }
}
END
cat >parts.f90 <<'END'
module flow
contains
  subroutine step(n)
    integer, intent(inout) :: n
    call halve(n)
  end subroutine
  subroutine halve(n)
    integer, intent(inout) :: n
    n = n / 2
  end subroutine
end module
END
cat >parts.c <<'END'
#include <mpi.h>
void cxx_part(void);
void __flow_MOD_step(int *n);
int main(int argc, char **argv)
{
    int n = 4;
    MPI_Init(&argc, &argv);
    cxx_part();
    __flow_MOD_step(&n);
    MPI_Finalize();
    return n != 2;
}
END
if test "$HAVE_LIBDW" = yes && test -n "$MPIFC" && command -v g++ >/dev/null &&
    $MPIFC -g -finstrument-functions -c parts.f90 -o flow.o; then
    g++ -g -finstrument-functions -c parts.cc -o heat.o || fail "parts.cc"
    $MPICC -g -finstrument-functions parts.c heat.o flow.o -lstdc++ \
        -lgfortran -o parts || fail "parts.c"
    measure parts.run 1 "$mpiprof_run" ./parts
    as_json parts.run parts --all
    part=main/cxx_part/
    for region in "main/flow::step/flow::halve" "$part""heat::Solver::step(int)" \
        "$part""heat::Solver::step(int)/heat::Solver::inner(int)/heat::Solver::step(int)"; do
        grep -qF "\"$region\", 1," parts.json || fail "no region $region"
    done
    ! one_line <parts.run/summary.txt | grep "left without returning" ||
        fail "an exception that is caught left functions open"
    echo "ok: parts"
fi

# A function that waits for an accelerator does so in profile and trace, with and
# without names in the latter.
cat >wait.c <<'END'
#include <mpi.h>
#include <unistd.h>
void cudaDeviceSynchronize(void) { usleep(20000); }
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    cudaDeviceSynchronize();
    usleep(5000);
    return MPI_Finalize();
}
END
# outside NAME [OPTION]: for 20 ms.
outside() {
    "$report" ${2-} --table timeline --format csv -o wait.csv "$1.run" ||
        fail "no time line of $*"
    awk -F, '$2 == "outside_wait" { sum += $5 }
        END { exit !(sum > 0.0199 && sum < 0.0201) }' wait.csv ||
        fail "$*: waits outside MPI are $(grep outside_wait wait.csv)"
}
if test "$HAVE_LIBDW" = yes; then
    # shellcheck disable=SC2086
    $MPICC -g $instrument wait.c -o wait || fail "wait.c does not compile"
    for symbols in now later; do
        MPIPROF_SYMBOLS=$symbols measure_virtually $symbols.run 1 ./wait
        outside $symbols
        test "$HAVE_OTF2" != yes || outside $symbols --from-trace
    done
    echo "ok: wait"
fi

# many.c: more functions than there are rows, a deep nest of calls of two.
std_python - >many.c <<'END'
count = 10500
print("#include <mpi.h>\nvolatile int sum;")
for i in range(count):
    print("static void f%d(void) { sum++; }" % i)
print("static void b(int n);")
print("static void a(int n) { if (n) b(n - 1); sum++; }")
print("static void b(int n) { if (n) a(n - 1); sum++; }")
print("int main(int argc, char **argv) {\nMPI_Init(&argc, &argv);\na(999);")
print("for (int i = 0; i < 3; i++) {")
for i in range(count):
    print("f%d();" % i)
print("}\nMPI_Finalize();\nreturn 0;\n}")
END
# shellcheck disable=SC2086
$MPICC -g -O0 $instrument many.c -o many || fail "many.c does not compile"
MPIPROF_TRACE=off measure many.run 1 "$mpiprof_run" ./many
as_json many.run many --all
# a and b: main and 126 of 1000 calls have a region; of what is left of 10,000
# regions beside these and the whole run each of the first has three visits.
with_report many.json <<'END' || fail "many functions"
rows = rows_of(report, "regions")
visits = {row["region"]: row["visits"] for row in rows}
others = visits["main/(other regions)"]
alone = [name for name in visits if name.count("/") == 1 and
         "(other" not in name and visits[name] == 3]
total = others + 3 * len(alone)
print(len(rows), "rows,", others, "visits of others,", len(alone), "alone")
assert total == 3 * 10500, total
assert len(alone) > 9800, len(alone)
END
remark many.run "874 calls of functions, summed over ranks, were nested more"
remark many.run "more than 10000 different regions"
echo "ok: many"
