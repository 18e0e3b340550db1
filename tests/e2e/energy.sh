#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Where powercap tells no energy, PAPI does once counters have started it; one
# rank of the host reads it.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$HAVE_PAPI" = yes || skip "built without PAPI"
for zone in /sys/class/powercap/intel-rapl:*/energy_uj; do
    ! cat "$zone" >/dev/null 2>&1 || skip "powercap can be read here"
done
build_c own_cost own_cost.c
papi_flags=$(sed -n 's/^PAPI_CPPFLAGS = //p' "$BUILD_DIR/Makefile")
# shellcheck disable=SC2086 # a list of words
$MPICC -shared -fPIC $papi_flags "$programs/fake_papi.c" \
    -o libfake_papi.so || fail fake_papi.c

# with_fake COMMAND...: preloaded for it alone, not for the launcher.
cat >with_fake <<END
#!/bin/sh
LD_PRELOAD=$work/libfake_papi.so exec "\$@"
END
chmod +x with_fake

# energy RUN: the joules of each rank that has any, and how many readings there
# were of all.
energy() {
    as_json "$1" "$1" --all
    with_report "$1.json" <<'EOF'
found = [row["energy_j"] for row in rows_of(report, "resources_per_rank")]
note = report["tables"]["resources"]["note"]
print(*[joules for joules in found if joules is not None],
      re.match("([0-9]+) reading", note).group(1))
EOF
}

MPIPROF_RESOURCES=0.01
export MPIPROF_RESOURCES
MPIPROF_COUNTERS=FAKE measure one 1 ./with_fake "$mpiprof_run" \
    ./own_cost work 200
# The first reading is where it begins.
# shellcheck disable=SC2046 # two words
set -- $(energy one)
test $# -eq 2 && awk "BEGIN { exit !($1 == 3 * ($2 - 1) && $2 > 1) }" ||
    fail "energy and readings: $*"
MPIPROF_COUNTERS=FAKE measure two 2 ./with_fake "$mpiprof_run" \
    ./own_cost work 200
# shellcheck disable=SC2046
set -- $(energy two)
test $# -eq 2 || fail "not one of two ranks reads energy: $*"

# PAPI is not started for it.
measure none 1 ./with_fake "$mpiprof_run" ./own_cost work 200
# shellcheck disable=SC2046
set -- $(energy none)
test $# -eq 1 || fail "energy without counters: $*"
