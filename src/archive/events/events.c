/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events.c - sums up one location's events.
 *
 * Follows the rules of the recording (measure/record): sent bytes belong to
 * the call that starts a message, received bytes to the call that completes
 * it, bytes of a nonblocking collective to the call that starts it.
 */
#include "archive/events/events_state.h"

#include <string.h>

#include "base/saturate.h"

void events_init(struct events *events, struct names *names,
                 struct tally *tally)
{
    memset(events, 0, sizeof(*events));
    events->names = names;
    events->tally = tally;
    events->to = UINT64_MAX;
}

void events_clear(struct events *events)
{
    pending_clear(&events->pending);
    pending_clear(&events->io);
    call_log_clear(&events->log);
}

void events_new_rank(struct events *events, uint32_t rank)
{
    events->rank = rank;
    events->begin = events->end = events->stopped = 0;
    events->excluded = events->paused = events->region_errors = 0;
    events->outside = events->inferred = events->too_deep_count = 0;
    events->unused = (struct unused){ 0 };
    events->sampled_threads = 0;
    pending_reset(&events->pending);
    pending_reset(&events->io);
    tally_reset(events->tally);
    call_log_new_rank(&events->log);
}

void events_start(struct events *events, bool master, bool leads)
{
    events->master = master;
    events->leads = leads;
    events->begun = false;
    events->session_end = 0;
    events->ended = events->started = events->counting = false;
    events->skip_counters = true;
    events->depth = events->too_deep = 0;
    events->stack[0] = (struct events_frame){ 0 };
    events->off_since = events->excluded = events->excluded_inside = 0;
    events->count = events->counted_at = 0;
    events->sampled = false;
    memset(&events->now, 0, sizeof(events->now));
    events->now.pending = UINT32_MAX;
    events->now.counts = true;
}

/* The time of the program inside the window up to now: without pauses and
 * flushes. */
static uint64_t counted_ticks(const struct events *events, uint64_t time)
{
    uint64_t excluded = events->excluded_inside;

    if (events->off_since != 0)
        excluded += events_inside(events, events->off_since, time);
    return events_clip(events, time) - excluded;
}

static void exclude_ticks(struct events *events, uint64_t begin, uint64_t end)
{
    events->excluded += end - begin;
    events->excluded_inside += events_inside(events, begin, end);
}

static void add_to_bins(struct events *events, unsigned class, uint64_t begin,
                        uint64_t end)
{
    if (events->leads)
        tally_bins_add(events->tally, class, events_clip(events, begin),
                       events_clip(events, end));
}

/* To useful time, or to the wait outside MPI that the thread is in. */
static void add_outside(struct events *events, uint64_t end)
{
    add_to_bins(events,
                events->stack[events->depth].waits ? PROFILE_TIMELINE_OUTSIDE
                                                   : PROFILE_TIMELINE_USEFUL,
                events->last, end);
}

/* The measured part begins: the first event, or the end of MPI_Init.  Another
 * thread that leads worked from there on. */
void events_begin_run(struct events *events, uint64_t time)
{
    events->last = !events->master && events->leads ? events->begin : time;
    if (!events->master)
        return;
    events->begin = time;
    events->excluded = events->excluded_inside = 0;
    events->fresh_begin = true;
    tally_begin(events->tally, events_clip(events, time));
    for (uint32_t i = 0; i <= events->depth; i++) {
        events->stack[i].begin = events_clip(events, time);
        events->stack[i].children = 0;
    }
}

/* The share of a stretch's count that lies inside, as if it had been counted
 * evenly. */
static void add_differences(const struct events *events, uint64_t *sums,
                            const uint64_t *before, uint64_t since,
                            uint64_t time)
{
    uint64_t all = time - since, part = events_inside(events, since, time);

    if (part == 0 && !events_is_inside(events, since))
        return;
    for (uint32_t i = 0; i < events->names->counter_count; i++) {
        uint64_t more = events->counters[i] - before[i];

        sums[i] +=
            part < all
                ? saturate_near((double)more * (double)part / (double)all)
                : more;
    }
}

