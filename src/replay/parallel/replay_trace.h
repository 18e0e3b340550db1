/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay_trace.h - computes who waited for whom, from the trace of a run.
 *
 * Reads and replays the trace; the result becomes profile->replay, the calls
 * stay in profile->log, and the numbers of the profile unchanged.  Shows progress on a terminal.
 * detail_windows: receives single calls on the way; may be NULL.
 * Errors: logged; a trace that cannot be replayed leaves replay NULL and a
 * remark in the profile.
 */
#ifndef REPLAY_PARALLEL_REPLAY_TRACE_H
#define REPLAY_PARALLEL_REPLAY_TRACE_H

#include <stdbool.h>

#include "model/profile.h"
#include "replay/log/scenario.h"
#include "report/detail_windows.h"
#include "archive/workers/read_trace.h"

/* Reads the trace alone; waits: also replays it.  of_run: the profile of that
 * run, which knows which threads stand for their ranks; or NULL. */
enum status replay_trace_read(const char *trace, bool waits,
                              const struct readers *readers,
                              struct profile *of_run,
                              struct detail_windows *windows,
                              struct profile **out);
/* Reads the trace's calls into a log from replay_log_create(), and the profile
 * they add up to. */
enum status replay_trace_log(const char *trace, const struct readers *readers,
                             struct replay_log *log, struct profile **out);
/* Lets the threads that stand for their ranks, by the profile of that run, do so
 * in the log: a first thread that gives way comes before the one that leads. */
void replay_trace_leads(struct replay_log *log, struct profile *of_run);
/* Simulates changes of the run; the profile has its log, and a change the sites
 * of that. */
enum status replay_trace_simulate(const struct profile *profile,
                                  const struct scenario *scenarios,
                                  uint32_t count, struct scenarios *out);
/* Adds a replay to a profile of the same run.  A trace over REPLAY_TRACE_LARGE
 * bytes is replayed only on request, since this takes minutes. */
#define REPLAY_TRACE_LARGE ((uint64_t)2 << 30)
void replay_trace_add(const char *trace, bool large,
                      const struct readers *readers,
                      struct detail_windows *windows, struct profile *profile);

#endif
