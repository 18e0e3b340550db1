#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program learns where its run's results go, and is called before its end
# where it would not come to write anything.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
archives=unchecked
build_c ends ends.c "$(linked_flags)"
build_c plain_ends ends.c

# ends_as STATUS HOW [PROGRAM]: the exit status is 0 or not.
ends_as() {
    how=$2
    mkdir "$how" || fail "$how"
    MPIPROF_OUTPUT=$work/$how/run launch 2 ${3-./ends} "$work/$how/of" "$how" \
        >"$how.out" 2>"$how.err"
    status=$?
    test $status -eq 0 && status=0 || status=1
    test $status -eq "$1" || fail "$how: status: $(cat "$how.err")"
}

# said TEXT COUNT HOW: so many lines of what was asked.
said() {
    test "$(cat "$3"/of.*.asked | grep -c "^$1\$")" -eq "$2" ||
        fail "$3: not $2 times '$1': $(cat "$3"/of.*.asked)"
}

# called COUNT HOW: so many processes were, once each.
called() {
    test "$(cat "$2"/of.*.last 2>/dev/null | wc -l)" -eq "$1" ||
        fail "$2: not called $1 times"
    echo "ok: $2"
}

ends_as 0 finalize
for rank in 0 1; do
    said "between $work/finalize/run $rank" 1 finalize
    said "after $work/finalize/run $rank" 1 finalize
done
said "before - -1" 2 finalize
called 0 finalize

ends_as 1 abort
called 1 abort
test -f abort/of.0.last || fail "abort: not on the rank that aborts"

ends_as 1 exit
test -s exit/of.0.last || test -s exit/of.1.last || fail "exit: not called"
echo "ok: exit"

ends_as 0 child
said "child - -1" 2 child
called 0 child

ends_as 1 taken_back
called 0 taken_back

# Killed by a signal that it has handled itself.
ends_as 1 signal
"$report" --full signal/run | one_line | grep 'rank 0 got SIGUSR2' >/dev/null ||
    fail "signal: $("$report" --full signal/run | head -5)"
called 0 signal

# What does not return is left behind.
began=$(date +%s)
ends_as 1 stuck
called 1 stuck
test $(($(date +%s) - began)) -ge 10 || fail "stuck: ended too early"
grep 'took longer than 10 s' stuck.err >/dev/null ||
    fail "stuck: $(cat stuck.err)"

# Without libmpiprof there is no run, and nothing is called.
mkdir without
launch 2 ./plain_ends "$work/without/of" abort >without.out 2>&1
said "between - -1" 2 without
called 0 without

# Preloaded it is found.
mkdir preloaded
MPIPROF_OUTPUT=$work/preloaded/run launch 2 "$mpiprof_run" ./plain_ends \
    "$work/preloaded/of" abort >preloaded.out 2>&1
said "between $work/preloaded/run 1" 1 preloaded
called 1 preloaded