uint32_t events_node_now(const struct events *events)
{
    return events->stack[events->depth].node;
}

/* Counts since the last reading belong to the region. */
static void count_useful(struct events *events)
{
    struct region_data *region;

    if (events->leads && !events->skip_counters && !events->ended) {
        region = tally_region(events->tally, events_node_now(events));
        if (region != NULL)
            add_differences(events, region->counters, events->after_call,
                            events->counted_at, events->time);
    }
    events->skip_counters = false;
    memcpy(events->at_enter, events->counters, sizeof(events->at_enter));
}

/* Events behind the end of a session may be no part of the run. */
static uint64_t inclusive_of(const struct events *events,
                             const struct events_frame *frame, uint64_t time)
{
    if (events->session_end != 0)
        time = events->session_end;
    time = counted_ticks(events, time);
    return time > frame->begin ? time - frame->begin : 0;
}

/* A region that is open when the window begins is entered there. */
static bool was_inside(const struct events *events,
                       const struct events_frame *frame, uint64_t left)
{
    return frame->entered < events->to &&
           (frame->entered >= events->from || left > events->from);
}

static void close_frame(struct events *events, uint64_t time)
{
    struct events_frame *frame = &events->stack[events->depth];
    uint64_t inclusive = inclusive_of(events, frame, time);
    struct region_data *data = NULL;

    if (events->leads && !events->ended)
        data = tally_region(events->tally, frame->node);
    if (data != NULL) {
        data->visits += was_inside(events, frame, time);
        data->inclusive += inclusive;
        data->exclusive += inclusive - frame->children;
    }
    if (events->depth > 0)
        frame[-1].children += inclusive;
}

static void note_error(struct events *events, uint64_t time)
{
    events->region_errors += events_is_inside(events, time);
}

/* The measured part ends; regions that are still open end with it. */
static void end_run(struct events *events, uint64_t time)
{
    add_outside(events, time);
    for (; events->depth > 0; events->depth--)
        close_frame(events, time);
    events->ended = true;
    events->end = time;
    events->paused = events->excluded_inside;
}

/* The MPI_Init event, for the first session without one. */
static enum region_kind kind_of(const struct events *events,
                                const struct names_region *region)
{
    if (region->kind == REGION_SESSION_BEGIN && !events->begun &&
        !events->names->has_init)
        return REGION_INIT;
    return (enum region_kind)region->kind;
}

/* The last of them is the end of the run, if there is no MPI_Init. */
static void see_session_end(struct events *events, uint64_t time)
{
    bool ends = events->now.region_kind == REGION_SESSION_END &&
                events->master && !events->names->has_init;

    if (events->session_end != 0)
        add_to_bins(events, CALL_CLASS_SETUP, events->session_end,
                    events->session_left);
    events->session_end = ends ? time : 0;
    events->session_paused = events->excluded_inside;
}

static uint32_t object_of(const struct names *names,
                          const struct events_site *site)
{
    return site->file == NAMES_NONE ? names_window_object(names, site->window)
                                    : names_file_object(names, site->file);
}

static void begin_call(struct events *events, uint64_t time,
                       const struct names_region *region,
                       const struct events_site *site)
{
    struct events_current *now = &events->now;

    if (now->depth++ > 0)
        return;
    now->region_kind = kind_of(events, region);
    now->call = region->id;
    now->path = names_path(events->names, site->context);
    now->object = object_of(events->names, site);
    now->names_window = now->object != 0;
    now->begin = time;
    now->counts = events_is_inside(events, time);
    call_log_enter(&events->log, region->role, time);
    events_log_on_file(events, site->file);
    see_session_end(events, time);
    if (events->counting)
        count_useful(events);
    if (events->master && region->kind == REGION_FINALIZE && !events->ended)
        end_run(events, time);
}

