/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "replay/matching/epochs.h"
#include "replay/matching/locks.h"
#include "replay/matching/orders.h"
#include "replay/observer.h"
#include "replay/polls.h"
#include "replay/returns.h"
#include "replay/replay_state.h"
#include "replay/scenarios/scenario_clocks.h"
#include "replay/slice.h"
#include "replay/stretches.h"

/* How long after a call its message may come, by clocks that differ. */
#define GRACE_NS 10000000u
#define TELL_CALLS (1u << 20)

void replay_state_no_memory(struct replay_state *state)
{
    if (state->status == STATUS_OK)
        state->status = log_fail(STATUS_NO_MEMORY, "replay of the trace");
}

void replay_state_violation(struct replay_state *state, uint64_t ns)
{
    state->violations++;
    if (ns > state->violation_most)
        state->violation_most = ns;
}

/* ---- locations ---- */

void replay_state_worked(struct replay_state *state, struct location *location,
                         uint32_t site, uint64_t ns)
{
    if (location->about->thread == 0) {
        state->activities[2 * site] += ns;
        delays_work(&state->delays, location->about->rank, 2 * site, ns);
    }
    path_go(&state->paths, &location->path,
            path_key(location->about->rank, site, false), ns);
}

static void add_work(struct replay_state *state, struct location *location,
                     uint32_t site, uint64_t ns)
{
    scenario_work(state, location, site, ns);
    if (replay_state_only_looks(state))
        return;
    stretches_work(state, location, site, ns);
    replay_state_worked(state, location, site, ns);
}

/* Up to when the master's path goes: the end of a call, or the start of the one
 * that it is in. */
static uint64_t reached_by(const struct location *master)
{
    if (!master->awake)
        return master->about->begin;
    return master->in_call ? master->call.begin : master->last_end;
}

/* The time before a thread's first call is on the master's path, as far as
 * that has come; from there on the thread is taken to have worked. */
static void come_from(struct replay_state *state, struct location *location,
                      struct location *master)
{
    uint64_t reached = reached_by(master), ns = 0;
    struct path_node *mark;

    if (location->last_end > reached)
        ns = location->last_end - reached;
    if (master->awake)
        location->ideal = master->ideal + ns;
    scenario_fork(state, location, master, reached);
    if (reached > location->last_end)
        return;
    mark = path_mark(&state->paths, &master->path);
    if (mark != NULL)
        path_jump(&location->path, mark);
    path_drop(mark);
    add_work(state, location, location->call.site, ns);
}

static uint64_t first_begin(const struct location *location)
{
    return order_most(location->call.begin, location->about->begin);
}

static void wake_location(struct replay_state *state,
                          struct location *location)
{
    struct location *master = state->masters[location->about->rank];
    bool comes = location->about->thread != 0 && master != NULL;

    location->awake = true;
    location->last_end =
        comes ? first_begin(location)
              : order_most(location->last_end, location->about->begin);
    location->ideal = location->last_end;
    scenario_wake(state, location);
    stretches_wake(state, location);
    if (comes)
        come_from(state, location, master);
}

/* Before the path of a master goes on, wakes its threads whose first call
 * starts by then. */
static void wake_threads(struct replay_state *state, struct location *master,
                         uint64_t by)
{
    struct location *thread;

    if (master->about->thread != 0)
        return;
    while ((thread = master->asleep) != NULL && first_begin(thread) <= by) {
        master->asleep = thread->asleep;
        if (!thread->awake)
            wake_location(state, thread);
    }
}

static void put_to_sleep(struct replay_state *state, struct location *location)
{
    struct location **at = &state->masters[location->about->rank];

    if (location->about->thread == 0 || location->about->calls == 0 ||
        *at == NULL)
        return;
    at = &(*at)->asleep;
    while (*at != NULL && first_begin(*at) <= first_begin(location))
        at = &(*at)->asleep;
    location->asleep = *at;
    *at = location;
}

static uint64_t pause_of(const struct location *location)
{
    uint64_t ns = 0;

    for (uint32_t i = 0; i < location->call.op_count; i++)
        if (location->ops[i].kind == REPLAY_PAUSE)
            ns += location->ops[i].time;
    return ns;
}

