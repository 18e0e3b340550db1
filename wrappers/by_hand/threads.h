/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * threads.h - reports the program's threads to the measurement.
 *
 * Our pthread_create creates the thread through the next definition and
 * reports it to the measurement, except for an MPI library's threads, created
 * inside an MPI call.  Thread ends are reported, too.  Without a measurement,
 * the next definition does everything. pthread_setcanceltype and
 * pthread_cancel call the next ones, and note which threads can be cancelled
 * anywhere, and whether any has been: other threads pay nothing for this, and
 * these little until then.
 * Threads: any.  Memory: a few words per new thread; without memory the thread
 * is created, but not reported.
 */
#ifndef WRAPPERS_BY_HAND_THREADS_H
#define WRAPPERS_BY_HAND_THREADS_H

/* Starts reporting, with all existing threads. */
void threads_tell_all(void);

#endif
