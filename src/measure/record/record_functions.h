/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_functions.h - functions compiled with -finstrument-functions.
 *
 * Each call of a function is a region inside its caller's.  The function and
 * its call site are looked up once per thread, and again after the program has
 * unloaded code; later entries are found by address and region in a table of
 * the thread.  A recursive function is entered once; its calls are counted.
 * Functions left by longjmp() end when an outer function ends, or when another
 * begins there: both are detected from the stack pointer, on the thread's own
 * stack only.  A function with many short calls is folded into its callers:
 * from then on its calls are counted, as visits of a region without time, and
 * no clock is read.
 * Threads: the calling one.  Memory: of fixed size per thread, taken page by
 * page from its first function on; a function without room is charged to its
 * caller, and counted.
 */
#ifndef MEASURE_RECORD_RECORD_FUNCTIONS_H
#define MEASURE_RECORD_RECORD_FUNCTIONS_H

#include <stdint.h>

#include "base/text/strbuf.h"
#include "measure/record/hook.h"

struct functions;

/* text: MPIPROF_FUNCTIONS.  Call before the first hook. */
void functions_setup(const char *text, struct strbuf *problems);
/* Call after the last hook and before thread_destroy(), of all threads. */
void functions_teardown(void);

void record_function_enter(struct hook_thread *thread, void *address,
                           uintptr_t frame);
void record_function_leave(struct hook_thread *thread, void *address,
                           uintptr_t frame);

uint64_t functions_bytes(const struct functions *functions);

/* Irregularities, summed over all threads of this rank. */
struct functions_lost {
    uint64_t no_room, too_deep, abandoned;
};

struct functions_lost functions_lost(void);

#endif
