#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Systems that lack what others have: no /proc, no /tmp, no locale, no home, no
# rights outside a namespace.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
in_namespace "$@"
build_job
plain launch $job_ranks ./job
usual_status=$plain_status

# lacking NAME COMMAND...: which takes it away and runs what follows.
lacking() {
    lacks=$1
    shift
    plain launch $job_ranks "$@" ./job
    test $plain_status = $usual_status || {
        echo "skip $lacks: $MPI_FLAVOUR itself does not work so"
        return
    }
    injured_in "$lacks.run" "$lacks.run" launch $job_ranks "$@" \
        ./job_measured
    whole "$lacks.run"
    no_line "$lacks.run"
    echo "ok: $lacks"
}

# In one mount namespace for each rank.
hidden="$faults/programs/elsewhere.sh missing"
# shellcheck disable=SC2086
lacking proc $hidden /proc
case $work in
/tmp/*) echo "skip tmp: the build itself lies there" ;;
*)
    # shellcheck disable=SC2086
    lacking tmp $hidden /tmp
    ;;
esac
# shellcheck disable=SC2086
lacking var_tmp $hidden /var/tmp
lacking environment env -u HOME -u LANG -u TMPDIR -u USER LC_ALL=nowhere
lacking home env HOME=/nowhere

# Containers without root: a user namespace for each rank, and for the job.
if unshare -r true 2>/dev/null; then
    lacking user_namespace unshare -r
    MPIEXEC="unshare -r $MPIEXEC"
    lacking user_namespace_of_all env
    test $plain_status != $usual_status || {
        injured_in preloaded.run preloaded.run launch $job_ranks \
            "$mpiprof_run" ./job
        whole preloaded.run
        no_line preloaded.run
        echo "ok: preloaded in it"
    }
fi

# Threads that cannot be had are the program's: mpiprof starts none, but for
# MPIPROF_SNAPSHOT (see snapshots.sh).
! nm -D "$libs/libmpiprof.so" | grep ' U pthread_create' ||
    fail "libmpiprof.so starts threads"
find "$BUILD_DIR/src" -name '*.o' -path '*measure*' >objects
test -s objects || fail "no objects"
while read -r object; do
    ! nm "$object" | grep -q ' U pthread_create$' ||
        echo "$object"
done <objects >with_threads
! grep -v 'session_snapshot\.o$' with_threads || fail "these start threads"
