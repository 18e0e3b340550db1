#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Disks that become full at every stage of a run: the directory, the trace, the
# profile or the summary finds no room, or no room for one more file.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
in_namespace "$@"
needs_trace
build_job
plain launch $job_ranks ./job 40000

# on_disk NAME OPTIONS: the job on an empty disk of its own.
on_disk() {
    mkdir -p "$1"
    mount -t tmpfs -o "$2" none "$1" ||
        skip "mounting a tmpfs is not permitted"
    injured_in "$1" "$1/run" launch $job_ranks ./job_measured 40000
    left "$1" "$1/run"
    outcomes="$outcomes $what_is_left"
    echo "ok: $2: $what_is_left"
}

# were OUTCOME...: each of them occurred.
were() {
    for outcome in "$@"; do
        case "$outcomes " in
        *" $outcome "*) ;;
        *) fail "no disk left $outcome:$outcomes" ;;
        esac
    done
}

# Blocks of 4 KiB.  In the middle of the run, and at its end.
outcomes=
MPIPROF_TRACE_BUFFER_MB=1
export MPIPROF_TRACE_BUFFER_MB
for kib in 4 16 28 32 40 64 1400 8000; do
    on_disk blocks.$kib "size=${kib}k"
done
line blocks.1400 'trace of rank [01]: no room left in .*/blocks.1400/run;'
were nothing profile+summary all

# Room for so many files: the first is the disk's own directory.
outcomes=
unset MPIPROF_TRACE_BUFFER_MB
for files in 1 2 3 4 6 8 9 10 11; do
    on_disk files.$files "size=16m,nr_inodes=$files"
done
were nothing profile+summary profile+trace all

# A place of a host's own for what is kept needs room for that host's ranks
# only: 64 MiB and 1 MiB for each.
mkdir scratch
mount -t tmpfs -o size=67m none scratch ||
    skip "mounting a tmpfs is not permitted"
# kept OF_THIS_HOST FILES: that many of 4 ranks have a file while they run.
kept() {
    MPIPROF_TRACE=off MPIPROF_SCRATCH=$work/scratch MPIPROF_OUTPUT=$work/kept$1 \
        launch 4 env $(flavour_words all local_size | sed "s/$/=$1/") \
        ./job_measured 0 "ls scratch/*/ >>kept$1.files; echo looked >>kept$1.files" \
        >kept.out 2>&1
    persist_status=$?
    test $persist_status = "$plain_status" ||
        fail "kept $1: status $persist_status: $(cat kept.out)"
    grep -q looked "kept$1.files" && test -s "kept$1/run.mpiprof" ||
        fail "kept $1: $(cat "kept$1.files" kept.out)"
    test "$(sort -u "kept$1.files" | grep -c '^[0-9]$')" = "$2" ||
        fail "kept $1: not $2 files: $(cat "kept$1.files" kept.out)"
}
kept 4 0
kept 2 4
test -z "$(ls scratch)" || fail "left behind: $(ls -R scratch)"

# A disk that fails while the job runs: what a rank keeps there has no pages any
# more, and finds none.
build_c cut_off ../../faults/programs/cut_off.c
build_c cut_off_measured ../../faults/programs/cut_off.c "$(linked_flags)"
small_disk failing 102400
plain launch $job_ranks ./cut_off none fails 1 200
injured_in failing.run failing/run launch $job_ranks ./cut_off_measured \
    "$work/failing/run/unfinished" fails 1 200
line failing.run 'rank 1 has lost what it measured: its unfinished profile was' \
    'what is left: mpiprof-report failing/run'
"$report" --full failing/run >failing.txt 2>&1 || fail "failing: $(cat failing.txt)"
grep -q MPI_Allreduce failing.txt || fail "failing: $(cat failing.txt)"
echo "ok: failing"
