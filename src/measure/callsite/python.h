/*
 * python.h - where in a Python program the calling thread is.
 *
 * Through the public C interface of the CPython that runs in this process
 * (3.4 and later), which is looked up by name: nothing is linked, and no field
 * of a structure of the interpreter's is read.
 *
 * Python has a lock (the GIL) that is needed to look at frames.  A thread that
 * calls MPI has it or not; see python_lock_state().  With the lock held all of
 * this may run in any thread of Python's.
 * Threads: any, python_find() once before.  Memory: see the functions.
 */
#ifndef MEASURE_CALLSITE_PYTHON_H
#define MEASURE_CALLSITE_PYTHON_H

#include <stdbool.h>
#include <stdint.h>

/* A frame: its code object, and the instruction in it; for interpreters that
 * do not tell that, the line. */
struct python_place {
    void *code;
    intptr_t at;
};

/* Strings are UTF-8, what is none is written as \x.. or \u.... */
struct python_names {
    char *function; /* with its class: "Heat.step" */
    char *file;     /* as the interpreter found it */
    int first_line; /* of the function */
    int line;       /* 0: unknown */
};

enum python_lock_state {
    PYTHON_ELSEWHERE, /* no thread of Python's, no interpreter, or the last one
                       * is ending */
    PYTHON_SEVERAL,   /* interpreters: whose the thread is is not told */
    PYTHON_FREE,     /* nobody has it: this is the only thread of Python's */
    PYTHON_UNLOCKED, /* another one may have it */
    PYTHON_LOCKED     /* by the calling thread */
};

/* dlsym() of all that is loaded, unless a test says otherwise. */
typedef void *python_lookup_function(const char *name);

/* Whether an interpreter is loaded. */
bool python_find(python_lookup_function *lookup);
void *python_lookup(const char *name);

enum python_lock_state python_lock_state(void);
/* Waits for the lock; what is returned is for python_unlock(). */
int python_lock(void);
void python_unlock(int state);
/* The frames, innermost first, at most that many; each holds a reference on
 * its code object, so that no other one can get its address. */
int python_stack(struct python_place *places, int most);
void python_release(const struct python_place *places, int count);

/* False: no memory.  The caller clears. */
bool python_name(const struct python_place *place, struct python_names *out);
void python_names_clear(struct python_names *names);

#endif