/* Bytes and sizes of the call go to its row. */
static void charge_bytes(struct events *events, struct row *row)
{
    struct events_current *now = &events->now;

    if (now->moved && now->counts) {
        spread_add(&row->out, now->out);
        spread_add(&row->in, now->in);
    }
    for (uint64_t left = now->sizes_seen; left != 0; left &= left - 1) {
        unsigned bin = (unsigned)__builtin_ctzll(left);

        row->size_bins[bin] += now->sizes[bin];
        now->sizes[bin] = 0;
    }
}

static void charge_peer_time(struct events *events, uint64_t ticks)
{
    struct peer *peer = NULL;

    if (events->now.counts || ticks > 0)
        peer = tally_peer(events->tally, PEER_P2P, events->now.peer);
    if (peer != NULL)
        peer->time += ticks;
}

static void charge_lead(struct events *events, uint64_t time,
                        enum call_class class)
{
    const struct events_current *now = &events->now;
    struct region_data *region;

    events->tally->mpi[class] += events_inside(events, now->begin, time);
    if (now->region_kind == REGION_INIT || events->ended)
        return;
    add_outside(events, now->begin);
    if (events->session_end == 0)
        add_to_bins(events, class, now->begin, time);
    events->session_left = time;
    if (class == CALL_CLASS_SETUP)
        return;
    region = tally_region(events->tally, events_node_now(events));
    if (region != NULL)
        region->mpi += events_inside(events, now->begin, time);
}

static void take_time(struct events *events, uint32_t row, uint64_t ticks,
                      bool counts)
{
    if (counts)
        tally_time(events->tally, row, ticks);
    else
        tally_rest(events->tally, row, ticks);
}

/* To its row, or kept until the communicator of its collective is known. */
static void charge_row(struct events *events, uint64_t time)
{
    struct events_current *now = &events->now;
    struct tally_key key = { now->call, now->path, events_node_now(events),
                             now->comm, now->object };
    struct pending_call *waiting = NULL;
    uint64_t ticks = events_inside(events, now->begin, time);
    uint32_t index;

    if (now->pending != UINT32_MAX)
        waiting = &events->pending.calls[now->pending];
    if (waiting != NULL && now->comm == 0) {
        waiting->key = key;
        waiting->ticks = ticks;
        add_differences(events, waiting->counters, events->at_enter,
                        now->begin, time);
        return;
    }
    if (!now->counts && ticks == 0)
        return;
    index = tally_row(events->tally, &key);
    take_time(events, index, ticks, now->counts);
    if (waiting != NULL)
        waiting->row = index;
    if (index >= events->tally->row_count)
        return;
    events->tally->rows[index].errors += now->failed && now->counts;
    charge_bytes(events, &events->tally->rows[index]);
    if (events->counting)
        add_differences(events, events->tally->rows[index].counters,
                        events->at_enter, now->begin, time);
}

/* The start is charged now that its communicator is known. */
void events_charge_start(struct events *events, struct pending_call *start,
                         uint32_t comm)
{
    const struct names_comm *known = names_comm(events->names, comm);

    if (start->row != PENDING_NO_ROW || (!start->counts && start->ticks == 0))
        return;
    if (known != NULL)
        start->key.comm = known->id;
    start->row = tally_row(events->tally, &start->key);
    take_time(events, start->row, start->ticks, start->counts);
    if (start->row >= events->tally->row_count)
        return;
    for (uint32_t i = 0; i < events->names->counter_count; i++)
        events->tally->rows[start->row].counters[i] += start->counters[i];
}

static void log_call(struct events *events, uint64_t time)
{
    const struct events_current *now = &events->now;
    struct replay_site site = { now->call, events_node_now(events),
                                now->path };
    struct call_log_times times = { now->begin, time, events->excluded };

    call_log_call(&events->log, &times, &site);
}

