#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# python3 -m mpiprof leaves one exact profile for each rank, however the script
# ends.
. "$SRC_DIR/tests/lib.sh"
needs_python_module
needs_launcher
archives=alone

ranks=2
# mode STATUS NAME
mode() {
    python_run "$2" $ranks "$mpiprof_run" "$TEST_PYTHON" -m mpiprof \
        "$programs/modes.py" "$2"
    ended "$1" "$2"
}

both=cpu_0.prof,cpu_1.prof
usual="inner=42 failing=4 from_timed=8 end_now=0 script_ends=0 _before_exit=0
    _last_moment=0 note_main_ends=0 flush_all=0"

# The profile is there when the run's own files are, and counts as Python does.
for name in end go_away end_mpi; do
    mode 0 $name
    known=14
    test $name != end_mpi || known=16
    profiles $name $both known=$known inner=$((3 * known)) failing=4 \
        from_timed=8
    test ! -s $name.out || fail "$name: $(cat $name.out)"
    echo "ok: $name"
done

# The summary names what was there when MPI ended.
tail -n 1 end/summary.txt | grep "^Python functions: cpu_RANK.prof beside this file, of ranks 0 and 1; mpiprof-report python .* shows them\.\$" \
    >/dev/null || fail "end: summary.txt ends $(tail -n 2 end/summary.txt)"
grep "Python functions: cpu_RANK" end_mpi/summary.txt &&
    fail "end_mpi: the summary names files that come later"

# It is there before MPI ends.
mode 0 in_time
test "$(grep -o there in_time.out | wc -l)" = 2 ||
    fail "in_time: $(cat in_time.out)"
echo "ok: in_time"

# Errors are shown as Python shows them, and end with its status.
mode 1 raise
profiles raise $both known=14 $usual
grep 'ValueError: on purpose' raise.err >/dev/null || fail "raise: no message"
grep -e share/python -e runpy raise.err && fail "raise: shows the runner"
echo "ok: raise"
mode 3 exit
profiles exit $both known=14 $usual
echo "ok: exit"
mode 4 exit_now
profiles exit_now $both known=14 $usual
echo "ok: exit_now"

# The rank that aborts has a profile, whoever holds the interpreter's lock.
# Open MPI asks the others to end; MPICH kills them, and then there may be none.
archives=unchecked
for name in abort abort_held abort_busy; do
    began=$(date +%s)
    mode 5 $name
    test $(($(date +%s) - began)) -lt 9 || fail "$name: took too long"
    test -f $name/cpu_0.prof || fail "$name: no profile: $(cat $name.err)"
    if has_trait ends_ranks_gently; then
        test $name = abort_busy || profiles $name $both known=14 $usual
        "$report" --full $name | one_line | grep 'rank 1 got SIGTERM' >/dev/null ||
            fail "$name: no SIGTERM in the report"
    fi
    echo "ok: $name"
done

# MPI's own handler of errors.  Open MPI calls _exit(), which nobody hears of,
# but its launcher asks the other ranks to end; MPICH calls exit(), but its
# launcher kills all ranks, that one too, if there are others.
ranks=1
! has_trait ends_ranks_gently || ranks=2
mode 1 error
left=cpu_$((ranks - 1)).prof
profiles error $left known=7 inner=21
ranks=2
echo "ok: error"

# What a child of fork() does is not its parent's.
for name in fork fork_and_return; do
    mode 0 $name
    profiles $name $both known=14 $usual
    profiles . "" # the child's run has no directory
    echo "ok: $name"
done

# Threads count, too; also those that go on when the script is at its end.
separate=$("$TEST_PYTHON" -c 'import sys; print(not hasattr(sys, "monitoring"))')
mode 0 threads
profiles threads $both known=74 inner=222
echo "ok: threads"
test "$separate" = True ||
    test "$(grep -c 'mixes the calls of threads' threads.err)" -eq 1 ||
    fail "threads: does not say that times are wrong"
mode 0 many_threads
profiles many_threads $both known=314 inner=942
echo "ok: many_threads"
mode 0 leave_threads
test "$separate" = False || profiles leave_threads $both known=16 inner=48
echo "ok: leave_threads"

# Regions have exact counts in the report.
as_json end regions --table regions
with_report regions.json <<'END' || fail "regions"
visits = {row["region"]: row["visits"] for row in rows_of(report, "regions")}
wanted = {"outer": 14, "outer/inner": 42, "failing": 4, "from_timed": 8,
          "steps": 8, "again": 2, "again/again": 2, "(outside regions)": 2}
print(visits)
sys.exit(visits != wanted)
END
one_line <end/summary.txt | grep -e 'have no counterpart' \
    -e 'Region ends in the trace' && fail "regions do not nest"
echo "ok: regions"
as_json end at_lines --table procedures --region again/again
grep MPI_Barrier at_lines.json >/dev/null || fail "a region without its call"

# Of some ranks only, and into another directory.
python_run ranks 2 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof --ranks 1 \
    --output given "$programs/modes.py" end
ended 0 ranks
profiles given cpu_1.prof known=7
profiles ranks ""
echo "ok: ranks"

# The run is named after the program, not after what runs it.
mkdir -p names/mpiprof && cd names || exit 1
for words in "$programs/modes.py" "-m modes" "-o mpiprof -m modes"; do
    # shellcheck disable=SC2086 # a list of words
    launch 1 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof $words end 2>err ||
        fail "$words: $(cat err)"
    set -- mpiprof-*
    case $1 in
    mpiprof-modes-1-*) rm -rf mpiprof-modes-1-* ;;
    *) fail "$words: $(ls)" ;;
    esac
done
test -f mpiprof/cpu_0.prof || fail "-o mpiprof: $(ls mpiprof)"
cd .. || exit 1
echo "ok: names"

# A directory that cannot be written: one line, and nothing else changes.
: >a_file
python_run unwritable 2 "$mpiprof_run" "$TEST_PYTHON" -m mpiprof \
    --output a_file/in "$programs/modes.py" exit
ended 3 unwritable
test "$(grep -c 'there is no Python profile' unwritable.err)" -eq 1 ||
    fail "unwritable: $(cat unwritable.err)"
echo "ok: unwritable"
