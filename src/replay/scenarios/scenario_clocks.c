/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/scenarios/scenario_clocks.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "base/saturate.h"
#include "replay/log/scenario.h"
#include "replay/scenarios/arrivals.h"
#include "replay/scenarios/packing.h"
#include "replay/scenarios/scenario_times.h"
#include "replay/transfers.h"

#define PACKING 2u         /* times shorter than the call before it: no work */
#define NO_SITE UINT32_MAX /* before the first call */
#define NO_COMM UINT32_MAX /* of a call that is no collective */

/* ---- life ---- */

static uint8_t acts_at(const struct scenario *scenario, uint32_t site)
{
    uint8_t acts = 0;

    for (size_t i = 0; i < scenario->count; i++)
        if (scenario->changes[i].sites[site])
            acts |= (uint8_t)(1u << scenario->changes[i].kind);
    return acts;
}

static bool acts_init(struct replay_state *state)
{
    struct scenario_clocks *clocks = state->clocks;
    uint32_t sites = state->log->site_count;

    clocks->acts = calloc((size_t)sites * clocks->count + 1, 1);
    if (clocks->acts == NULL)
        return false;
    for (uint32_t i = 0; i < sites; i++)
        for (uint32_t k = 0; k < clocks->count; k++)
            clocks->acts[(size_t)i * clocks->count + k] =
                acts_at(&clocks->scenarios[k], i);
    return true;
}

bool scenario_clocks_init(struct replay_state *state)
{
    struct scenario_clocks *clocks = state->clocks;
    bool fits = clocks == NULL || acts_init(state);

    if (clocks == NULL)
        return true;
    for (uint32_t k = 0; k < clocks->count; k++) {
        clocks->packs |= clocks->scenarios[k].packing != NULL;
        if (clocks->scenarios[k].steps != NULL)
            clocks->steps = clocks->scenarios[k].steps;
    }
    clocks->needs.all = scenario_times_create(clocks->count);
    clocks->needs.receivers = scenario_times_create(clocks->count);
    for (uint32_t i = 0; i < state->log->location_count; i++) {
        struct location_clocks *own = &state->locations[i].clocks;

        own->clock = calloc(5 * (size_t)clocks->count, sizeof(*own->clock));
        if (own->clock == NULL)
            return false;
        own->pending = own->clock + clocks->count;
        own->useful = own->pending + clocks->count;
        own->changed = own->useful + clocks->count;
        own->posted = own->changed + clocks->count;
        own->last_site = NO_SITE;
    }
    return fits && clocks->needs.all != NULL &&
           clocks->needs.receivers != NULL;
}

void scenario_clocks_clear(struct replay_state *state)
{
    if (state->clocks == NULL)
        return;
    free(state->clocks->acts);
    scenario_times_drop(state->clocks->needs.all);
    scenario_times_drop(state->clocks->needs.receivers);
    for (uint32_t i = 0;
         state->locations != NULL && i < state->log->location_count; i++) {
        struct location_clocks *own = &state->locations[i].clocks;

        FREE_ALL(own->clock, own->arrivals, own->sent);
        scenario_times_drop(own->times);
        path_drop(own->pending_path);
    }
}

/* ---- receives in the order of arrival ---- */

static bool ends_series(const struct location *location)
{
    for (uint32_t i = 0; i < location->call.op_count; i++)
        switch (location->ops[i].kind) {
        case REPLAY_PAUSE:
        case REPLAY_WORK:
        case REPLAY_SEND:
        case REPLAY_SEND_POST:
        case REPLAY_SEND_DONE:
        case REPLAY_RECV_POST: break;
        default: return true;
        }
    return false;
}

static void close_series(struct location_clocks *own, uint32_t i)
{
    if (own->arrivals != NULL)
        own->clock[i] = arrivals_close(&own->arrivals[i], own->clock[i]);
}

/* Returns when the call can start at the earliest. */
static uint64_t take_turn(struct replay_state *state,
                          struct location_clocks *own, uint32_t i)
{
    if (own->arrivals == NULL)
        own->arrivals = calloc(state->clocks->count, sizeof(*own->arrivals));
    if (own->arrivals == NULL) {
        replay_state_no_memory(state);
        return own->clock[i];
    }
    return arrivals_turn(&own->arrivals[i], own->clock[i]);
}

