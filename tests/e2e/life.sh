#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Where mpiprof finds itself: in launchers, shells, debuggers, children; beside
# other tools, other copies of itself, another MPI; and in programs that end
# without MPI_Finalize.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c life life.c
build_c life_linked life.c "$(linked_flags)"
build_c no_mpi no_mpi.c
ours=$libs/libmpiprof.so

# runs COUNT: so many run directories here, and a report of the first counts
# right.
runs() {
    set -- "$1" mpiprof-life*/run.mpiprof
    test -e "$2" || set -- "$1"
    test $(($# - 1)) = "$1" || fail "$(($# - 1)) runs, not $1: $(ls; cat out)"
    test "$1" != 0 || return 0
    "$report" --format csv --table procedures "${2%/*}" >counted.csv ||
        fail "no report of $2"
    grep -q '^MPI_Send,[^,]*,6,' counted.csv &&
        grep -q '^MPI_Allreduce,[^,]*,4,' counted.csv ||
        fail "counted: $(cat counted.csv)"
    rm -rf mpiprof-life*
}

# quiet COMMAND...: prints "hello" and nothing else, and leaves nothing.
quiet() {
    rm -rf here && mkdir here
    (cd here && "$@") >out 2>&1 || fail "status $? of $*: $(cat out)"
    test "$(grep -v 'debug\|process\|libthread\|^$' out)" = hello ||
        fail "$* printed: $(cat out)"
    test -z "$(ls -A here)" || fail "$* left $(ls -A here)"
}

quiet env LD_PRELOAD="$ours" "$PYTHON" -c 'print("hello")'
quiet env LD_PRELOAD="$ours" sh -c 'sh -c "echo hello; exit 0" | cat'
if command -v gdb >/dev/null 2>&1; then
    quiet env DEBUGINFOD_URLS= gdb -nx -batch -ex "set startup-with-shell off" \
        -ex "set environment LD_PRELOAD $ours" -ex run ../no_mpi
    quiet env DEBUGINFOD_URLS= LD_PRELOAD="$ours" gdb -nx -batch \
        -ex "set startup-with-shell off" -ex run ../no_mpi
    echo "ok: without MPI, and in gdb"
else
    echo "ok: without MPI (no gdb here)"
fi

# The launcher itself, and what it starts.
# shellcheck disable=SC2086
LD_PRELOAD=$ours timeout 60 $MPIEXEC -n 2 env LD_PRELOAD="$ours" \
    ./life finalize >out 2>&1 </dev/null
test $? = 3 || fail "status of a preloaded launcher: $(cat out)"
runs 1
echo "ok: preloaded into the launcher"

launch 2 "$mpiprof_run" ./life children "$work/no_mpi" >out 2>&1 ||
    fail "children: $(cat out)"
test "$(grep -c '^hello' out)" = 6 || fail "children say: $(cat out)"
test "$(grep -c '^mpiprof:' out)" -le 3 || fail "too much: $(cat out)"
runs 1
echo "ok: children by fork, exec, system and posix_spawn"

# A program that goes elsewhere: results are where they were begun.
launch 2 "$mpiprof_run" ./life elsewhere >out 2>&1
test $? = 3 || fail "elsewhere: $(cat out)"
grep -q "^mpiprof: report: $(pwd -P)/mpiprof-life.*/summary.txt" out ||
    fail "does not say where: $(cat out)"
test "$(grep -c '^mpiprof:' out)" = 3 || fail "elsewhere: $(cat out)"
runs 1
echo "ok: in another directory at the end"

# Linked and preloaded at once, and two copies of the library: one run.
LD_PRELOAD=$ours launch 2 ./life_linked finalize >out 2>&1
test $? = 3 || fail "linked and preloaded: $(cat out)"
runs 1
mkdir copy && cp "$libs"/libmpiprof*.so copy ||
    fail "no copy of the libraries"
launch 2 env LD_PRELOAD="$ours $work/copy/libmpiprof.so" ./life finalize \
    >out 2>&1
test $? = 3 || fail "two copies: $(cat out)"
runs 1
launch 2 env LD_PRELOAD="$work/copy/libmpiprof.so" ./life_linked finalize \
    >out 2>&1
test $? = 3 || fail "a copy over the linked one: $(cat out)"
runs 1
echo "ok: measured once"

# Another tool, before and behind.
build_c libtool.so other_tool.c "-shared -fPIC"
tool=$work/libtool.so

# both PRELOAD PROGRAM: both tools see all calls.
both() {
    rm -f tool.out.*
    TOOL_OUTPUT=$work/tool.out launch 2 env LD_PRELOAD="$1" "$2" finalize \
        >out 2>&1
    test $? = 3 || fail "$1: $(cat out)"
    cat tool.out.0 tool.out.1 >tool.out ||
        fail "$1: the tool wrote nothing: $(cat out)"
    test "$(sort -u tool.out)" = "3 0 2" || fail "$1: $(cat tool.out)"
    runs 1
}
with_tool="-L$work -Wl,-rpath,$work -Wl,--no-as-needed -ltool"
build_c life_tool life.c "$with_tool"
build_c life_both life.c "$(linked_flags) $with_tool"
both "$ours $tool" ./life
both "$ours" ./life_tool
both "" ./life_both
echo "ok: before another tool"

# past PRELOAD PROGRAM: that tool calls PMPI, which is past all tools behind it.
past() {
    rm -f tool.out.*
    TOOL_OUTPUT=$work/tool.out launch 2 env LD_PRELOAD="$1" "$2" finalize \
        >out 2>&1
    test $? = 3 || fail "$1: $(cat out)"
    test "$(cat tool.out.0 tool.out.1 | sort -u)" = "3 0 2" ||
        fail "$1: $(cat tool.out.*)"
    test "$(grep -c '^mpiprof:' out)" = 1 &&
        grep -q '^mpiprof:.*libtool.so' out || fail "$1: $(cat out)"
    runs 0
}
past "$tool $ours" ./life
past "$tool" ./life_linked
echo "ok: behind another tool"

# The other MPI.
for other in $(other_flavours); do
    mpiexec=$(flavour_words "$other" mpiexec)
    $(flavour_words "$other" mpicc) -w "$programs/life.c" -o life_other || continue
    timeout 60 $mpiexec -n 2 env LD_PRELOAD="$ours" ./life_other \
        finalize >out 2>&1
    test $? = 3 || fail "status under $other: $(cat out)"
    test "$(grep -c '^mpiprof:' out)" = 1 &&
        grep -q "^mpiprof:.*built for $MPI_FLAVOUR.*not measuring; .*$other" \
            out ||
        fail "under $other: $(cat out)"
    runs 0

    # Linked with the library of this MPI.
    # shellcheck disable=SC2046 # words
    $(flavour_words "$other" mpicc) -w "$programs/life.c" -o life_linked_other \
        $(linked_flags) || fail "linking under $other"
    timeout 60 $mpiexec -n 2 ./life_linked_other finalize >out 2>&1
    test $? = 3 || fail "status, linked under $other: $(cat out)"
    test "$(grep -c '^mpiprof:' out)" = 1 &&
        grep -q "^mpiprof:.*built for $MPI_FLAVOUR.*--libs mpiprof-$other" out ||
        fail "linked under $other: $(cat out)"
    runs 0
    MPIPROF_OUTPUT=$work/alone timeout 60 $mpiexec -n 2 "$mpiprof_run" \
        ./life finalize >out 2>&1
    test "$(grep -c '^mpiprof: 2 processes were started' out)" = 1 ||
        fail "started by $other: $(cat out)"
    "$report" --full alone | grep -q '2 processes were started' ||
        fail "the report of a rank that is alone: $("$report" --full alone)"
    echo "ok: the other MPI"
done

# One rank says that nothing could be written; nobody waits for the others.  Of
# ranks that it kills a launcher may lose all that they said, and its status is
# that of the program, or that of the kill: MPICH's differs from run to run.
ends() {
    launch 2 ./life "$1" >plain 2>&1
    expected=$?
    for try in 1 2 3 4 5 6; do
        rm -rf mpiprof-life*
        launch 2 "$mpiprof_run" ./life "$1" >out 2>&1
        status=$?
        test $status = $expected || test $status = "$3" ||
            grep -q 'Killed (signal 9)' out ||
            fail "$1: status $status, not $expected: $(cat plain out)"
        test ! -s out || break
    done
    grep '^mpiprof:' out >lines
    test "$(wc -l <lines)" = 1 && grep -q "$2 on rank 0 before" lines ||
        fail "$1: $(cat out)"
    grep -q "$2" mpiprof-life*/summary.txt || fail "$1: no summary"
    rm -rf mpiprof-life*
}
ends exit "the program ended" 0
ends return "the program ended" 0
ends abort "MPI_Abort was called" 6
echo "ok: no MPI_Finalize"
