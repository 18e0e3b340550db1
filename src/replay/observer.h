/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * observer.h - observes single calls during a replay: the wait of each call,
 * and its messages.
 *
 * Calls are reported in the order of their ends in the replay; a message comes
 * before the call that ends its receive.  The replay stops once all calls that
 * start, and all messages sent, before `until' have ended.
 * Units: ns since the first event; world ranks.  Threads: one owner.  Memory:
 * as for a replay.  Errors: logged.
 */
#ifndef REPLAY_OBSERVER_H
#define REPLAY_OBSERVER_H

#include "base/progress.h"
#include "model/profile.h"
#include "replay/log/replay_log.h"
#include "report/detail_windows.h"

struct replay_observer {
    void *context;
    uint64_t until;
    /* Calls of all threads, those of first ones within the measured time. */
    void (*call)(void *context, const struct detail_window_call *call);
    void (*message)(void *context,
                    const struct detail_window_message *message);
    /* Recording pauses between two calls, or after the last. */
    void (*pause)(void *context, uint32_t rank,
                  const struct detail_window_pause *pause);
    /* The wait of a call that has ended before its wait was known. */
    void (*late_wait)(void *context, const struct detail_window_call *call);
};

enum status replay_observed(const struct replay_log *log,
                            const struct profile *profile,
                            const struct replay_observer *observer,
                            const struct progress *progress);

/* Internal to this folder: all functions do nothing without an observer. */
struct replay_state;
struct location;
struct wait;
struct arrival;
void observer_begin(struct replay_state *state,
                    const struct location *location);
/* Reports ns of unrecorded time before the next call, if observed. */
void observer_pause(struct replay_state *state,
                    const struct location *location, uint64_t ns);
void observer_send(struct replay_state *state,
                   const struct location *location);
/* Whether no calls in the observed time remain to begin or to end. */
bool observer_is_over(const struct replay_state *state,
                      const struct location *location);
/* Both report a call: while its operations exist, and when its wait is
 * known. */
void observer_ops(struct replay_state *state, const struct location *location);
void observer_end(struct replay_state *state, const struct location *location,
                  const struct wait *wait);
void observer_late_wait(struct replay_state *state,
                        const struct arrival *arrival,
                        const struct wait *wait);

#endif