uint64_t scenario_ended(const struct location *location, uint32_t scenario)
{
    const struct location_clocks *own = &location->clocks;
    struct arrivals last;

    if (own->arrivals == NULL)
        return own->clock[scenario];
    last = own->arrivals[scenario];
    return arrivals_close(&last, own->clock[scenario]);
}

/* ---- between calls ---- */

/* How the scenario changes calls at the location's site. */
static uint8_t acts_of(const struct scenario_clocks *clocks,
                       const struct location *location, uint32_t scenario)
{
    return clocks
        ->acts[(size_t)location->call.site * clocks->count + scenario];
}

void scenario_wake(const struct replay_state *state, struct location *location)
{
    for (uint32_t i = 0; state->clocks != NULL && i < state->clocks->count;
         i++)
        location->clocks.clock[i] = location->last_end;
}

void scenario_fork(const struct replay_state *state, struct location *location,
                   const struct location *master, uint64_t reached)
{
    for (uint32_t i = 0; state->clocks != NULL && i < state->clocks->count;
         i++)
        location->clocks.clock[i] =
            master->awake ? master->clocks.clock[i] : reached;
}

/* Where the step that the location is in has its place. */
static size_t place_of_step(const struct steps *steps,
                            const struct location *location)
{
    uint32_t step = location->clocks.step / steps->merged;
    size_t rank = location->about->rank;

    return rank * steps->count +
           (step < steps->count ? step : steps->count - 1);
}

static double factor_of(const struct scenario *scenario, enum change_kind kind,
                        const struct location *location, uint32_t site)
{
    double factor = 1;

    for (size_t i = 0; i < scenario->count; i++) {
        const struct change *change = &scenario->changes[i];

        if (change->kind != kind || !change->sites[site])
            continue;
        factor *= change->factors[location->about->rank];
        if (change->step_factors != NULL && location->about->thread == 0)
            factor *=
                change->step_factors[place_of_step(scenario->steps, location)];
    }
    return factor;
}

static uint64_t changed_work(const struct scenario *scenario,
                             struct location *location, uint32_t site,
                             uint64_t ns)
{
    uint32_t rank = location->about->rank;

    if (scenario->behind != NULL && location->about->thread == 0 &&
        location->clocks.last_site != NO_SITE) {
        if (rank == scenario->watched || scenario->workers[rank])
            scenario->behind[2 * (size_t)location->clocks.last_site + 1] += ns;
        if (rank == scenario->watched)
            scenario->behind[2 * (size_t)location->clocks.last_site] += ns;
    }
    if (scenario->step_work != NULL && location->about->thread == 0)
        scenario->step_work[place_of_step(scenario->steps, location)] += ns;
    return saturate_near((double)ns *
                         factor_of(scenario, CHANGE_WORK, location, site));
}

void scenario_work(struct replay_state *state, struct location *location,
                   uint32_t site, uint64_t ns)
{
    const struct scenario_clocks *clocks = state->clocks;
    uint32_t rank = location->about->rank;
    const uint8_t *acts;

    if (clocks == NULL)
        return;
    acts = &clocks->acts[(size_t)site * clocks->count];
    if (ns > location->clocks.inner / PACKING)
        location->clocks.worked = true;
    for (uint32_t i = 0; i < clocks->count; i++) {
        uint64_t took = ns;

        if (location->clocks.arrivals != NULL &&
            arrivals_ends_at(&location->clocks.arrivals[i], ns))
            close_series(&location->clocks, i);
        if (acts[i] & 1u << CHANGE_WORK) {
            took = changed_work(&clocks->scenarios[i], location, site, ns);
            location->clocks.changed[i] += ns;
        }
        location->clocks.clock[i] += took;
        location->clocks.useful[i] += took;
        if (i == 0)
            path_go(&state->paths, &location->path,
                    path_key(rank, site, false), took);
    }
}

void scenario_pause(const struct replay_state *state,
                    struct location *location, uint64_t ns)
{
    for (uint32_t i = 0; state->clocks != NULL && i < state->clocks->count;
         i++)
        location->clocks.clock[i] += ns;
}

