/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_calls.h - finds the line of Python that makes an MPI call.
 *
 * In a Python program the machine code that calls MPI belongs to mpi4py and
 * the interpreter, which is of no use.  So the call path has the Python
 * frames, and above them only code between MPI and the interpreter, e.g. a
 * solver written in C that a script calls.  Frames of Python's own start and
 * import, of mpi4py and of mpiprof's Python module are left out.
 *
 * A Python frame is a FRAME whose MODULE has the key "python:FILE"; see
 * symbols/python_frame.h.
 *
 * Frames require Python's lock, and no thread may wait for the lock that would
 * not without mpiprof: another thread may hold it and wait for this one.  A
 * thread that holds the lock, or is the only Python thread, reads frames
 * before the call, so that they are known for a call that never returns.
 * Another thread copies its frames as samples do (python_frames.h), without the
 * lock.  Where it cannot (other interpreters than CPython 3.8 to
 * 3.14), a thread called by mpi4py or ctypes reads them after the call, when
 * these take the lock again anyway; machine code without the lock makes a call
 * that has no Python frames and is counted (unnamed).  So are calls while there
 * are several interpreters.  The time for all this is excluded from the call.
 * Threads: any.  Memory: the thread's.
 */
#ifndef MEASURE_RECORD_SAMPLES_PYTHON_CALLS_H
#define MEASURE_RECORD_SAMPLES_PYTHON_CALLS_H

#include "measure/record/thread.h"

/* Creates a thread's data; NULL without memory. */
struct python_calls *python_calls_create(uint64_t bytes);
void python_calls_destroy(struct python_calls *calls);

/* Runs before each call of a thread with this data. */
void python_calls_before(struct thread *thread, const struct hook_call *call);
/* Returns the PATH of the call seen by python_calls_before(), after the call;
 * STACKS_MISS: no Python frames. */
uint32_t python_calls_path(struct python_calls *calls, const void *caller);
/* Calls of all threads without Python frames, or some of them, by reason. */
struct python_unnamed {
    uint64_t unlocked; /* another thread may have held the lock */
    uint64_t several;  /* several interpreters */
    uint64_t deep;     /* the outermost frames were not looked at */
};
struct python_unnamed python_calls_unnamed(void);
/* Number of calls whose path did not fit. */
uint64_t python_calls_lost(const struct python_calls *calls);
/* Position of the thread, at the end of a call. */
uint32_t python_calls_here(struct thread *thread, const void *caller);
uint64_t python_calls_bytes(const struct python_calls *calls);

#endif
