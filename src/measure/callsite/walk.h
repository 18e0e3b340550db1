/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * walk.h - return addresses on the stack of the calling thread.
 *
 * Innermost first.  Uses libunwind (walk_libunwind.c); without libunwind
 * (walk_null.c) nothing is found and only the caller of the wrapper is known.
 * Threads: any.  No memory.
 *
 * Unloading: other code may come to the addresses of code that was walked through,
 * and have other frames.  The fast trace cannot forget what it knows of them: stacks
 * are walked without it, as slowly as by walk_slots(), while code is being unloaded,
 * and for ever once that was code which may have been walked through.  On ARM, where
 * libunwind cannot forget .debug_frame while another thread walks, nothing is found
 * then.
 */
#ifndef MEASURE_CALLSITE_WALK_H
#define MEASURE_CALLSITE_WALK_H

#include <stdbool.h>
#include <stdint.h>

/* Stores at most `most' addresses and returns their number.  Uses libunwind's
 * cached fast trace: about 20 ns plus 6 ns per frame. */
int walk_stack(void **addresses, int most);

/* Around dlclose(); gone: code that may have been walked through was unloaded. */
void walk_unload_begins(void);
void walk_unload_ends(bool gone);

/* Finds the stack slots of the return addresses that follow `caller', one of
 * the addresses: slots[0] holds the next one.  Returns their number, 0 if
 * unsupported on this processor.  Slow: 300 to 400 ns per frame. */
int walk_slots(const void *caller, void *const **slots, int most);

/* Whether the calling thread is inside a function that returns to `caller',
 * which then has its stack pointer at `frame'.  False only if that is
 * certain: every frame up to there could be unwound exactly. */
bool walk_may_return_to(const void *caller, uintptr_t frame);

#endif
