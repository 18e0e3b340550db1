#!/bin/sh
# Functions of programs compiled with -finstrument-functions are regions: C, C++
# and Fortran, linked and preloaded; recursion, longjmp, exceptions, threads,
# many functions, deep calls, short ones that are folded, and switched off.
. "$(dirname "$0")/lib.sh"
needs_launcher
instrument="-finstrument-functions -pthread"
fold=fold:10000/100us # a loaded machine may take away a millisecond

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
    for run in preloaded linked; do
        if test $run = linked; then
            set -- ./linked
        else
            set -- "$mpiprof_run" ./functions
        fi
        measure $run.run 2 "$@" "$work/$run.expected"
        as_json $run.run $run --all
        "$PYTHON" "$e2e/check_regions.py" $run.json $run.expected.*.tsv ||
            fail "functions of $run"
        remark $run.run "into their callers: 39,\?998 calls of 1 function"
        remark $run.run "not timed: tiny (39998)\."
        remark $run.run "4 calls of functions, summed over ranks, were left"
        ! one_line <$run.run/summary.txt | grep "without the other one" ||
            fail "$run: regions without an end"
        echo "ok: $run"
    done

    # Without folding all are timed; a rule that is none is told.
    MPIPROF_FUNCTIONS=fold:off measure all.run 1 "$mpiprof_run" ./functions \
        "$work/all.expected"
    as_json all.run all --all
    ! grep "folded" all.json || fail "folded with fold:off"
    grep -q '"main/tiny", *30000,' all.json || fail "not all calls are timed"
    MPIPROF_FUNCTIONS=fold:1 measure wrong.run 1 "$mpiprof_run" ./functions \
        "$work/wrong.expected"
    grep -q "MPIPROF_FUNCTIONS=fold:1: must be" wrong.run.err ||
        fail "a wrong rule is not told"
    MPIPROF_FUNCTIONS=off measure none.run 1 "$mpiprof_run" ./functions \
        "$work/none.expected"
    as_json none.run none --all
    ! grep '"main/' none.json || fail "functions with MPIPROF_FUNCTIONS=off"
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

# many.c: more functions than there are rows, a deep nest of calls of two.
"$PYTHON" - >many.c <<'END'
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
"$PYTHON" - <<'END' || fail "many functions"
import json
table = json.load(open("many.json"))["tables"]["regions"]
names = [column["name"] for column in table["columns"]]
rows = [dict(zip(names, row)) for row in table["rows"]]
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
