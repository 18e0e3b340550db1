#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Parallel regions, work-sharing and waits of OpenMP become regions, where the
# runtime has OMPT (that of LLVM; gcc's has not).
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time

# Whatever version a runtime is of.
build_c told "ompt_told.c visits.c" -ldl
measure_virtually told.run 1 ./told "$work/told.expected"
as_json told.run told --all
std_python "$e2e/check_regions.py" told.json told.expected.0.tsv ||
    fail "regions of told"
echo "ok: told"

command -v clang >/dev/null || skip "no clang, whose OpenMP runtime has OMPT"
printf '#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n' \
    >probe.c
clang -fopenmp probe.c -o probe && ./probe || skip "clang has no OpenMP here"
export OMPI_CC=clang MPICH_CC=clang
build_c openmp "openmp.c visits.c" "-fopenmp"
build_c linked "openmp.c visits.c" "-fopenmp $(linked_flags)"

for run in preloaded linked; do
    if test $run = linked; then # times are those of the other one
        measure $run.run 1 ./linked "$work/$run.expected"
        set -- --visits
    else
        KMP_BLOCKTIME=0 measure_virtually $run.run 1 ./openmp \
            "$work/$run.expected"
        set --
    fi
    as_json $run.run $run --all
    std_python "$e2e/check_regions.py" "$@" $run.json $run.expected.*.tsv ||
        fail "regions of $run"
    ! one_line <$run.run/summary.txt | grep "have no counterpart" ||
        fail "$run: regions without an end"
    echo "ok: $run"
done

MPIPROF_OUTPUT=$work/off.run MPIPROF_ENABLE=off
export MPIPROF_OUTPUT MPIPROF_ENABLE
launch 1 "$mpiprof_run" ./openmp "$work/off" >off.out 2>&1 ||
    fail "status $? when off: $(cat off.out)"
test ! -s off.out || fail "printed when off: $(cat off.out)"
test ! -e off.run || fail "left $(ls -d off.run*) when off"
