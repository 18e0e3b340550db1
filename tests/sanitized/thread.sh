#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ThreadSanitizer finds no race in the measuring library.
#
# MPI is not built for it: its own locks are unknown, so what it does itself is
# ignored, and call paths are one frame, since walking a stack reads it all.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_sanitizer thread __tsan_init
has_trait known_to_tsan ||
    skip "ThreadSanitizer knows of races in $MPI_FLAVOUR itself"

MPIPROF_CALLPATH=1
TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=66"
UCX_MEM_EVENTS=n
UCX_TLS=tcp,self
export MPIPROF_CALLPATH TSAN_OPTIONS UCX_MEM_EVENTS UCX_TLS

# clean PROGRAM: no races are reported of its runs.
clean() {
    ! grep -h 'ThreadSanitizer' $1.*.err || fail "races of $1"
    echo "ok: $1"
}

for program in threads reuse pauses short_threads; do
    build_c $program "$program.c expect.c" \
        "-pthread -fsanitize=thread $(linked_flags)"
    # Twice: once with a trace that is written out all the time.
    measure $program.run 2 ./$program "$work/$program.expected"
    MPIPROF_TRACE_BUFFER_MB=1 MPIPROF_TRACE_MB=1
    export MPIPROF_TRACE_BUFFER_MB MPIPROF_TRACE_MB
    measure $program.full 2 ./$program "$work/$program.expected"
    unset MPIPROF_TRACE_BUFFER_MB MPIPROF_TRACE_MB
    clean $program
done

build_c named_by_threads named_by_threads.c \
    "-pthread -fsanitize=thread $(linked_flags)"
measure named_by_threads.run 2 ./named_by_threads run
clean named_by_threads
