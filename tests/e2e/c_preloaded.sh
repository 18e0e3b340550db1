#!/bin/sh
# A C program that knows nothing of mpiprof is counted exactly.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
for program in p2p collectives; do
    build_c $program "$program.c expect.c"
    expect_counts "$program.run" 3 "$mpiprof_run" "./$program"
done
