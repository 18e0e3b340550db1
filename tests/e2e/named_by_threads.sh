#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Threads that name a communicator at once: it has one of the names that they
# gave it, whole, in the report and in what a rank leaves behind.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
archives=unchecked # a run that is not ended has none
build_c named_by_threads "named_by_threads.c slow_memory.c" \
    "-rdynamic -pthread $(linked_flags)"
launch 1 env MPIPROF_ENABLE=off ./named_by_threads off
test $? -ne 77 || skip "no MPI_THREAD_MULTIPLE in this $MPI_FLAVOUR"

# Memory that is not in use any more is overwritten.
MALLOC_PERTURB_=165
export MALLOC_PERTURB_
measure run 2 ./named_by_threads run
as_json run run --all
std_python "$e2e/check_names.py" run.json || fail "names"
for try in 1 2 3; do
    MPIPROF_OUTPUT=$work/left$try launch 1 ./named_by_threads left 3 \
        >left$try.out 2>&1
    as_json left$try left$try --all
    std_python "$e2e/check_names.py" left$try.json \
        "left$try/unfinished/0" || fail "names that were kept"
done
