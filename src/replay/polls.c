/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/polls.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "replay/observer.h"
#include "replay/replay_state.h"
#include "replay/scenarios/scenario_clocks.h"
#include "replay/stretches.h"

#define SHORTER 8u /* times: nothing is done between two calls */
#define ALIKE 4u /* times: pieces of work, and no loop that was interrupted */
#define TIGHT_LEAST 2u /* such times in a row */

void polls_clear(struct polls *polls)
{
    free(polls->parts);
}

void polls_end(struct polls *polls)
{
    polls->message = NULL;
    polls->closes = false;
    polls->part_count = 0;
    polls->ns = polls->between = polls->longest = 0;
    polls->gaps = polls->tight = 0;
}

void polls_start(struct location *location, const struct replay_op *op,
                 struct message *message, bool tests)
{
    struct polls *polls = &location->polls;

    polls_end(polls);
    if (message == NULL)
        return;
    polls->message = message;
    polls->from = op->peer;
    polls->comm = op->comm;
    polls->tests = tests;
    polls->begin = location->call.begin;
    message->looked_for = true;
}

bool polls_look(const struct replay_state *state,
                const struct location *location)
{
    uint8_t flag = location->polls.tests ? SITE_POLLS : SITE_PROBES;

    return location->polls.message != NULL &&
           (state->sites[location->call.site] & flag) != 0;
}

bool polls_go_on(const struct replay_state *state,
                 const struct location *location)
{
    return location->polls.ns > 0 && polls_look(state, location);
}

bool polls_find(const struct replay_state *state,
                const struct location *location)
{
    const struct message *message = location->polls.message;

    return message != NULL && message->send.here &&
           message->send.at <= location->call.end &&
           (location->polls.closes || polls_look(state, location));
}

static struct poll_part *part_of(struct polls *polls, uint32_t site)
{
    for (size_t i = 0; i < polls->part_count; i++)
        if (polls->parts[i].site == site)
            return &polls->parts[i];
    return ARRAY_ADD(polls->parts, polls->part_count,
                     (struct poll_part){ .site = site })
               ? &polls->parts[polls->part_count - 1]
               : NULL;
}

void polls_add(struct replay_state *state, struct location *location,
               uint64_t ns)
{
    uint64_t begin = location->call.begin;
    struct poll_part *part =
        ns == 0 ? NULL : part_of(&location->polls, location->call.site);

    if (part != NULL) {
        part->ns += ns;
        part->counted += replay_state_inside(state, begin, begin + ns);
    } else if (ns > 0) {
        replay_state_no_memory(state);
    }
}

bool polls_begin_to_wait(struct location *location, uint64_t ns)
{
    struct polls *polls = &location->polls;
    bool alike = polls->gaps > 1 &&
                 polls->between / polls->gaps >= polls->longest / ALIKE;

    polls->tight =
        alike && ns < polls->longest / SHORTER ? polls->tight + 1 : 0;
    return polls->tight == TIGHT_LEAST;
}

void polls_hold_between(struct replay_state *state, struct location *location,
                        uint64_t ns)
{
    uint64_t end = location->call.begin;
    struct poll_part *part =
        ns == 0 ? NULL : part_of(&location->polls, location->call.site);

    location->polls.between += ns;
    location->polls.gaps++;
    if (ns > location->polls.longest)
        location->polls.longest = ns;
    if (part != NULL) {
        part->between += ns;
        part->between_counted += replay_state_inside(state, end - ns, end);
    } else if (ns > 0) {
        replay_state_no_memory(state);
    }
}

void polls_hold(struct replay_state *state, struct location *location)
{
    const struct replay_call *call = &location->call;
    struct polls *polls = &location->polls;
    struct wait wait = { .ns = call->end - call->begin,
                         .kind = WAIT_LATE_SENDER,
                         .rank = polls->from };

    polls_add(state, location, wait.ns);
    polls->ns += wait.ns;
    observer_ops(state, location);
    observer_end(state, location, &wait);
    if (!replay_state_only_looks(state))
        path_go(&state->paths, &location->path,
                path_key(location->about->rank, call->site, true), wait.ns);
}

static void drop_part(struct replay_state *state, struct location *location,
                      const struct poll_part *part)
{
    uint32_t activity = 2 * part->site + 1;

    replay_state_worked(state, location, part->site, part->between);
    stretches_worked(state, location, part->site, part->between);
    if (location->about->thread != 0)
        return;
    state->activities[activity] += part->ns;
    delays_work(&state->delays, location->about->rank, activity, part->ns);
}

void polls_drop(struct replay_state *state, struct location *location)
{
    struct polls *polls = &location->polls;

    location->ideal += polls->between;
    location->worked += polls->between;
    for (size_t i = 0; i < polls->part_count; i++) {
        const struct poll_part *part = &polls->parts[i];

        scenario_work(state, location, part->site, part->between);
        if (!replay_state_only_looks(state))
            drop_part(state, location, part);
    }
    scenario_held(state, location, polls->ns);
    polls_end(polls);
}

void polls_restart(struct replay_state *state, struct location *location)
{
    struct polls *polls = &location->polls;
    struct message *message = polls->message;

    polls_drop(state, location);
    polls->message = message;
    polls->begin = location->call.begin;
}
