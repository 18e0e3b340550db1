#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Ranges of NVTX become regions: counts and times of each, domains, threads,
# ends in the wrong order; preloaded, linked and switched off.  With the real
# headers where they are installed, by themselves or with CUDA.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time
cuda=${CUDA_HOME:-/usr/local/cuda}/include
real=
test ! -e "$cuda/nvtx3/nvToolsExt.h" || real=-I$cuda
build_c nvtx "nvtx.c visits.c" "$real -pthread -ldl"
build_c linked "nvtx.c visits.c" "$real -pthread -ldl $(linked_flags)"

NVTX_INJECTION64_PATH=$libs/libmpiprof.so
export NVTX_INJECTION64_PATH
for run in preloaded linked; do
    if test $run = linked; then # times are those of the other one
        measure $run.run 2 ./linked "$work/$run.expected"
        set -- --visits
    else
        measure_virtually $run.run 2 ./nvtx "$work/$run.expected"
        set --
    fi
    as_json $run.run $run --all
    std_python "$e2e/check_regions.py" "$@" $run.json $run.expected.*.tsv ||
        fail "regions of $run"
    one_line <$run.run/summary.txt >$run.line
    grep -q "2 ranges of NVTX or Kokkos, summed over ranks, did not nest" \
        $run.line || fail "$run: ranges that cross are not told"
    grep -q "have no counterpart: 4\." $run.line ||
        fail "$run: not four wrong ends"
    echo "ok: $run"
done

# Without the variable, and switched off, nothing is recorded and nothing said.
MPIPROF_OUTPUT=$work/off.run MPIPROF_ENABLE=off
export MPIPROF_OUTPUT MPIPROF_ENABLE
launch 2 "$mpiprof_run" ./nvtx "$work/off" >off.out 2>&1 ||
    fail "status $? when off: $(cat off.out)"
test ! -s off.out || fail "printed when off: $(cat off.out)"
test ! -e off.run || fail "left $(ls -d off.run*) when off"
unset MPIPROF_ENABLE
unset NVTX_INJECTION64_PATH
measure none.run 2 ./linked "$work/none"
as_json none.run none --all
! grep -q '"early"' none.json || fail "regions without the variable"
