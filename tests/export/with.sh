#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The time line of a run with the traces of other tools in it, by the time of day.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
test "${HAVE_JANSSON-no}" = yes || skip "built without jansson"
archives=alone
check=$SRC_DIR/tests/export/check_with.py

MPIPROF_TRACE=on
export MPIPROF_TRACE
build_c heat2d ../../../share/examples/heat2d.c "$(linked_flags)"
before=$(date +%s)
measure two 2 ./heat2d --size 64 --steps 5
"$report" export --format chrome -o plain.json two || fail "plain.json"
seconds=$(sed -n 's/^"baseTimeNanoseconds":\([0-9]*\)[0-9]\{9\},$/\1/p' plain.json)
test "$seconds" -ge $((before - 1)) && test "$seconds" -le "$(date +%s)" ||
    fail "time 0 is at $seconds, the run began after $before"
std_python "$check" make plain.json || fail "make"

chrome() {
    "$report" export --format chrome "$@" two
}
chrome --with 'f_[01].json' -o both.json || fail "--with"
std_python "$check" merged plain.json both.json || fail "both.json"
chrome --with f_0.json --with f_1.json >again.json || fail "--with --with"
cmp both.json again.json || fail "two options"
gzip f_1.json
chrome --with f_0.json --with f_1.json.gz >again.json || fail "--with .gz"
cmp both.json again.json || fail "compressed"
gunzip f_1.json.gz

# events OPTION...: how many slices of the files there are.
slices() {
    chrome "$@" >some.json 2>err || fail "$*: $(cat err)"
    got=$(grep -c '"cat":"FEE"' some.json)
}
slices --ranks 0 --with 'f_[01].json'
test "$got" = 2 || fail "--ranks 0: $got"
slices --to 0.00001 --with f_0.json # after MPI_Init, so after all of them
test "$got" = 2 || fail "--to: $got"
slices --from 0.00001 --with f_0.json
test "$got" = 0 || fail "--from: $got"
slices --with undated_1.json
test "$got" = 2 || fail "undated: $got"
grep -q "^mpiprof: undated_1.json: .*its first event is placed at the start of the run" \
    err || fail "undated: $(cat err)"
std_python - <<'END' || fail "undated: where it begins"
import json
data = json.load(open("some.json"))
begin = min(e["ts"] for e in data["traceEvents"] if e.get("cat") == "FEE")
assert abs(begin - data["otherData"]["run_begins_us"]) < 1e-3, begin
END

refuses 1 "other_1.json: belongs to another run: it starts [0-9]* s after this one ends" \
    chrome --with other_1.json
refuses 1 "f_9.json: its name says rank 9, but the run has only 2; use --rank-pattern to say" \
    chrome --with f_9.json
printf 'main;solve 3\n' >g_0.txt
refuses 1 "g_0.txt: is a file of folded stacks (py-spy); give traces in Chrome's" \
    chrome --with g_0.txt
printf '{"traceEvents": [nothing' >bad_0.json
refuses 1 "bad_0.json: is not valid JSON at byte" chrome --with bad_0.json
refuses 1 "no such file" chrome --with none_0.json
refuses 2 "goes with --format chrome" \
    "$report" export --format folded --with f_0.json two

# ---- the files alone ----
"$report" python --export chrome -o alone.json f_0.json f_1.json || fail "alone"
std_python - <<'END' || fail "alone.json"
import json
data, plain = json.load(open("alone.json")), json.load(open("plain.json"))
assert data["baseTimeNanoseconds"] == plain["baseTimeNanoseconds"] - 500000
events = [e for e in data["traceEvents"] if e["ph"] == "X"]
assert [(e["pid"], e["ts"]) for e in events[:2]] == [(0, 0), (0, 520.25)]
assert events[2]["pid"] == 1, events
END
refuses 2 "files of folded stacks (py-spy) have no time line" \
    "$report" python --export chrome g_0.txt
