#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A spawned world is a run of its own, and says where it came from.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c spawn spawn.c "$(linked_flags)"
launch 2 ./spawn >plain 2>&1 ||
    skip "this $MPI_FLAVOUR cannot spawn: $(grep -m 1 -i spawn plain)"

# linked_by PROCEDURE [ARGUMENT]: the runs of parents and children name each
# other, and the call.
linked_by() {
    rm -rf world-*
    measure world-%p 2 ./spawn ${2+"$2"}
    set -- "$1" world-*/run.mpiprof
    test $# -eq 3 || fail "$(($# - 1)) runs: $*"
    children=$(dirname "$(ls world-*/spawned)")
    parents=$(dirname "$(ls world-*/spawns)")
    test "$children" != "$parents" || fail "who is who: $(ls -d world-*)"
    for run in "$children" "$parents"; do
        "$report" --full "$run" | tr -s ' \n' '  ' >"$run.text"
        as_json "$run" "$run"
    done
    words="started by the run $parents, in its spawn call number 1, $1;"
    grep -q "$words" "$children.text" || fail "not $words: $children.text"
    grep -q "$words" "$children.json" || fail "not $words: $children.json"
    words="Spawn call number 1, $1, started 2 processes: the run $children"
    grep -q "$words" "$parents.text" || fail "not $words: $parents.text"
    grep -q "$words" "$parents.json" || fail "not $words: $parents.json"
    for run in "$children" "$parents"; do
        grep -q "matrix lacks 1 message to or from peers outside MPI_COMM_WORLD" \
            "$run.text" || fail "messages of two worlds: $run.text"
        ! grep -q 'left no room' "$run.text" || fail "no room: $run.text"
    done
    rm -f world-*.text world-*.json
}
linked_by MPI_Comm_spawn_multiple multiple
linked_by MPI_Comm_spawn

# A trace holds no message to ranks that it has not.
if test "$HAVE_OTF2" = yes && command -v otf2-print >/dev/null; then
    for run in world-*/run.otf2; do
        for option in -G --silent; do
            otf2-print -Werror $option "$run" >print 2>&1 ||
                fail "otf2-print $option $run: $(head -3 print)"
        done
    done
fi

# Both have the message's bytes.
for run in world-*; do
    test -d "$run" || continue
    "$report" --format csv --table calls_per_rank "$run" >"$run.csv" ||
        fail "report of $run"
done
grep -h '^0,MPI_Send,' world-*.csv | grep -q ',40,0,' ||
    fail "no 40 bytes sent: $(cat world-*.csv)"
grep -h '^1,MPI_Recv,' world-*.csv | grep -q ',0,40,' ||
    fail "no 40 bytes received: $(cat world-*.csv)"
