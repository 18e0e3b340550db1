#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What four ranks use of their host is known: memory, page faults, processor
# time and bytes are told of the right ranks, whatever else runs there.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test -r /proc/self/io && test -r /proc/self/statm ||
    skip "no /proc/self/io or statm here"
build_c resources resources.c

# used RUN [SETTING=VALUE...] -- ARGUMENTS: a run of the program
used() {
    run=$1
    shift
    settings=
    while test "$1" != --; do
        settings="$settings $1"
        shift
    done
    shift
    # shellcheck disable=SC2086 # a list of words
    measure "$run" 4 env $settings "$mpiprof_run" ./resources \
        "$work/$run.file" "$@" >"$run.out"
    as_json "$run" "$run" --all
}

# right CASE: of the last run
right() {
    std_python "$e2e/check_resources.py" "$run.json" "$1" || fail "$run"
    echo "ok: $run"
}

used known.run -- plain
right known

# More often; less often and pauses are seen by test_scripted_resources.c.
used often.run MPIPROF_RESOURCES=0.01 -- plain
right known

# A child of the program.
used fork.run -- fork
right known

# Without a descriptor that is free: what getrusage tells is left, and the
# report says what is not.
used nofiles.run -- nofiles
right nofiles

# Off: nothing of it.
for off in off OFF no; do
    used "$off.run" "MPIPROF_RESOURCES=$off" -- plain
    right none
done

# What is no number is told, and the default holds.
for bad in abc 0 1,5 4000; do
    used "bad$bad.run" "MPIPROF_RESOURCES=$bad" -- plain
    grep -q "MPIPROF_RESOURCES=$bad is not one of off|0.01..3600; using 0.1" \
        "bad$bad.run.err" || fail "MPIPROF_RESOURCES=$bad"
    right known
done

# A run that is killed keeps what was read.
MPIPROF_OUTPUT=$work/killed.run launch 4 "$mpiprof_run" ./resources \
    "$work/killed.file" kill >killed.out 2>&1
as_json killed.run killed.run --all
run=killed.run
right killed
