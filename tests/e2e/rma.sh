#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# One-sided calls of C programs are counted exactly, by window and by target.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c rma "rma.c expect.c" "$(linked_flags)"
expect_counts linked.run 3 ./rma
trace_agrees linked.run

# Three ranks; bytes are those of all, see programs/rma.c.
tr ',' '\t' >windows.tsv <<'END'
window,kind,communicator,ranks,transfers,bytes_out,bytes_in
halo window,create,MPI_COMM_WORLD,3,9,480,240
window 2,allocate,MPI_COMM_WORLD,3,27,624,516
window 3,allocate_shared,MPI_COMM_WORLD,3,3,72,0
window 4,create_dynamic,comm 3,1,0,0,0
window 5,allocate,MPI_COMM_WORLD,3,3,96,0
window 6,create_dynamic,comm 4,2,1,36,0
END
tr ' ' '\t' >comm_matrix.tsv <<'END'
from to kind messages bytes
0 1 one-sided 11 424
1 2 one-sided 11 424
2 0 one-sided 11 424
1 0 one-sided 7 252
2 1 one-sided 8 288
0 2 one-sided 7 252
END
for table in windows comm_matrix; do
    std_python "$e2e/check_table.py" linked.run.json "$table" "$table.tsv" ||
        fail "table $table"
done
