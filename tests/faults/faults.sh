# shellcheck shell=sh
# faults.sh - what the tests of faults need, beside tests/e2e/lib.sh.
#
# A test calls build_job and plain first, then `injured' once for each fault,
# which checks what holds whatever happens, and then what is left of the run.

made=tests/faults/made
. "$SRC_DIR/tests/e2e/lib.sh"
faults=$SRC_DIR/tests/faults
job_ranks=2
launch_seconds=60

# The job's status is not 0: Open MPI then ends who is still there, and would
# sleep for a second before SIGTERM and one before SIGKILL.  All that a rank has
# to do and to say is behind it when another one can leave MPI_Finalize.
export OMPI_MCA_odls_base_sigkill_timeout=0

# in_namespace "$@": the test goes on in mounts of its own, which end with it.
in_namespace() {
    test -z "${IN_NAMESPACE-}" || return 0
    trap - 0
    unshare -m true 2>/dev/null ||
        skip "mounts of its own are not permitted (unshare -m)"
    IN_NAMESPACE=1 exec unshare -m "$faults/$test_name.sh" "$@"
}

# small_disk NAME KIB: an empty one, at $work/NAME.
small_disk() {
    mkdir -p "$work/$1"
    mount -t tmpfs -o "size=$2k" none "$work/$1" 2>/dev/null ||
        skip "mounting a tmpfs is not permitted"
}

# build_job: job, and job_measured, which is linked with libmpiprof.
build_job() {
    needs_launcher
    build_c job ../../faults/programs/job.c
    build_c job_measured ../../faults/programs/job.c "$(linked_flags)"
}

# said FILE: on stderr, neither by mpiprof nor by a launcher on the job's exit
# status, which it does not always.
said() {
    grep -a -v -e '^mpiprof: ' -e '^-*$' -e '^Primary job  *terminated norm' \
        -e '^a non-zero exit code. Per user' -e ' detected that one or more p' \
        -e '^the job to be terminated. The first' -e '^  Process name:' \
        -e '^  Exit code:  *5' "$1"
}

# plain COMMAND...: what the job does without mpiprof.
plain() {
    "$@" >plain.out 2>plain.err </dev/null
    plain_status=$?
    said plain.err >plain.said
}

# injured RUN COMMAND...: the job ends as it does without mpiprof, with the
# same output, and mpiprof says at most one line more than of any run; that is
# in RUN.line.
injured() {
    run=$1
    shift
    "$@" >"$run.out" 2>"$run.err" </dev/null
    injured_status=$?
    test $injured_status = "$plain_status" ||
        fail "$run: status $injured_status, not $plain_status: $(cat "$run.err")"
    cmp -s plain.out "$run.out" ||
        fail "$run: other output: $(diff plain.out "$run.out")"
    said "$run.err" >"$run.said"
    cmp -s plain.said "$run.said" ||
        fail "$run: also on stderr: $(diff plain.said "$run.said")"
    grep -a '^mpiprof: ' "$run.err" | grep -a -v "$usual" >"$run.line"
    test "$(wc -l <"$run.line")" -le 1 ||
        fail "$run: more than a line: $(cat "$run.line")"
}

# The lines of every run.
usual='^mpiprof: report: \| ran for .* useful, \|^mpiprof: Rank [0-9]* works'
usual="$usual"'\|^mpiprof: Even the rank\|^mpiprof: Whether the ranks'
usual="$usual"'\|^mpiprof: The run is balanced'

# injured_in RUN DIRECTORY COMMAND...: the same, with results there.
injured_in() {
    MPIPROF_OUTPUT=$work/$2
    export MPIPROF_OUTPUT
    run=$1
    shift 2
    injured "$run" "$@"
    unset MPIPROF_OUTPUT
}

# line RUN WORDS...: that one line is there and has all of them.
line() {
    run=$1
    shift
    test -s "$run.line" || fail "$run: not a line: $(cat "$run.err")"
    for words in "$@"; do
        grep -q -e "$words" "$run.line" ||
            fail "$run: no '$words' in: $(cat "$run.line")"
    done
}

no_line() {
    test ! -s "$1.line" || fail "$1: $(cat "$1.line")"
}

# readable DIRECTORY: a report can be made of it, with all that was called.
readable() {
    "$report" "$1" >readable.txt 2>readable.err ||
        fail "no report of $1: $(cat readable.err)"
    grep -q 'MPI_Allreduce' readable.txt || fail "$1: $(cat readable.txt)"
}

# whole DIRECTORY: profile and summary, and all that the job did is counted.
whole() {
    test -s "$1/summary.txt" || fail "$1: no summary"
    readable "$1"
    "$report" --format csv --table procedures "$1" >whole.csv ||
        fail "$1: no table"
    grep -q "^MPI_Waitall,[^,]*,$((11 * job_ranks))," whole.csv ||
        fail "$1: $(grep MPI_Waitall whole.csv)"
}

# left RUN DIRECTORY: what is there can be read, and what is not is in the
# line.  Sets what_is_left to: nothing (but what the ranks kept while they ran),
# all, or words of: profile, summary, trace.
left() {
    if test -d "$2/unfinished"; then
        line "$1" 'its ranks left theirs: mpiprof-report .* shows them'
        "$report" "$2" >"$1.pieces" 2>&1 ||
            fail "$1: no report of what is left: $(cat "$1.pieces")"
        what_is_left=nothing
        return
    fi
    if test ! -e "$2/run.mpiprof" && test -e "$2/run.otf2"; then
        line "$1" 'profile of this run is lost, its trace is there'
        readable "$2"
        what_is_left=trace
        return
    fi
    if test ! -e "$2/run.mpiprof"; then
        test ! -e "$2" || fail "$1: left of nothing: $(ls -R "$2")"
        line "$1" 'nothing is recorded\|results of this run are lost'
        what_is_left=nothing
        return
    fi
    readable "$2"
    what_is_left=profile
    if test -s "$2/summary.txt"; then
        ! grep -q '(summary.txt: ' "$1.err" || fail "$1: $(cat "$1.err")"
        what_is_left=profile+summary
    else
        test ! -e "$2/summary.txt" || fail "$1: an empty summary"
        grep -q '^mpiprof: report: mpiprof-report .* (summary.txt: ' \
            "$1.err" || fail "$1: no summary: $(cat "$1.err")"
    fi
    if test -e "$2/run.otf2"; then
        what_is_left=$what_is_left+trace
    else
        test ! -e "$2/run" || fail "$1: left of the trace: $(ls -R "$2")"
        test "${MPIPROF_TRACE-on}" = off || line "$1" 'trace'
    fi
    test "$what_is_left" != profile+summary+trace || what_is_left=all
    grep -q 'report is not complete' "$1.line" || test ! -s "$1.line" ||
        test "$what_is_left" != all || fail "$1: $(cat "$1.line")"
}