static void end_call(struct events *events, uint64_t time)
{
    struct events_current *now = &events->now;
    const struct profile_call *about;

    if (now->depth == 0 || --now->depth > 0)
        return;
    about = &events->names->profile->calls[now->call];
    events_infer_collective(events);
    events_log_flush(events);
    log_call(events, time);
    charge_row(events, time);
    if (now->peer_known)
        charge_peer_time(events, events_inside(events, now->begin, time));
    if (events->master && now->region_kind == REGION_INIT) {
        events_begin_run(events, time);
        events->begun = true;
    }
    if (events->leads)
        charge_lead(events, time, about->class);
    events->last = time;
    if (now->region_kind != REGION_INIT)
        events->fresh_begin = false;
    memcpy(events->after_call, events->counters, sizeof(events->after_call));
    events->counted_at = time;
    now->comm = 0;
    now->moved = now->peer_known = now->completes = false;
    now->out = now->in = now->sizes_seen = 0;
    now->pending = UINT32_MAX;
}

/* The child of the current node for that REGION. */
static uint32_t child_node(struct events *events, uint32_t region)
{
    uint32_t parent = events_node_now(events), made;
    struct events_node *slot = &events->nodes[(parent * 31 + region) % 256];

    if (slot->parent == parent && slot->region == region && slot->node != 0)
        return slot->node;
    made = definitions_intern(events->names->profile->definitions,
                              DEFINITION_REGION_NODE, parent, region, NULL, 0);
    if (made == DEFINITION_NONE) {
        events->tally->failed = true;
        return parent;
    }
    *slot = (struct events_node){ parent, region, made };
    return made;
}

/* Time up to now belongs to the class of the current region. */
static void change_class(struct events *events, uint64_t time)
{
    if (events->leads && !events->ended && events->off_since == 0 &&
        events->now.depth == 0) {
        add_outside(events, time);
        events->last = time;
    }
}

static void open_region(struct events *events, uint64_t time, uint32_t id)
{
    struct names_region *region = names_region(events->names, id);
    struct events_frame frame = { .region = id };

    if (events->depth + 1 >= EVENTS_DEEPEST || events->too_deep > 0) {
        events->too_deep++;
        events->too_deep_count += events_is_inside(events, time);
        return;
    }
    if (region->kind == REGION_UNSEEN)
        names_see_region(events->names, id);
    call_log_work(&events->log, events_node_now(events), time);
    frame.node = child_node(events, region->id);
    frame.entered = time;
    frame.begin = counted_ticks(events, time);
    frame.waits = region->waits;
    if (frame.waits != events->stack[events->depth].waits)
        change_class(events, time);
    events->stack[++events->depth] = frame;
}

static void close_region(struct events *events, uint64_t time, uint32_t id)
{
    if (events->too_deep > 0) {
        events->too_deep--;
        return;
    }
    if (events->depth == 0 || events->stack[events->depth].region != id) {
        if (events->depth > 0)
            note_error(events, time);
        return;
    }
    call_log_work(&events->log, events_node_now(events), time);
    close_frame(events, time);
    if (events->stack[events->depth].waits !=
        events->stack[events->depth - 1].waits)
        change_class(events, time);
    events->depth--;
}

void events_enter(struct events *events, uint64_t time, uint32_t id,
                  const struct events_site *site)
{
    const struct names_region *region = names_region(events->names, id);

    events_see(events, time);
    if (region == NULL || region->kind == REGION_IGNORED)
        return;
    if (region->kind >= REGION_MPI)
        begin_call(events, time, region, site);
    else
        open_region(events, time, id);
}

void events_leave(struct events *events, uint64_t time, uint32_t id,
                  bool failed)
{
    const struct names_region *region = names_region(events->names, id);

    events_see(events, time);
    events->now.failed = failed;
    if (region == NULL || region->kind == REGION_IGNORED)
        return;
    if (region->kind >= REGION_MPI)
        end_call(events, time);
    else
        close_region(events, time, id);
}

