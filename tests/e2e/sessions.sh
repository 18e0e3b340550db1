#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Programs of sessions, without MPI_Init, and those that do not end together.
# What they call is counted in tests/odd/odd_sessions.c.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
echo '#include <mpi.h>
int has_sessions[MPI_VERSION >= 4 ? 1 : -1];' >probe.c
$MPICC -c probe.c 2>probe.log || skip "mpi.h of $MPI_FLAVOUR has no sessions"
build_c sessions sessions.c

# run RUN WHAT...: the program ends as it does without mpiprof.
run() {
    name=$1
    shift
    launch 3 ./sessions "$@" 2>/dev/null | grep ends | sort >"$name.plain"
    MPIPROF_OUTPUT=$work/$name launch 3 "$mpiprof_run" ./sessions "$@" \
        2>"$name.err" | grep ends | sort >"$name.out"
    cmp "$name.plain" "$name.out" || fail "$*: $(cat "$name.out" "$name.err")"
}

# says RUN WORDS: on standard error, in one line.
says() {
    test "$(grep -c '^mpiprof:' "$1.err")" = 1 || fail "$1: $(cat "$1.err")"
    grep -q "^mpiprof:.*$2" "$1.err" || fail "no '$2' in: $(cat "$1.err")"
}

run all
for way in "" --from-trace; do
    test "$way" = "" || test "$HAVE_OTF2" = yes || continue
    # shellcheck disable=SC2086
    "$report" $way --format csv --table procedures all >all.csv ||
        fail "report $way"
    for call in MPI_Session_init,SETUP MPI_Group_from_session_pset,OTHER \
        MPI_Comm_create_from_group,OTHER MPI_Barrier,COLLECTIVE \
        MPI_Session_finalize,SETUP; do
        grep -q "^${call%,*},[^,]*,3," all.csv ||
            fail "$way: not 3 ${call%,*} in: $(cat all.csv)"
    done
done
if test "$HAVE_OTF2" = yes; then
    as_json all profile --all --no-waits
    as_json all trace --all --no-waits --from-trace
    std_python "$e2e/check_same.py" profile.json trace.json ||
        fail "trace and profile differ"
fi
echo "ok: all together"

# Who waits in vain gives up; nobody takes part in what others do not.
MPIPROF_WAIT=1
export MPIPROF_WAIT
month=$(date -u +%Y-%m)
run late_one late 3 1
says late_one "not all processes ended"
run late_first late 3 0
says late_first "not all processes ended"
test ! -e late_one/run.mpiprof || fail "a profile without all processes"
"$report" --full late_one >late.txt || fail "nothing is left of late_one"
! grep 'killed or lost' late.txt || fail "of those that waited in vain"
grep -q -e "^  start  *$month" -e "^  start  *$(date -u +%Y-%m)" late.txt ||
    fail "began at another time: $(grep '^  start' late.txt)"
unset MPIPROF_WAIT
run in_time late 2 1
test -s in_time/run.mpiprof || fail "no profile: $(cat in_time.err)"
echo "ok: some are late"

run exits exits
says exits "before the last MPI_Session_finalize"
run early early
says early "before there was a communicator of all processes"
run quits quits
test -s quits/run.mpiprof || fail "no profile: $(cat quits.err)"
MPIPROF_ENABLE=off run off
test ! -s off.err || fail "switched off, but: $(cat off.err)"
test ! -e off || fail "switched off, but a run"
echo "ok: other ends"
