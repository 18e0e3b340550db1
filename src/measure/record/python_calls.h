/*
 * python_calls.h - which line of Python makes an MPI call.
 *
 * The machine code that calls MPI in a Python program is that of mpi4py and of
 * the interpreter, which says nothing.  So the call path of such a call has
 * the Python frames, and above them only what lies between MPI and the
 * interpreter: a solver written in C that a script calls.  Frames of Python's
 * own start and import, of mpi4py and of mpiprof's Python module are left out.
 *
 * A Python frame is a FRAME whose MODULE has the key "python:FILE"; see
 * python_frame.h of the model.
 *
 * For that Python's lock is needed, and nobody may wait for it who would not
 * without mpiprof: another thread may have it and wait for this one.  Who has
 * the lock, or is the only thread of Python's, reads frames before the call, so
 * that they are known of one that never returns.  Who is called by mpi4py or
 * ctypes and has given the lock away reads them after the call, when these take
 * it again anyway.  Else machine code without the lock makes the call: that has
 * no Python frames and is counted (unnamed); so is what is called while there
 * are several interpreters.
 * The time all this takes is no part of the call's.
 * Threads: any.  Memory: of the thread.
 */
#ifndef MEASURE_RECORD_PYTHON_CALLS_H
#define MEASURE_RECORD_PYTHON_CALLS_H

#include "measure/record/thread.h"

/* A thread's; NULL: no memory. */
struct python_calls *python_calls_create(uint64_t bytes);
void python_calls_destroy(struct python_calls *calls);

/* Before each call of a thread that has such. */
void python_calls_before(struct thread *thread, const struct hook_call *call);
/* The PATH of the call that python_calls_before() saw, when it is over;
 * STACKS_MISS: it has no Python frames. */
uint32_t python_calls_path(struct python_calls *calls, const void *caller);
/* Calls of all threads without Python frames, and why. */
struct python_unnamed {
    uint64_t unlocked; /* another thread may have had the lock */
    uint64_t several;  /* interpreters were there */
};
struct python_unnamed python_calls_unnamed(void);
/* Calls whose path found no room. */
uint64_t python_calls_lost(const struct python_calls *calls);
/* Where the thread is now, at the end of a call. */
uint32_t python_calls_here(struct thread *thread, const void *caller);
uint64_t python_calls_bytes(const struct python_calls *calls);

#endif
