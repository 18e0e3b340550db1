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
 * Frames are read before the call, so that it is known of a call that never
 * returns; the time that takes is no part of the call's.  A thread that does
 * not have Python's lock has to take it.  It does not when another thread is
 * inside MPI with the lock in hand, which may be waiting for this one: then
 * the call has no Python frames and is counted (unnamed).  Whether another
 * thread waits for this one elsewhere, with the lock in hand, cannot be known:
 * such a program hangs (mpiprof.7).
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
/* The call is over. */
void python_calls_after(struct python_calls *calls);
/* The thread ends, maybe in a call: Python ends threads that ask for its lock
 * while it ends itself. */
void python_calls_leave(struct python_calls *calls);
/* The PATH of the call that python_calls_before() saw; STACKS_MISS: it has no
 * Python frames. */
uint32_t python_calls_path(const struct python_calls *calls);
/* Calls of all threads without Python frames since another thread had the
 * lock in MPI. */
uint64_t python_calls_unnamed(void);
/* Calls whose path found no room. */
uint64_t python_calls_lost(const struct python_calls *calls);
/* Where the thread is now. */
uint32_t python_calls_here(struct thread *thread);
uint64_t python_calls_bytes(const struct python_calls *calls);

#endif
