#!/bin/sh
# One-sided calls of C programs are counted exactly, by window and by target.
. "$(dirname "$0")/lib.sh"
needs_launcher
build_c rma "rma.c expect.c" "$(linked_flags)"
expect_counts linked.run 3 ./rma
build_c plain_rma "rma.c expect.c"
expect_counts preloaded.run 3 "$mpiprof_run" ./plain_rma
