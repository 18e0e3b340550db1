/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_detail_windows.h - collects the single calls of a trace for the HTML
 * report.
 *
 * Covers the requested windows and windows around the longest waits of the
 * replay; a second replay, which ends with the last window, computes the wait
 * of each call in them.
 * Errors: logged.
 */
#ifndef REPLAY_PARALLEL_CALL_DETAIL_WINDOWS_H
#define REPLAY_PARALLEL_CALL_DETAIL_WINDOWS_H

#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "report/detail_windows.h"

/* profile: with the log's replay and definitions. */
enum status call_detail_windows_fill(const struct replay_log *log,
                                     const struct profile *profile,
                                     struct detail_windows *detail_windows);

#endif
