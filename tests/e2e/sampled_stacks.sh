#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Stacks too deep or damaged to be followed: programs go on as without us, the
# report says of how many samples the call path is cut, and innermost functions
# are right, from both sources, with and without frame pointers.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

MPIPROF_SAMPLE=1000
export MPIPROF_SAMPLE
build_c frames sampled_stacks.c "-pthread -fno-omit-frame-pointer"
build_c no_frames sampled_stacks.c "-pthread -fomit-frame-pointer"
$MPICC "$programs/without_perf.c" -o without_perf || fail without_perf
sources="env"
! ./without_perf true || sources="env ./without_perf"

known=$HAVE_LIBDW

# stacks PROGRAM WHAT: its output is the same as without us.
stacks() {
    launch 1 "./$1" "$2" >"$1.$2.plain" 2>"$1.$2.plain.err" ||
        fail "$1 $2 without us: $(cat "$1.$2.plain" "$1.$2.plain.err")"
    for source in $sources; do
        run=$1.$2.$(basename "$source").run
        (measure "$run" 1 "$source" "$mpiprof_run" "./$1" "$2") >"$run.out" ||
            fail "$(cat "$run.out")"
        cmp "$1.$2.plain" "$run.out" || fail "$run: another output"
        grep -q '^mpiprof: report: ' "$run.err" ||
            fail "$run: $(cat "$run.err")"
        as_json "$run" "$run" --all
        std_python "$e2e/check_sampled_stacks.py" "$run.json" "$2" \
            "$known" || fail "$run"
        echo "ok: $run"
    done
}

for program in frames no_frames; do
    test "$program$known$HAVE_LIBUNWIND" != no_framesyesno || known=own
    stacks $program deep
    case $(uname -m) in # it has the instructions of two
    x86_64 | aarch64) stacks $program damaged ;;
    esac
done
! grep -l "not complete" ./*.err || fail "a report is not complete"
