#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of profiles of Python has their numbers; so has that of a run with
# profiles beside it.
. "$SRC_DIR/tests/lib.sh"
needs_browser

# set_of KIND RANKS
set_of() {
    std_python "$SRC_DIR/tests/pyprof/make_set.py" "$1" "$1" "$2" ||
        fail "make_set.py $1"
}

set_of idle 32
set_of plain 600
set_of recursive 1
set_of hostile 4
for set in idle plain recursive hostile; do
    "$report" python --format html -o $set.html $set || fail "page of $set"
    "$report" python --format json --all $set >$set.json || fail "JSON of $set"
done
"$report" python --format html plain >piped.html || fail "a page on a pipe"
cmp -s plain.html piped.html || fail "the page on a pipe is another"

mkdir run && "$BUILD_DIR/tests/html/make_runs" four run/run.mpiprof ||
    fail "make_runs four"
page run without.html
cp idle/cpu_[0-3].prof run
page run run.html
"$NODE" python.mjs || fail "python.mjs"
