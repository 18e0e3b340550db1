#!/bin/sh
# What Kokkos tells a tool becomes regions: counts and times of each, names
# that are hostile, ends in the wrong order; preloaded, linked, a second copy of
# the library, and switched off.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c kokkos "kokkos.c visits.c" -ldl
build_c linked "kokkos.c visits.c" "-ldl $(linked_flags)"

# regions RUN COMMAND...: the report has what the program says.
regions() {
    run=$1
    shift
    measure "$run" 2 "$@" "$work/$run.expected"
    as_json "$run" "$run" --all
    "$PYTHON" "$e2e/check_regions.py" "$run.json" "$run".expected.*.tsv ||
        fail "regions of $run"
    one_line <"$run/summary.txt" >"$run.line"
    grep -q "2 ranges of NVTX or Kokkos, summed over ranks, did not nest" \
        "$run.line" || fail "$run: ranges that cross are not told"
    grep -q "without the other one: 10\." "$run.line" ||
        fail "$run: not ten wrong ends: $(grep -i region "$run.line")"
    echo "ok: $run"
}

KOKKOS_TOOLS_LIBS=$libs/libmpiprof.so
export KOKKOS_TOOLS_LIBS
regions preloaded.run "$mpiprof_run" ./kokkos
regions linked.run ./linked

# Another file than the one that measures: still one measurement.
cp "$libs/libmpiprof.so" another.so
KOKKOS_TOOLS_LIBS=$work/another.so
regions copy.run "$mpiprof_run" ./kokkos

KOKKOS_TOOLS_LIBS=$libs/libmpiprof.so
MPIPROF_OUTPUT=$work/off.run MPIPROF_ENABLE=off
export MPIPROF_OUTPUT MPIPROF_ENABLE
launch 2 "$mpiprof_run" ./kokkos "$work/off" >off.out 2>&1 ||
    fail "status $? when off: $(cat off.out)"
test ! -s off.out || fail "printed when off: $(cat off.out)"
test ! -e off.run || fail "left $(ls -d off.run*) when off"
