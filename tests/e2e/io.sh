#!/bin/sh
# MPI-IO of C programs is counted exactly, by file.
. "$(dirname "$0")/lib.sh"
needs_launcher
build_c io "io.c expect.c" "$(linked_flags)"
expect_counts linked.run 3 ./io
build_c plain_io "io.c expect.c"
expect_counts preloaded.run 3 "$mpiprof_run" ./plain_io
