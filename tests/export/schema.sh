#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Reports in JSON are what share/doc/report-schema.json says; see
# check_schema.py.
. "$SRC_DIR/tests/lib.sh"
needs_schema

# makes NAME WORDS...: a report.
made=
makes() {
    name=$1.json
    shift
    "$report" "$@" >"$name" 2>err || fail "$*: $(cat err)"
    made="$made $name"
}

mkdir run hostile
"$BUILD_DIR/tests/golden/make_reports" run || fail "make_reports"
"$BUILD_DIR/tests/golden/make_reports" . 8 && mv run.mpiprof other.mpiprof ||
    fail "make_reports"
"$BUILD_DIR/tests/tools/make_hostile" hostile/run.mpiprof names ||
    fail "make_hostile"
PYTHONPATH=$SRC_DIR/tests/pyprof std_python "$SRC_DIR/tests/pyprof/make_set.py" \
    results plain || fail "make_set.py"
cp run/report.json golden.json && made=golden.json # with waits and endings
makes export export --format json run
makes all --all --format json run
makes plain --format json run
makes top --top 1 --format json run
makes table --table procedures --format json run
makes hostile export --format json hostile
makes compare compare --all --format json run other.mpiprof
makes scaling scaling --all --format json run other.mpiprof
makes history history --all --format json run other.mpiprof
makes python python --all --format json results
makes pythons python --all --format json results vs results
# shellcheck disable=SC2086
check_schema $made || fail "check_schema.py"
