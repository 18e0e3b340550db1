#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Communicators that meet by ports, sockets and spawning are in the report with
# their names, where they come from and how they were made.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c meeting meeting.c "$(linked_flags)"
build_c plain_meeting meeting.c

# can [ARGUMENT]: does this MPI?  One that cannot may also wait for ever.
can() {
    timeout 20 $MPIEXEC -n 2 ./plain_meeting "$@" >plain 2>&1
}

# communicators NAME RUN: they are those of standard input.
communicators() {
    tr '|' '\t' >"$1.tsv"
    as_json "$2" "$1"
    std_python "$e2e/check_table.py" "$1.json" communicators "$1.tsv" ||
        fail "communicators of $1"
}

can || skip "this $MPI_FLAVOUR has no ports: $(grep -m 1 -i port plain)"
measure met.run 2 ./meeting
communicators met met.run <<'END'
communicator|size|ranks|members|parent|made_by
MPI_COMM_WORLD|2|2|0,1|None|None
by a port|1|2|0 and 1|None|MPI_Comm_accept
by a socket|1|2|0 and 1|None|MPI_Comm_join
END
echo "ok: of one world"

can spawn || skip "this $MPI_FLAVOUR cannot spawn: $(grep -m 1 -i spawn plain)"
measure world-%p 2 ./meeting spawn
communicators parents "$(dirname "$(ls world-*/spawns)")" <<'END'
communicator|size|ranks|members|parent|made_by
the children|2|2|0,1 and 2 of another world|MPI_COMM_WORLD|MPI_Comm_spawn
accepted|2|2|0,1 and 2 of another world|MPI_COMM_WORLD|MPI_Comm_accept
END
communicators children "$(dirname "$(ls world-*/spawned)")" <<'END'
communicator|size|ranks|members|parent|made_by
the parents|2|2|0,1 and 2 of another world|None|MPI_Comm_get_parent
connected|2|2|0,1 and 2 of another world|a line|MPI_Comm_connect
END
echo "ok: of two worlds"
