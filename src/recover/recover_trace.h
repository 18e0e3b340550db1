/*
 * recover_trace.h - the trace of a run, out of what its ranks left behind.
 *
 * The events of each location are completed (recover/recover_events.h): what is
 * open is left when the rank ended, and the program ends; definitions are those
 * of the profile.  The archive is made in a folder of its own and then moved
 * into the run's directory, run.otf2 last: without that there is no trace yet,
 * and all can be done again.  A trace that is there is left as it is, and read
 * for what it has. Threads: one.  Memory: one rank at a time.  Errors: logged,
 * one line.
 */
#ifndef RECOVER_RECOVER_TRACE_H
#define RECOVER_RECOVER_TRACE_H

#include "base/status.h"
#include "base/strbuf.h"
#include "model/profile.h"

/* profile: of recover_run_open() for that directory, its symbols resolved.
 * Appends what is missing of the trace, as sentences.  STATUS_NOT_FOUND: its
 * ranks left no events (nothing is logged), or there are such of a rank whose
 * file is not seen, which are kept (a line says so); nothing is appended.
 * STATUS_BAD_VALUE: another one makes it at this moment. */
enum status recover_trace_make(struct profile *profile, const char *directory,
                               struct strbuf *told);

#endif
