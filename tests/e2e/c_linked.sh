#!/bin/sh
# A C program linked to libmpiprof is counted exactly.
. "$(dirname "$0")/lib.sh"
needs_launcher
for program in p2p collectives; do
    build_c $program "$program.c expect.c" "$(linked_flags)"
    expect_counts "$program.run" 3 "./$program"
done
