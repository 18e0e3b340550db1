#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the report of many ranks must not become: a call site for each rank,
# since the system loads each at other addresses, and pages of text.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
cat >many.c <<'END'
#include <mpi.h>
int main(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
END
# shellcheck disable=SC2046
$MPICC -g -fPIE -pie many.c -o many $(linked_flags) || fail "many.c"

# The addresses do differ; else the test would show nothing.
test "$(cat /proc/sys/kernel/randomize_va_space)" != 0 ||
    skip "this system loads programs at the same addresses each time"
measure run 16 ./many
as_json run run
with_report run.json <<'END' || fail "the call sites of 16 ranks are not one"
rows = [row for row in rows_of(report, "call_sites")
        if row["procedure"] == "MPI_Barrier"]
print(rows)
sys.exit([row["calls"] for row in rows] != [48])
END

size=$(wc -c <run/summary.txt)
test "$size" -le 30000 || fail "the summary of 16 ranks has $size bytes"
echo "ok: $size bytes"
