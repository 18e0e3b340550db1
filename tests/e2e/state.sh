#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# errno, floating point, signals and locale are the program's own.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
build_c state state.c "$(linked_flags) -lm"
MPIPROF_ENABLE=off
export MPIPROF_ENABLE
launch 2 ./state >plain || skip "$MPI_FLAVOUR changes: $(sort -u plain)"
unset MPIPROF_ENABLE
MPIPROF_OUTPUT=$work/state.run
export MPIPROF_OUTPUT
launch 2 ./state >measured || fail "mpiprof changes: $(sort -u measured)"
test -f state.run/run.mpiprof || fail "not measured"

# Samples are taken out before calls, and behind them.
MPIPROF_SAMPLE=10000
MPIPROF_OUTPUT=$work/sampled.run
export MPIPROF_SAMPLE
launch 2 ./state >sampled || fail "sampling changes: $(sort -u sampled)"
one_line <sampled.run/summary.txt | grep -q "lines were sampled" ||
    fail "not sampled"
