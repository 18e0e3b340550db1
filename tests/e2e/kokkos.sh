#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What Kokkos tells a tool becomes regions: counts and times of each, names
# that are hostile, ends in the wrong order; preloaded, linked, a second copy of
# the library, and switched off.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_virtual_time
build_c kokkos "kokkos.c visits.c" -ldl
build_c linked "kokkos.c visits.c" "-ldl $(linked_flags)"

# regions HOW RUN COMMAND...: the report has what the program says; HOW:
# measure_virtually, or measure, then times do not count.
regions() {
    how=$1
    run=$2
    shift 2
    $how "$run" 2 "$@" "$work/$run.expected"
    as_json "$run" "$run" --all
    visits=
    test "$how" != measure || visits=--visits
    # shellcheck disable=SC2086 # an option or none
    std_python "$e2e/check_regions.py" $visits "$run.json" \
        "$run".expected.*.tsv || fail "regions of $run"
    one_line <"$run/summary.txt" >"$run.line"
    grep -q "2 ranges of NVTX or Kokkos, summed over ranks, did not nest" \
        "$run.line" || fail "$run: ranges that cross are not told"
    grep -q "have no counterpart: 10\." "$run.line" ||
        fail "$run: not ten wrong ends: $(grep -i region "$run.line")"
    echo "ok: $run"
}

KOKKOS_TOOLS_LIBS=$libs/libmpiprof.so
export KOKKOS_TOOLS_LIBS
regions measure_virtually preloaded.run ./kokkos
regions measure linked.run ./linked

# Another file than the one that measures: still one measurement.
cp "$libs/libmpiprof.so" another.so
KOKKOS_TOOLS_LIBS=$work/another.so
regions measure copy.run "$mpiprof_run" ./kokkos

KOKKOS_TOOLS_LIBS=$libs/libmpiprof.so
MPIPROF_OUTPUT=$work/off.run MPIPROF_ENABLE=off
export MPIPROF_OUTPUT MPIPROF_ENABLE
launch 2 "$mpiprof_run" ./kokkos "$work/off" >off.out 2>&1 ||
    fail "status $? when off: $(cat off.out)"
test ! -s off.out || fail "printed when off: $(cat off.out)"
test ! -e off.run || fail "left $(ls -d off.run*) when off"