static void take_pending_path(struct replay_state *state,
                              struct location *location)
{
    struct location_clocks *own = &location->clocks;

    if (own->pending[0] > own->clock[0] && own->pending_path != NULL) {
        path_jump(&location->path, own->pending_path);
        path_go(&state->paths, &location->path, own->pending_key,
                own->pending_inner);
    }
    path_drop(own->pending_path);
    own->pending_path = NULL;
}

/* Whether the call sends and receives right after another one, at another call site:
 * both then overlap with the work behind the last.  At the same site it may pass on
 * what the one before has received. */
static bool is_next_exchange(const struct location *location)
{
    bool sends = false, receives = false;

    for (uint32_t i = 0; i < location->call.op_count; i++) {
        sends |= location->ops[i].kind == REPLAY_SEND;
        receives |= location->ops[i].kind == REPLAY_RECV;
    }
    return !location->clocks.worked && sends && receives &&
           location->call.site != location->clocks.last_site;
}

void scenario_arrive(struct replay_state *state, struct location *location,
                     bool at_end)
{
    const struct scenario_clocks *clocks = state->clocks;
    struct location_clocks *own = &location->clocks;
    bool goes_on = clocks != NULL && !at_end && is_next_exchange(location);

    for (uint32_t i = 0; clocks != NULL && i < clocks->count; i++) {
        if (goes_on && acts_of(clocks, location, i) & 1u << CHANGE_OVERLAP)
            continue;
        if (i == 0)
            take_pending_path(state, location);
        if (own->pending[i] > own->clock[i])
            own->clock[i] = own->pending[i];
        own->pending[i] = 0;
    }
}

void scenario_held(struct replay_state *state, struct location *location,
                   uint64_t inside)
{
    uint64_t key = path_key(location->about->rank, location->call.site, true);

    for (uint32_t i = 0; state->clocks != NULL && i < state->clocks->count;
         i++) {
        uint64_t ns = state->clocks->scenarios[i].ideal ? 0 : inside;

        location->clocks.clock[i] += ns;
        if (i == 0)
            path_go(&state->paths, &location->path, key, ns);
    }
}

/* ---- calls ---- */

/* The measured time at which the clocks of a call start. */
static uint64_t start_of(const struct location *location)
{
    return location->call.begin > location->last_end ? location->call.begin
                                                     : location->last_end;
}

/* When the messages of the call start in a scenario. */
static uint64_t posted_at(struct replay_state *state,
                          struct location *location, uint32_t i)
{
    struct location_clocks *own = &location->clocks;
    uint8_t acts = acts_of(state->clocks, location, i);

    if (acts & 1u << CHANGE_ORDER)
        return take_turn(state, own, i);
    if (ends_series(location))
        close_series(own, i);
    return acts & 1u << CHANGE_POSTED ? own->posted[i] : own->clock[i];
}

static bool is_collective(const struct location *location)
{
    for (uint32_t i = 0; i < location->call.op_count; i++)
        if (location->ops[i].kind >= REPLAY_COLLECTIVE &&
            location->ops[i].kind <= REPLAY_COLLECTIVE_DONE)
            return true;
    return false;
}

static uint32_t peer_of(const struct location *location)
{
    for (uint32_t i = 0; i < location->call.op_count; i++)
        if (location->ops[i].kind >= REPLAY_SEND &&
            location->ops[i].kind <= REPLAY_RECV_DONE)
            return location->ops[i].peer;
    return UINT32_MAX;
}

/* The next exchange begins as the last one did. */
static bool is_again(const struct location_clocks *own,
                     const struct location *location)
{
    return location->call.site == own->first_site &&
           peer_of(location) == own->first_peer;
}

static void note_posted(const struct replay_state *state,
                        struct location *location)
{
    struct location_clocks *own = &location->clocks;

    if (!own->worked && !is_collective(location) && !is_again(own, location))
        return;
    own->first_site = location->call.site;
    own->first_peer = peer_of(location);
    for (uint32_t i = 0; i < state->clocks->count; i++)
        own->posted[i] = own->clock[i];
    own->worked = false;
}