void events_counters(struct events *events, uint64_t time,
                     const uint64_t *values)
{
    uint32_t count = events->names->counter_count;

    events_see(events, time);
    events->counting = true;
    memcpy(events->counters, values, count * sizeof(*values));
    call_log_counters(&events->log, time, events->counters, count);
    if (events->now.depth == 0) {
        count_useful(events);
        memcpy(events->after_call, events->counters,
               sizeof(events->after_call));
        events->counted_at = time;
    }
}

/* Right after MPI_Init ourselves get ready: the run begins thereafter. */
static void switched_on(struct events *events, uint64_t time)
{
    if (events->off_since == 0)
        return;
    if (events->fresh_begin && events->off_since == events->begin) {
        events_begin_run(events, time);
        events->fresh_begin = false;
    } else {
        exclude_ticks(events, events->off_since, time);
        events->skip_counters = true;
    }
    events->off_since = 0;
    events->last = time;
}

void events_recording(struct events *events, uint64_t time, bool on)
{
    events_see(events, time);
    if (on) {
        switched_on(events, time);
    } else if (events->off_since == 0) {
        events->off_since = time;
        if (events->leads && !events->ended)
            add_outside(events, time);
    }
}

void events_flush(struct events *events, uint64_t time, uint64_t stop)
{
    events_see(events, time);
    if (stop > time && events->now.depth == 0) {
        exclude_ticks(events, time, stop);
        events->last += stop - time;
    }
}

void events_program(struct events *events, uint64_t time, uint32_t name)
{
    struct profile *profile = events->names->profile;

    events_see(events, time);
    if (profile->program == NULL)
        profile->program = strdup(names_text(events->names, name));
}

void events_unused(struct events *events, uint64_t time, const char *kind)
{
    events_see(events, time);
    unused_add(&events->unused, kind, events_is_inside(events, time));
}

/* Calls whose collectives never ended are known without communicator. */
static void charge_unfinished(struct events *events)
{
    const struct pending_request *open = events->pending.requests.items;

    for (uint32_t i = 0; i < events->pending.requests.count; i++)
        events_charge_start(events, &events->pending.calls[open[i].call],
                            UINT32_MAX);
    pending_reset(&events->pending);
}

/* With the last session; what was after it is no part of the run. */
static void end_with_session(struct events *events)
{
    events->ended = true;
    events->end = events->session_end;
    events->paused = events->session_paused;
}

/* All of the run is outside of regions, or in one of them. */
static void end_lead(struct events *events)
{
    struct region_data *all = tally_region(events->tally, 0);

    if (all == NULL)
        return;
    all->visits = 1;
    all->inclusive =
        events_inside(events, events->begin, events->end) - events->paused;
    all->exclusive = all->inclusive - events->stack[0].children;
}

/* To the end of the run, which the master has seen. */
static void end_other_lead(struct events *events)
{
    if (events->off_since != 0 && events->off_since < events->end)
        exclude_ticks(events, events->off_since, events->end);
    else if (events->last < events->end)
        add_outside(events, events->end);
    events->paused = events->excluded_inside;
}

/* Recording that is off at the end stopped at its limit. */
static void end_master(struct events *events)
{
    if (!events->ended && events->session_end != 0)
        end_with_session(events);
    if (!events->ended) {
        events->end = events->time;
        if (events->off_since != 0)
            events->end = events->stopped = events->off_since;
        else
            add_outside(events, events->end);
    }
    events->off_since = 0;
    if (!events->ended)
        events->paused = events->excluded_inside;
}

void events_end(struct events *events)
{
    charge_unfinished(events);
    events->sampled_threads += events->sampled;
    if (!events->started)
        return;
    if (events->master)
        end_master(events);
    else if (events->leads)
        end_other_lead(events);
    if (events->leads)
        end_lead(events);
}
