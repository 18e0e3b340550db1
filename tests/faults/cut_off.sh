#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What a rank keeps in its file while it runs is lost: somebody cuts the file
# off, or its storage fails.  The job goes on, and the others' is there.
# FAULTS=all: at many more moments.
. "$SRC_DIR/tests/lib.sh"
prepare_faults
needs_launcher
build_c cut_off ../../faults/programs/cut_off.c
build_c cut_off_measured ../../faults/programs/cut_off.c "$(linked_flags)"
# Without a file there is nothing to cut off: so it ends however it is run.
plain launch $job_ranks ./cut_off none 0 -1 200 before

# cut NAME RANK SIZE WHEN [HANDLER]: without harm to the job.
cut() {
    cut_run=$1
    shift
    set -- "$2" "$1" "$3" ${4+"$4"}
    injured_in "$cut_run" "$cut_run" launch $job_ranks ./cut_off_measured \
        "${persist_in-$work/$cut_run/unfinished}" "$@"
}

# lost RUN RANK: in a line, and the report has the other one.
lost() {
    line "$1" "rank $2 has lost what it measured" \
        'or cannot be read any more; what is left: mpiprof-report .*'
    test ! -e "$1/run.mpiprof" && test ! -e "$1/run.otf2" &&
        test ! -e "$1/run" || fail "$1: $(ls -R "$1")"
    "$report" --full "$1" >"$1.txt" 2>"$1.said" || fail "$1: $(cat "$1.said")"
    one_line <"$1.txt" | grep -q 'data of 1 of 2 ranks' ||
        fail "$1: $(cat "$1.txt")"
    grep -q MPI_Allreduce "$1.txt" || fail "$1: $(cat "$1.txt")"
    echo "ok: $1"
}

for size in 0 70000 400000; do
    for rank in 0 1; do
        cut at.$size.$rank $rank $size 200
        lost at.$size.$rank $rank
    done
done
MPIPROF_TRACE=off cut untraced 1 0 200
lost untraced 1

# Both: nothing is left, and a line says so.
cut both -1 0 200
line both '2 ranks (0 ...) have lost what they measured'
! "$report" --full both >both.txt 2>&1 || fail "a report of nothing"
echo "ok: both"

# The program's own handler sees its own faults, and no other.
cut before 1 0 200 before
lost before 1
cut not_cut 1 0 1000 before
whole_run() {
    no_line "$1"
    test -s "$1/run.mpiprof" || fail "$1: $(ls -R "$1")"
    echo "ok: $1"
}
whole_run not_cut
cut after 1 0 1000 after
whole_run after

# At a normal end no file is in use any more when its folder is to go.
cut unmapped 1 0 1000 unmapped
whole_run unmapped
test ! -e unmapped/unfinished || fail "$(ls -R unmapped)"

# At any moment, from another thread.
naps='100 1700 5300'
test "${FAULTS-}" != all || naps=$(seq 50 370 30000)
for nap in $naps; do
    cut nap.$nap 1 0 -"$nap"
    test -s nap.$nap/run.mpiprof || lost nap.$nap 1
    rm -rf nap.$nap
done