void scenario_begin_call(struct replay_state *state, struct location *location)
{
    struct location_clocks *own = &location->clocks;
    struct scenario_times *times;

    if (state->clocks == NULL)
        return;
    note_posted(state, location);
    scenario_times_drop(own->times);
    own->times = NULL;
    if (location->call.op_count == 0)
        return;
    times = own->times = scenario_times_create(state->clocks->count);
    if (times == NULL) {
        replay_state_no_memory(state);
        return;
    }
    times->at = start_of(location);
    times->path = path_mark(&state->paths, &location->path);
    for (uint32_t i = 0; i < times->count; i++)
        times->clock[i] = posted_at(state, location, i);
}

void scenario_need(struct replay_state *state,
                   const struct scenario_times *times, bool only_measured)
{
    struct scenario_clocks *clocks = state->clocks;

    if (clocks != NULL)
        scenario_times_raise(only_measured ? clocks->needs.receivers
                                           : clocks->needs.all,
                             times);
}

/* The call's time after everything that it needs had come; by clocks that
 * differ, less than nothing. */
static int64_t inner_of(const struct scenario_needs *needs,
                        const struct location *location)
{
    uint64_t since = start_of(location);

    if (needs->all->at > since)
        since = needs->all->at;
    if (needs->receivers->at > since)
        since = needs->receivers->at;
    return (int64_t)(location->call.end - since);
}

static uint64_t add_inner(uint64_t clock, int64_t inner)
{
    if (inner < 0 && (uint64_t)-inner > clock)
        return 0;
    return clock + (uint64_t)inner;
}

/* The times from which the call goes on in a scenario; NULL: its own. */
static const struct scenario_times *
latest_needed(const struct scenario_clocks *clocks,
              const struct location *location, uint32_t i)
{
    const struct scenario_needs *needs = &clocks->needs;
    const struct scenario_times *found = NULL;
    uint64_t clock = location->clocks.clock[i];

    if (needs->all->clock[i] > clock) {
        found = needs->all;
        clock = found->clock[i];
    }
    if (!clocks->scenarios[i].ideal && needs->receivers->clock[i] > clock)
        found = needs->receivers;
    return found;
}

/* How much longer the calls take on the changed network. */
static double network_factor(const struct replay_state *state,
                             const struct location *location,
                             const struct scenario *scenario)
{
    uint32_t call = state->log->sites[location->call.site].call;
    double latency = 1, bandwidth = 1, before;
    struct network_cost cost = { 0, 0 };
    uint64_t bytes;
    bool apart;

    if (!transfers_find(state, location, &bytes, &apart))
        return 1;
    for (size_t i = 0; i < scenario->count; i++) {
        const struct change *change = &scenario->changes[i];

        if (change->kind != CHANGE_NETWORK)
            continue;
        cost = change->costs[2 * (size_t)call + apart];
        latency *= change->latency;
        bandwidth *= change->bandwidth;
    }
    cost.byte *= (double)bytes;
    before = cost.latency + cost.byte;
    return before > 0
               ? (cost.latency * latency + cost.byte / bandwidth) / before
               : 1;
}

static int64_t changed_inner(const struct replay_state *state,
                             const struct location *location,
                             const struct scenario *scenario, uint8_t acts,
                             int64_t inner)
{
    double factor = 1;

    if (scenario->ideal)
        return 0;
    if (inner <= 0)
        return inner;
    if (acts & 1u << CHANGE_COST)
        factor *=
            factor_of(scenario, CHANGE_COST, location, location->call.site);
    if (acts & 1u << CHANGE_NETWORK)
        factor *= network_factor(state, location, scenario);
    return (int64_t)((double)inner * factor);
}

/* The call goes on until `end' while the location works; behind the call before, if
 * that goes on, too. */
