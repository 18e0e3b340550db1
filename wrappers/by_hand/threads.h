/*
 * threads.h - the threads that the program has made.
 *
 * pthread_create of this library makes the thread as the next one does, and
 * has it told to the measurement: those of an MPI library, which are made
 * inside of a call of MPI, excepted.  Threads that end are told as well.  Where
 * nobody asks, the next one does all.
 * pthread_setcanceltype and pthread_cancel do what the next ones do, and note
 * which threads may be cancelled anywhere, and whether any has been: the others
 * pay nothing for that, and these little until then.
 * Threads: any.  Memory: some words per thread that begins; without them it is
 * made, and not told.
 */
#ifndef WRAPPERS_THREADS_H
#define WRAPPERS_THREADS_H

/* The measurement begins: it learns of those that there are. */
void threads_tell_all(void);
/* In a child of fork(), which has none of them. */
void threads_forget(void);

#endif
