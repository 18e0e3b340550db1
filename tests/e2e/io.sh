#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# MPI-IO of C programs is counted exactly, by file.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c io "io.c expect.c" "$(linked_flags)"
expect_counts linked.run 3 ./io
trace_agrees linked.run

# Three ranks; bytes are those of all, see programs/io.c.
tr ' ' '\t' >files.tsv <<'END'
file ranks opens bytes_read bytes_written
linked.run.expected.data 3 6 9000 15852
linked.run.expected.data.0 1 1 0 164
linked.run.expected.data.1 1 1 0 164
linked.run.expected.data.2 1 1 0 164
END
std_python "$e2e/check_table.py" linked.run.json files files.tsv ||
    fail "table files"
