/*
 * observer.h - looks at single calls while a run is replayed: what each has
 * waited for, and its messages.
 *
 * In the order in which calls end in the replay; a message comes before the
 * call that ends its receive.  The replay stops when all calls that begin, and
 * all messages that are sent, before `until' have ended.
 * Units: ns since the first event; world ranks.  Threads: one owner.
 * Memory: as of a replay.  Errors: logged.
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
    /* Of first threads, in the measured time. */
    void (*call)(void *context, const struct closeup_call *call);
    void (*message)(void *context, const struct closeup_message *message);
    /* Between two calls, or behind the last one. */
    void (*pause)(void *context, uint32_t rank,
                  const struct closeup_pause *pause);
    /* Of a call that has ended what it had waited, as is known only now. */
    void (*late_wait)(void *context, const struct closeup_call *call);
};

enum status replay_observed(const struct replay_log *log,
                            const struct profile *profile,
                            const struct replay_observer *observer,
                            const struct progress *progress);

/* Among the files of this folder: all do nothing where there is none. */
struct replay_state;
struct location;
struct wait;
struct arrival;
void observer_begin(struct replay_state *state,
                    const struct location *location);
/* Of the time before the call that is next so much was not recorded; somebody
 * wants to see it. */
void observer_pause(struct replay_state *state,
                    const struct location *location, uint64_t ns);
void observer_send(struct replay_state *state,
                   const struct location *location);
/* Whether nobody wants to see what begins there, or is still to end. */
bool observer_is_over(const struct replay_state *state,
                      const struct location *location);
/* While its operations are there, and when it is known what was waited for. */
void observer_ops(struct replay_state *state, const struct location *location);
void observer_end(struct replay_state *state, const struct location *location,
                  const struct wait *wait);
void observer_late_wait(struct replay_state *state,
                        const struct arrival *arrival,
                        const struct wait *wait);

#endif
