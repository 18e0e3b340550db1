/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_trace.h - recovers the trace of a run from data left by
 * unfinished ranks.
 *
 * Events of each location are completed (recover/recover_events.h): open
 * regions are left when the rank ended, then the program ends; definitions are
 * the profile's.  The archive is built in a separate folder and then moved
 * into the run's directory, run.otf2 last: until then there is no trace, and
 * the recovery can be repeated.  An existing trace stays as it is and is only
 * read.
 * Threads: one.  Memory: one rank at a time.  Errors: logged, one line.
 */
#ifndef RECOVER_RECOVER_TRACE_H
#define RECOVER_RECOVER_TRACE_H

#include "base/status.h"
#include "model/profile.h"

/* profile: from recover_run_open() for that directory, symbols resolved.
 * Its remarks get what is missing of the trace.  STATUS_NOT_FOUND: the
 * ranks left no events (not logged), or events exist of a rank whose file is
 * missing, which are kept (logged in one line); nothing is appended.
 * STATUS_BAD_VALUE: another process is recovering the trace. */
enum status recover_trace_make(struct profile *profile, const char *directory);

#endif