static void overlap_until(struct replay_state *state,
                          struct location *location, uint32_t i,
                          const struct scenario_times *from, uint64_t end,
                          uint64_t inner)
{
    struct location_clocks *own = &location->clocks;
    uint64_t behind = own->pending[i] == 0 ? 0 : own->pending[i] + inner;

    own->pending[i] = behind > end ? behind : end;
    if (i > 0)
        return;
    if (behind > end) {
        own->pending_inner += inner;
        return;
    }
    path_drop(own->pending_path);
    if (from == NULL)
        own->pending_path = path_mark(&state->paths, &location->path);
    else if ((own->pending_path = from->path) != NULL)
        own->pending_path->holders++;
    own->pending_key =
        path_key(location->about->rank, location->call.site, true);
    own->pending_inner = inner;
}

static void end_in(struct replay_state *state, struct location *location,
                   uint32_t i, int64_t inner, uint64_t rest)
{
    struct scenario_clocks *clocks = state->clocks;
    struct location_clocks *own = &location->clocks;
    uint8_t acts = acts_of(clocks, location, i);
    const struct scenario_times *from =
        acts & 1u << CHANGE_NO_WAIT ? NULL
                                    : latest_needed(clocks, location, i);
    uint64_t end;

    if (acts & 1u << CHANGE_OFF)
        return;
    if (acts & 1u << CHANGE_ORDER && own->arrivals != NULL &&
        location->call.op_count > 0) {
        own->clock[i] =
            arrivals_start(&own->arrivals[i], clocks->needs.all->clock[i]);
        if (from != NULL && own->clock[i] > from->clock[i])
            from = NULL;
    }
    if (from != NULL)
        inner += (int64_t)rest;
    inner = changed_inner(state, location, &clocks->scenarios[i], acts, inner);
    end = add_inner(from == NULL ? own->clock[i] : from->clock[i], inner);
    if (end < own->clock[i])
        end = own->clock[i];
    inner = inner < 0 ? 0 : inner;
    if (acts & 1u << CHANGE_OVERLAP) {
        overlap_until(state, location, i, from, end, (uint64_t)inner);
        return;
    }
    own->clock[i] = end;
    if (i > 0)
        return;
    if (from != NULL && from->path != NULL)
        path_jump(&location->path, from->path);
    path_go(&state->paths, &location->path,
            path_key(location->about->rank, location->call.site, true),
            (uint64_t)inner);
}

/* The communicator of the collective that the call begins and ends. */
static uint32_t comm_of(const struct location *location)
{
    for (uint32_t i = 0; i < location->call.op_count; i++)
        if (location->ops[i].kind == REPLAY_COLLECTIVE)
            return location->ops[i].comm;
    return NO_COMM;
}

static void note_following(const struct replay_state *state,
                           const struct location *location)
{
    const struct replay_site *sites = state->log->sites;
    const struct scenario_clocks *clocks = state->clocks;
    uint64_t worked = location->worked - location->clocks.last_worked;
    uint32_t site = location->call.site, last = location->clocks.last_site;
    uint32_t rank = location->about->rank;

    if (last == NO_SITE || location->clocks.last_comm != comm_of(location))
        return;
    for (uint32_t i = 0; i < clocks->count; i++) {
        const struct scenario *scenario = &clocks->scenarios[i];

        if (scenario->follows != NULL && worked < scenario->follows_ns &&
            (scenario->leads != NULL
                 ? scenario->leads[sites[last].call]
                 : last == site && rank == scenario->watched))
            scenario->follows[site]++;
    }
}

void scenario_end_call(struct replay_state *state, struct location *location,
                       uint64_t rest)
{
    struct scenario_clocks *clocks = state->clocks;
    int64_t inner;

    if (clocks == NULL)
        return;
    note_following(state, location);
    if (clocks->packs)
        packing_note(state, location);
    location->clocks.last_site = location->call.site;
    location->clocks.last_comm = comm_of(location);
    location->clocks.last_worked = location->worked;
    inner = inner_of(&clocks->needs, location);
    location->clocks.inner = inner > 0 ? (uint64_t)inner : 0;
    for (uint32_t i = 0; i < clocks->count; i++)
        end_in(state, location, i, inner, rest);
    scenario_times_reset(clocks->needs.all);
    scenario_times_reset(clocks->needs.receivers);
    if (clocks->steps != NULL && location->about->thread == 0 &&
        clocks->steps->ends[location->call.site]) {
        location->clocks.step++;
        clocks->steps->ended[location->about->rank]++;
    }
}