/* Work in other regions than the call's; the rest. */
static uint64_t work_elsewhere(struct replay_state *state,
                               struct location *location, uint64_t ns)
{
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];
        uint64_t part = op->time < ns ? op->time : ns;

        if (op->kind != REPLAY_WORK || op->comm >= state->log->site_count)
            continue;
        add_work(state, location, op->comm, part);
        ns -= part;
    }
    return ns;
}

static bool works_elsewhere(const struct location *location)
{
    for (uint32_t i = 0; i < location->call.op_count; i++)
        if (location->ops[i].kind == REPLAY_WORK)
            return true;
    return false;
}

/* The program's work since the last call. */
static void add_computation(struct replay_state *state,
                            struct location *location)
{
    uint64_t pause = pause_of(location), ns = 0;

    if (location->call.begin > location->last_end)
        ns = location->call.begin - location->last_end;
    scenario_pause(state, location, ns > pause ? pause : ns);
    stretches_pause(state, location, ns > pause ? pause : ns);
    ns = ns > pause ? ns - pause : 0;
    if (polls_go_on(state, location) && !works_elsewhere(location) &&
        polls_begin_to_wait(location, ns))
        polls_restart(state, location);
    if (polls_go_on(state, location) && !works_elsewhere(location)) {
        polls_hold_between(state, location, ns);
    } else {
        location->worked += ns;
        location->ideal += ns;
        add_work(state, location, location->call.site,
                 work_elsewhere(state, location, ns));
    }
    scenario_arrive(state, location, false);
}

/* The measured part ends with the start of MPI_Finalize. */
static void finalize_rank(struct replay_state *state,
                          struct location *location)
{
    location->over = true;
    location->end = location->last_end = location->call.begin;
    state->finals[location->about->rank] = location->call;
}

/* In a sync_point of all, which the next slice begins with. */
static void stop_slice(struct replay_state *state,
                       const struct location *location)
{
    struct replay_state_slice *slice = &state->slice;

    if (location->about->thread != 0)
        return;
    slice->unclean = slice->unclean || location->over ||
                     (slice->stopped > 0 && slice->last_turn != slice->turns);
    slice->last_turn = slice->turns;
    slice->stopped++;
}

static void stop_location(struct replay_state *state,
                          struct location *location)
{
    if (state->slice.goes_on)
        stop_slice(state, location);
    if (location->over || state->slice.goes_on)
        return;
    location->over = true;
    location->end = location->about->end;
    if (location->awake && location->end > location->last_end) {
        location->ideal += location->end - location->last_end;
        scenario_work(state, location, location->call.site,
                      location->end - location->last_end);
        stretches_work(state, location, location->call.site,
                       location->end - location->last_end);
    }
    scenario_arrive(state, location, true);
}

/* The end of the last session is no part of the run. */
static bool is_behind(const struct location *location)
{
    return location->about->thread == 0 &&
           location->call.begin >= location->about->end &&
           location->call.end > location->about->end;
}

static void location_advance(struct replay_state *state,
                             struct location *location)
{
    struct replay_stream *stream = &location->stream;

    if (replay_stream_next(stream, &location->call, &location->ops)) {
        if (state->observer.by != NULL)
            observer_pause(state, location, pause_of(location));
        schedule_put(&state->schedule, location->number, location->call.begin);
        return;
    }
    if (stream->failed)
        state->status = log_fail(STATUS_IO, "the temporary file of the "
                                            "trace's calls cannot be read");
    stop_location(state, location);
}

static void call_start(struct replay_state *state, struct location *location)
{
    uint8_t flags = state->sites[location->call.site];

    state->calls++;
    if (location->over || location->call.end <= location->about->begin) {
        if (flags & SITE_INIT)
            state->inits[location->about->rank] = location->call;
        location_advance(state, location);
        return;
    }
    if (!location->awake)
        wake_location(state, location);
    wake_threads(state, location, location->call.begin);
    add_computation(state, location);
    if (flags & SITE_FINALIZE) {
        finalize_rank(state, location);
        location_advance(state, location);
        return;
    }
    if (is_behind(location)) {
        location->over = true;
        location->end = location->about->end;
        location->last_end = location->call.begin;
        location_advance(state, location);
        return;
    }
    replay_state_begin_call(state, location);
}

