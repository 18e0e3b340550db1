/*
 * signals.h - notes which signal ends the process, and what it does then.
 *
 * Signals that have their default action, or a handler of the MPI library,
 * are seen before that happens; a handler of the program is left alone, and
 * one that the program installs later replaces ours as it would replace the
 * default.  Who asks for the action of such a signal sees ours.
 * After the note the signal does what it would have done: default
 * actions are taken by the kernel (core dumps show where it came), handlers
 * of MPI are called; when one returns the note is taken back.
 * Threads: watch and unwatch one; the note is made in a signal handler, by
 * whatever thread got it.  No memory.
 */
#ifndef MEASURE_CRASH_SIGNALS_H
#define MEASURE_CRASH_SIGNALS_H

#include <stdbool.h>

/* Of SIGBUS all handlers are behind ours, the program's, too, unless it comes
 * later: what `mend' makes good has not happened to anybody. */
typedef bool signals_of_mpi_function(const void *handler);
typedef bool signals_mend_function(const void *address);
/* ends: false when the process goes on after all: forget it. */
typedef void signals_note_function(int signal, bool ends);

void signals_watch(signals_of_mpi_function *is_of_mpi,
                   signals_note_function *note, signals_mend_function *mend);
void signals_unwatch(void);

struct sigaction;
bool signals_is_default(const struct sigaction *action);

#endif
