/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python.h - the calling thread's position in a Python program.
 *
 * Uses the public C interface of the CPython in this process (3.4 and later),
 * looked up by name: nothing is linked, and no field of an interpreter's
 * structure is read.
 *
 * Looking at frames requires Python's lock (the GIL), which a thread calling
 * MPI may or may not hold; see python_lock_state().  With the lock held, all
 * functions may run in any Python thread.
 * Threads: any, after a call of python_find().  Memory: see the functions.
 */
#ifndef MEASURE_CALLSITE_PYTHON_H
#define MEASURE_CALLSITE_PYTHON_H

#include <stdbool.h>
#include <stdint.h>

/* A frame: its code object, and the instruction in it, or the line for
 * interpreters that do not provide the instruction. */
struct python_place {
    void *code;
    intptr_t at;
};

/* Strings are UTF-8; anything else is written as \x.. or \u.... */
struct python_names {
    char *function; /* with class: "Heat.step" */
    char *file;     /* as the interpreter found the file */
    int first_line; /* of the function */
    int line;       /* 0: unknown */
};

enum python_lock_state {
    PYTHON_ELSEWHERE, /* not a Python thread, no interpreter, or the last one
                       * is ending */
    PYTHON_SEVERAL,   /* several interpreters: the thread's is unknown */
    PYTHON_FREE,      /* not held: this is the only Python thread */
    PYTHON_UNLOCKED,  /* possibly held by another thread */
    PYTHON_LOCKED     /* held by the calling thread */
};

/* dlsym() over all loaded objects, unless replaced by a test. */
typedef void *python_lookup_function(const char *name);

/* Whether an interpreter is loaded. */
bool python_find(python_lookup_function *lookup);
void *python_lookup(const char *name);

enum python_lock_state python_lock_state(void);
/* Waits for the lock; returns a state for python_unlock(). */
int python_lock(void);
void python_unlock(int state);
/* Stores at most `most' frames, innermost first; each holds a reference to its
 * code object, so that no other object can get its address. */
int python_stack(struct python_place *places, int most);
void python_release(const struct python_place *places, int count);

/* False without memory.  The caller clears. */
bool python_name(const struct python_place *place, struct python_names *out);
/* Whether a file's frames are shown: those of Python's start and import, of
 * mpi4py and of mpiprof's Python module are not. */
bool python_file_is_shown(const char *file);
void python_names_clear(struct python_names *names);

#endif
