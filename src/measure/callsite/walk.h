/*
 * walk.h - the return addresses on the stack of the calling thread.
 *
 * Innermost first.  With libunwind's cached fast trace (walk_libunwind.c);
 * without it (walk_null.c) nothing is found and only the caller of the wrapper
 * is known.  Threads: any.  No memory; safe on the hot path.
 */
#ifndef MEASURE_CALLSITE_WALK_H
#define MEASURE_CALLSITE_WALK_H

/* Fills at most `most` addresses, returns how many. */
int walk_stack(void **addresses, int most);

#endif
