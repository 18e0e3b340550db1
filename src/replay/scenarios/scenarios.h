/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scenarios.h - how long the run would take if something in it were changed.
 *
 * One pass over the log advances a clock per location and scenario:
 *   work    its measured time, times the factors of the scenario
 *   a call  ends at max(own start, starts that it needs of others) + inner
 *           time; the inner time is the measured end - the later of the
 *           measured own start and measured starts that it needs
 * So a scenario without changes takes exactly as long as the measured run.
 * A call needs what it needs on an ideal network (replay.h), and a receive
 * that the measured send waited for.
 * Threads: one owner.  Memory: per location four words per scenario, and one
 * per message or member in flight.  Errors: logged.
 */
#ifndef REPLAY_SCENARIOS_SCENARIOS_H
#define REPLAY_SCENARIOS_SCENARIOS_H

#include "replay/log/scenario.h"
#include "replay/replay.h"

/* Computes them all; the caller clears *out. */
enum status replay_scenarios(const struct replay_log *log,
                             const struct profile *profile,
                             const struct scenario *scenarios, uint32_t count,
                             const struct progress *progress,
                             struct scenarios *out);

#endif
