/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * signals.h - notes the signal that ends the process, then lets it happen.
 *
 * Covers signals with their default action, or with a handler of the MPI
 * library; a handler of the program is left alone, and one that the program
 * installs later replaces ours as it would replace the default.  A query for
 * the action of such a signal returns ours.  After the note the signal takes
 * its original action: the kernel performs default actions (core dumps show
 * the original location), handlers of MPI are called; if one returns, the note
 * is withdrawn.
 * Threads: watch and unwatch one; the note is made in a signal handler, by the
 * receiving thread.  No memory.
 */
#ifndef MEASURE_CRASH_SIGNALS_H
#define MEASURE_CRASH_SIGNALS_H

#include <stdbool.h>

/* For SIGBUS our handler precedes all others, including the program's, unless
 * that is installed later: a fault that `mend' repairs stays invisible. */
typedef bool signals_of_mpi_function(const void *handler);
typedef bool signals_mend_function(const void *address);
/* ends: false if the process continues after all: withdraw the note. */
typedef void signals_note_function(int signal, bool ends);

void signals_watch(signals_of_mpi_function *is_of_mpi,
                   signals_note_function *note, signals_mend_function *mend);
void signals_unwatch(void);

struct sigaction;
bool signals_is_default(const struct sigaction *action);

#endif
