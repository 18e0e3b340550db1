/*
 * functions.h - functions of programs compiled with -finstrument-functions.
 *
 * Each call of a function is a region in that of its caller.  Which function
 * that is, and where it is called, is looked up once per thread; from then on
 * an enter is found by address and region in a table of the thread.
 * A function that calls itself is entered once; the calls count.  What was
 * left by longjmp() ends when a function further out does, or when one begins
 * there: both show by where the stack is, as long as that is the thread's own.
 * A function of which calls are many and short is folded into its callers:
 * from then on its calls are counted, as visits of a region of its own without
 * time, and no clock is read.
 * Threads: the calling one.  Memory: of fixed size per thread, taken page by
 * page at its first function; what finds no room is its caller's, and counted.
 */
#ifndef MEASURE_RECORD_FUNCTIONS_H
#define MEASURE_RECORD_FUNCTIONS_H

#include <stdint.h>

#include "base/strbuf.h"
#include "measure/record/hook.h"

struct functions;
struct thread;

/* text: MPIPROF_FUNCTIONS.  Before the first hook. */
void functions_setup(const char *text, struct strbuf *problems);
/* After the last one. */
void functions_teardown(void);

void record_function_enter(struct hook_thread *thread, void *address,
                           uintptr_t frame);
void record_function_leave(struct hook_thread *thread, void *address,
                           uintptr_t frame);
/* The thread ends, and another may go on with its tables. */
void functions_thread_ends(struct thread *thread);

void functions_destroy(struct functions *functions);
uint64_t functions_bytes(const struct functions *functions);

/* What was not as it should be, over all threads of this rank. */
struct functions_lost {
    uint64_t no_room, too_deep, abandoned;
};

struct functions_lost functions_lost(void);

#endif
