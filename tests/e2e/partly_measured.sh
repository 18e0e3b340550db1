#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Of a job one program of which is not measured the measured ranks say so, once,
# after 10 s: until then nothing can be known.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c moves moves.c
cp moves other

launch_seconds=15
# As in a batch job in which mpiexec starts the ranks.
SLURM_PROCID=0
export SLURM_PROCID
launch 1 ./moves : -n 2 "$mpiprof_run" ./other >out 2>&1 &&
    fail "the job came to its end: $(cat out)"
grep '^mpiprof: ' out >said
echo "mpiprof: has been waiting 10 s for rank 0 (moves), which runs without" \
    "mpiprof; if this goes on, stop the job and start all of its programs with" \
    "mpiprof-run, or none of them" |
    diff - said || fail "other lines"