static void end_call(struct replay_state *state, struct location *location)
{
    wake_threads(state, location, location->call.end);
    replay_state_end_call(state, location);
    stretches_call(state, location);
    location->last_end = location->call.end;
    location_advance(state, location);
}

void replay_state_release(struct replay_state *state,
                          struct location *location)
{
    uint64_t end = location->call.end;

    if (location->starting)
        return;
    if (location->needs > 0 || location->expected > 0) {
        schedule_put(&state->schedule, location->number,
                     location->needs > 0 ? end + GRACE_NS : end);
        return;
    }
    schedule_remove(&state->schedule, location->number);
    end_call(state, location);
}

/* ---- the run ---- */

static uint8_t site_flags(const struct profile_call *call)
{
    const char *name = call->name;
    enum call_poll poll = call_poll_of(name);

    if (poll == CALL_POLL_TEST)
        return SITE_TESTS | SITE_POLLS;
    if (poll == CALL_POLL_IPROBE || poll == CALL_POLL_IMPROBE)
        return SITE_PROBES;
    if (strcmp(name, "MPI_Test_cancelled") == 0 ||
        strcmp(name, "MPI_Win_test") == 0)
        return SITE_TESTS;
    if (strncmp(name, "MPI_Ssend", 9) == 0 ||
        strncmp(name, "MPI_Issend", 10) == 0)
        return SITE_SYNCHRONOUS;
    if (strcmp(name, "MPI_Win_flush") == 0 ||
        strcmp(name, "MPI_Win_flush_all") == 0)
        return SITE_FLUSHES;
    if (strncmp(name, "MPI_Init", 8) == 0 && call->class == CALL_CLASS_SETUP)
        return SITE_INIT;
    return strcmp(name, "MPI_Finalize") == 0 ? SITE_FINALIZE : 0;
}

