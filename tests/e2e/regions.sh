#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Regions hold the calls made in them; Pcontrol switches off and on.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c regions "regions.c expect.c" "$(linked_flags)"
expect_counts regions.run 2 ./regions

# only REGION PROCEDURES: the report of one region has nothing else.
only() {
    as_json regions.run only --region "$1"
    grep -h -E "	($2)	" regions.run.expected.*.tsv >only.tsv
    std_python "$e2e/check_counts.py" only.json only.tsv ||
        fail "calls in region $1"
}

only '*inner' MPI_Allreduce
only outer 'MPI_Bcast|MPI_Allreduce'

# Preloaded, the marks work without linking.
build_c plain_regions "regions.c expect.c"
expect_counts preloaded.run 2 "$mpiprof_run" ./plain_regions
as_json preloaded.run preloaded
grep -q '"[^"]*inner"' preloaded.json || fail "no region inner when preloaded"

# Also in a program at fixed addresses, for which the linker decides about
# symbols that may be missing; without mpiprof the marks are nothing.
build_c fixed_regions "regions.c expect.c" "-fno-pie -no-pie"
launch 2 ./fixed_regions "$work/unmeasured" >unmeasured.out 2>&1 ||
    fail "status $? without mpiprof: $(cat unmeasured.out)"
expect_counts fixed.run 2 "$mpiprof_run" ./fixed_regions
as_json fixed.run fixed
grep -q '"[^"]*inner"' fixed.json || fail "no region inner with -no-pie"
build_c fixed_linked "regions.c expect.c" "-fno-pie -no-pie $(linked_flags)"
expect_counts fixed_linked.run 2 ./fixed_linked
as_json fixed_linked.run fixed_linked
grep -q '"[^"]*inner"' fixed_linked.json ||
    fail "no region inner with -no-pie, linked"

# The trace is written out many times at the marks: that is nobody's time.
build_c many_regions many_regions.c "$(linked_flags)"
MPIPROF_TRACE_BUFFER_MB=1
export MPIPROF_TRACE_BUFFER_MB
measure many.run 1 ./many_regions
as_json many.run many --all
std_python "$e2e/check_time_adds_up.py" many.json || fail "times of many.run"

# Marks in a function that MPI calls are none: its time is MPI's, in the profile
# and in the trace, and so are its samples.
build_c inside regions_inside.c "$(linked_flags)"
MPIPROF_SAMPLE=1000
export MPIPROF_SAMPLE
measure inside.run 1 ./inside 0.4
for name in inside inside_trace; do
    from=inside.run
    test $name = inside || from=inside.run/run.otf2
    test -e "$from" || continue
    as_json "$from" "$name" --all
    with_report "$name.json" <<'END' || fail "regions inside MPI: $name"
regions = {row["region"]: row for row in rows_of(report, "regions")}
calls = {row["procedure"]: row for row in rows_of(report, "procedures")}
sampled = sum(row["time_s"] for row in rows_of(report, "functions")) \
    if "functions" in report["tables"] else 0
if "around" not in regions or any("inside" in name for name in regions):
    sys.exit("regions %s" % sorted(regions))
if calls["MPI_Reduce_local"]["time_s"] < 0.4:
    sys.exit("MPI_Reduce_local took %s" % calls["MPI_Reduce_local"])
if regions["around"]["mpi_s"] < 0.4 or sampled > 0.1:
    sys.exit("%s, %.3f s of work" % (regions["around"], sampled))
if "trace" not in sys.argv[1] and \
        not calls["MPI_Reduce_local"]["processor_s"] > 0.3:
    sys.exit("no samples in it: %s" % calls["MPI_Reduce_local"])
END
done
