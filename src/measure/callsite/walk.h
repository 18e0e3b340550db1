/*
 * walk.h - the return addresses on the stack of the calling thread.
 *
 * Innermost first.  With libunwind (walk_libunwind.c); without it (walk_null.c)
 * nothing is found and only the caller of the wrapper is known.
 * Threads: any.  No memory.
 */
#ifndef MEASURE_CALLSITE_WALK_H
#define MEASURE_CALLSITE_WALK_H

/* Fills at most `most` addresses, returns how many.  libunwind's cached fast
 * trace: some 20 ns and 6 ns per frame. */
int walk_stack(void **addresses, int most);

/* Where on the stack the return addresses lie that follow `caller`, one of
 * the addresses: slots[0] holds the one after it.  Returns how many, 0 where
 * that cannot be told on this processor.  Slow: 300 to 400 ns per frame. */
int walk_slots(const void *caller, void *const **slots, int most);

#endif
