#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the wrappers tell the core of one program is the same in C, mpif.h,
# use mpi and use mpi_f08, linked and preloaded; switched off and in a forked
# child they tell nothing.  fake_core.c stands in for the core.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
here=$SRC_DIR/tests/wrappers

# The fake core must lie next to the library.
cp "$libs/libmpiprof.so" . || fail "no libmpiprof.so"
# shellcheck disable=SC2086 # lists of words
$MPICC -std=gnu11 -O1 -g -Wall -Wextra -fPIC -shared -fvisibility=hidden \
    -I"$SRC_DIR/src" "$here/fake_core.c" "$BUILD_DIR/gen/call_table.c" \
    -o libmpiprof-core.so || fail "fake_core.c does not compile"

linked="-L$work -Wl,-rpath,$work -Wl,--no-as-needed -lmpiprof"

# run LOG COMMAND...: two ranks; the log of rank 0 is LOG.0.
run() {
    log=$1
    shift
    FAKE_CORE_LOG=$work/$log launch 2 "$@" || fail "$log: $*"
}

# same LOG INTERFACE: as the program in C, but for the interface it uses.
# A region that C opens before MPI_Init has no twin in Fortran.
same() {
    for r in 0 1; do
        grep -v "region 'program'" c_linked.$r |
            sed "s/^interfaces 1/interfaces $2/" >expected.$r
        diff expected.$r "$1.$r" || fail "$1: rank $r is told otherwise"
    done
    echo "ok $1"
}

# shellcheck disable=SC2086
$MPICC -w -I"$SRC_DIR/include" "$here/smoke.c" -o smoke_c_linked $linked &&
    $MPICC -w -I"$SRC_DIR/include" "$here/smoke.c" -o smoke_c ||
    fail "smoke.c does not compile"
run c_linked ./smoke_c_linked
for word in 'MPI_Init begins' "region 'program' ends" 'MPI_Finalize mode 1' \
    'Allreduce.* in place' '8 bytes from 1 tag 12'; do
    grep "$word" c_linked.0 >found || fail "C: no line $word"
done
if grep WRONG c_linked.0; then
    fail "C: times or depth"
fi
run c_preloaded env LD_PRELOAD="$work/libmpiprof.so" ./smoke_c
diff c_linked.0 c_preloaded.0 || fail "preloaded is not as linked"
run off env LD_PRELOAD="$work/libmpiprof.so" MPIPROF_ENABLE=off ./smoke_c
test ! -e off.0 || fail "off and yet measured"

# shellcheck disable=SC2086
$MPICC -w -pthread "$here/late.c" -o late $linked ||
    fail "late.c does not compile"
run late ./late
for word in 'MPI_Init begins' 'MPI_Waitall 300 of 300' 'MPI_Send result' \
    'MPI_Finalize mode 1'; do
    grep "$word" late.0 >found || fail "late: no line $word"
done
if grep 'WRONG\|Comm_compare' late.0; then
    fail "late: times, depth or a forked child"
fi
echo "ok late"

test -n "$MPIFC" || exit 0
for interface in 1 2 3; do
    test $interface -lt 3 || test "$HAVE_MPI_F08" = yes || break
    mkdir -p modules$interface
    # shellcheck disable=SC2086
    $MPIFC -w -fallow-argument-mismatch -Jmodules$interface \
        -DINTERFACE=$interface "$here/smoke.F90" -o smoke_$interface \
        $linked >smoke_$interface.log 2>&1 || {
        cat smoke_$interface.log
        fail "smoke.F90 does not compile"
    }
    run fortran_$interface ./smoke_$interface
    case $interface in
    3) same fortran_3 4 ;;
    *) same fortran_$interface 2 ;;
    esac
done
