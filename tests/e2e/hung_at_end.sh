#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A rank that hangs in MPI_Finalize waits there: that is no useful time.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
archives=unchecked # they have no definitions
build_c hung_at_end hung_at_end.c "$(linked_flags)"

# hangs RUN WORDS COMMAND...: nobody works for a second; its verdict has WORDS.
hangs() {
    run=$1
    words=$2
    shift 2
    MPIPROF_OUTPUT=$work/$run launch_seconds=5 launch 3 "$@" >"$run.out" 2>&1
    as_json "$run" "$run"
    std_python - "$run.json" "$e2e" <<'END' || fail "$run: useful time"
import sys
sys.path.append(sys.argv[2])
from report_rows import read_report, rows_of
rows = rows_of(read_report(sys.argv[1]), "rank_times")
useful = [row["useful_s"] for row in rows]
print("useful:", useful)
sys.exit(len(useful) != 3 or max(useful) > 1)
END
    "$report" --full "$run" | one_line | grep -q -e "$words" ||
        fail "$run: $("$report" --full "$run" | head -8)"
    echo "ok: $run"
}

hangs early 'ranks 0 and 2 are in MPI_Barrier ([^)]*), rank 1 is in MPI_Finalize' \
    ./hung_at_end early
hangs late 'ranks 0 and 2 are in MPI_Finalize ([^)]*), rank 1 is in MPI_Barrier' \
    ./hung_at_end late