static bool init_sites(struct replay_state *state)
{
    uint32_t count = state->log->site_count;

    state->sites = calloc(count + 1u, sizeof(*state->sites));
    state->activities =
        calloc(2 * (size_t)count + 1, sizeof(*state->activities));
    if (state->sites == NULL || state->activities == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (state->log->sites[i].call >= state->profile->call_count)
            return false;
    for (uint32_t i = 0; i < count; i++)
        state->sites[i] =
            site_flags(&state->profile->calls[state->log->sites[i].call]);
    return true;
}

static bool init_locations(struct replay_state *state)
{
    uint32_t count = state->log->location_count;
    uint32_t ranks = state->profile->rank_count;

    state->locations = calloc(count + 1u, sizeof(*state->locations));
    state->masters = calloc(ranks + 1u, sizeof(*state->masters));
    state->inits = calloc(ranks + 1u, sizeof(*state->inits));
    state->finals = calloc(ranks + 1u, sizeof(*state->finals));
    if (state->locations == NULL || state->masters == NULL ||
        state->inits == NULL || state->finals == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct location *location = &state->locations[i];

        location->about = &state->log->locations[i];
        if (location->about->rank >= ranks)
            return false;
        location->number = i;
        replay_stream_init(&location->stream, state->log, i);
        if (location->about->thread == 0 && location->about->calls > 0)
            state->masters[location->about->rank] = location;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct location *master =
            state->masters[state->log->locations[i].rank];

        if (master != NULL && master != &state->locations[i])
            master->has_others = true;
    }
    return true;
}

void replay_state_clear(struct replay_state *state)
{
    for (uint32_t i = 0;
         state->locations != NULL && i < state->log->location_count; i++) {
        replay_stream_clear(&state->locations[i].stream);
        path_end_clear(&state->locations[i].path);
        polls_clear(&state->locations[i].polls);
        returns_clear(&state->locations[i].returns);
        free(state->locations[i].held);
    }
    returns_forget(state);
    scenario_clocks_clear(state);
    stretches_clear(state);
    FREE_ALL(state->locations, state->masters, state->inits, state->finals,
             state->sites, state->activities);
    schedule_clear(&state->schedule);
    messages_clear(&state->messages);
    collectives_clear(&state->collectives);
    epochs_clear(&state->epochs);
    locks_clear(&state->locks);
    orders_clear(&state->orders);
    map_clear(&state->requests);
    delays_clear(&state->delays);
    map_clear(&state->rows.items_map);
    map_clear(&state->causes.items_map);
    map_clear(&state->pairs.items_map);
    map_clear(&state->splits.items_map);
    map_clear(&state->overlaps.items_map);
    map_clear(&state->transfers.items_map);
}

static uint64_t count_calls(const struct replay_log *log)
{
    uint64_t calls = 0;

    for (uint32_t i = 0; i < log->location_count; i++)
        calls += log->locations[i].calls;
    return calls;
}

static void calls_play(struct replay_state *state,
                       const struct progress *progress)
{
    uint64_t all = count_calls(state->log), told = 0;
    uint32_t next;

    for (uint32_t i = 0; i < state->log->location_count; i++)
        location_advance(state, &state->locations[i]);
    for (uint32_t i = 0; i < state->log->location_count; i++)
        put_to_sleep(state, &state->locations[i]);
    while (state->status == STATUS_OK && !state->paths.failed &&
           !state->delays.failed &&
           (next = schedule_next(&state->schedule)) != SCHEDULE_NONE) {
        struct location *location = &state->locations[next];

        if (observer_is_over(state, location))
            break;
        if (location->in_call)
            end_call(state, location);
        else
            call_start(state, location);
        state->slice.turns++;
        if (state->slice.opening && state->collectives.whole > 0)
            slice_open(state);
        if (state->calls >= told + TELL_CALLS) {
            told = state->calls;
            progress_tell(progress, told, all);
        }
    }
    if (state->delays.told)
        state->status = STATUS_IO;
    if (state->paths.failed || state->delays.failed)
        replay_state_no_memory(state);
}

/* Adds the work of a thread that stands for its rank after its last call, while
 * another one goes on to MPI_Finalize.  Not before: threads may begin meanwhile. */
static void end_paths(struct replay_state *state)
{
    for (uint32_t i = 0; i < state->profile->rank_count; i++) {
        struct location *master = state->masters[i];

        if (master != NULL && master->awake && master->end > master->last_end)
            replay_state_worked(state, master, master->call.site,
                                master->end - master->last_end);
    }
}

enum status replay_state_run(struct replay_state *state,
                             const struct progress *progress)
{
    uint32_t ranks = state->profile->rank_count;

    collectives_init(&state->collectives, state->log, ranks);
    if (!init_sites(state) || !init_locations(state) ||
        !schedule_init(&state->schedule, state->log->location_count) ||
        !messages_init(&state->messages, ranks) ||
        !epochs_init(&state->epochs, ranks) ||
        !locks_init(&state->locks, ranks) ||
        !orders_init(&state->orders, ranks) ||
        !delays_init(&state->delays, state->log, ranks) ||
        !scenario_clocks_init(state))
        replay_state_no_memory(state);
    stretches_init(state);
    if (state->status == STATUS_OK)
        calls_play(state, progress);
    if (state->status == STATUS_OK && !replay_state_only_looks(state))
        end_paths(state);
    if (state->status == STATUS_OK)
        orders_end(state);
    return state->status;
}

enum status replay_run(const struct replay_log *log,
                       const struct profile *profile,
                       const struct progress *progress,
                       struct replay_result **out)
{
    struct replay_state state = { .log = log, .profile = profile };
    enum status status = replay_state_run(&state, progress);

    if (status == STATUS_OK)
        replay_state_charge_ends(&state);
    status = state.status;
    if (status == STATUS_OK)
        status = replay_state_result(&state, out);
    replay_state_clear(&state);
    return status;
}
