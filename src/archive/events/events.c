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

void calls_init(struct calls *calls, struct names *names, struct tally *tally)
{
    memset(calls, 0, sizeof(*calls));
    calls->names = names;
    calls->tally = tally;
    calls->to = UINT64_MAX;
}

void calls_clear(struct calls *calls)
{
    pending_clear(&calls->pending);
    pending_clear(&calls->io);
    call_log_clear(&calls->log);
}

void calls_new_rank(struct calls *calls, uint32_t rank)
{
    calls->rank = rank;
    calls->begin = calls->end = calls->stopped = 0;
    calls->excluded = calls->paused = calls->region_errors = 0;
    calls->sampled_threads = 0;
    pending_reset(&calls->pending);
    pending_reset(&calls->io);
    tally_reset(calls->tally);
    call_log_new_rank(&calls->log);
}

void calls_start(struct calls *calls, bool master)
{
    calls->master = master;
    calls->begun = false;
    calls->session_end = 0;
    calls->ended = calls->started = calls->counting = false;
    calls->skip_counters = true;
    calls->depth = calls->too_deep = 0;
    calls->stack[0] = (struct calls_frame){ 0 };
    calls->off_since = calls->excluded = calls->excluded_inside = 0;
    calls->events = calls->counted_at = 0;
    calls->sampled = false;
    memset(&calls->now, 0, sizeof(calls->now));
    calls->now.pending = UINT32_MAX;
    calls->now.counts = true;
}

/* The time of the program inside the window up to now: without pauses and
 * flushes. */
static uint64_t counted(const struct calls *calls, uint64_t time)
{
    uint64_t excluded = calls->excluded_inside;

    if (calls->off_since != 0)
        excluded += calls_inside(calls, calls->off_since, time);
    return calls_clip(calls, time) - excluded;
}

static void exclude(struct calls *calls, uint64_t begin, uint64_t end)
{
    calls->excluded += end - begin;
    calls->excluded_inside += calls_inside(calls, begin, end);
}

static void add_to_bins(struct calls *calls, unsigned class, uint64_t begin,
                        uint64_t end)
{
    tally_bins_add(calls->tally, class, calls_clip(calls, begin),
                   calls_clip(calls, end));
}

/* What the attributes of an Enter tell. */
struct entered {
    uint32_t path, object;
    uint32_t file; /* of the archive, UINT32_MAX: none */
};

/* The measured part begins: the first event, or the end of MPI_Init. */
void calls_begin_run(struct calls *calls, uint64_t time)
{
    calls->last = time;
    if (!calls->master)
        return;
    calls->begin = time;
    calls->excluded = calls->excluded_inside = 0;
    calls->fresh_begin = true;
    tally_begin(calls->tally, calls_clip(calls, time));
    for (uint32_t i = 0; i <= calls->depth; i++) {
        calls->stack[i].begin = calls_clip(calls, time);
        calls->stack[i].children = 0;
    }
}

/* What was counted in a stretch of time, as if it were so evenly: the share of
 * it that is inside. */
static void add_differences(const struct calls *calls, uint64_t *sums,
                            const uint64_t *before, uint64_t since,
                            uint64_t time)
{
    uint64_t all = time - since, part = calls_inside(calls, since, time);

    if (part == 0 && !calls_is_inside(calls, since))
        return;
    for (uint32_t i = 0; i < calls->names->counter_count; i++) {
        uint64_t more = calls->counters[i] - before[i];

        sums[i] +=
            part < all
                ? saturate_near((double)more * (double)part / (double)all)
                : more;
    }
}

uint32_t calls_node_now(const struct calls *calls)
{
    return calls->stack[calls->depth].node;
}

/* What was counted since the last reading belongs to the region. */
static void count_useful(struct calls *calls)
{
    struct region_data *region;

    if (calls->master && !calls->skip_counters && !calls->ended) {
        region = tally_region(calls->tally, calls_node_now(calls));
        if (region != NULL)
            add_differences(calls, region->counters, calls->after_call,
                            calls->counted_at, calls->time);
    }
    calls->skip_counters = false;
    memcpy(calls->at_enter, calls->counters, sizeof(calls->at_enter));
}

/* What is behind the end of a session may be no part of the run. */
static uint64_t inclusive_of(const struct calls *calls,
                             const struct calls_frame *frame, uint64_t time)
{
    if (calls->session_end != 0)
        time = calls->session_end;
    time = counted(calls, time);
    return time > frame->begin ? time - frame->begin : 0;
}

/* A region that is open when the window begins is entered there. */
static bool was_inside(const struct calls *calls,
                       const struct calls_frame *frame, uint64_t left)
{
    return frame->entered < calls->to &&
           (frame->entered >= calls->from || left > calls->from);
}

static void close_frame(struct calls *calls, uint64_t time)
{
    struct calls_frame *frame = &calls->stack[calls->depth];
    uint64_t inclusive = inclusive_of(calls, frame, time);
    struct region_data *data = NULL;

    if (calls->master && !calls->ended)
        data = tally_region(calls->tally, frame->node);
    if (data != NULL) {
        data->visits += was_inside(calls, frame, time);
        data->inclusive += inclusive;
        data->exclusive += inclusive - frame->children;
    }
    if (calls->depth > 0)
        frame[-1].children += inclusive;
}

static void note_error(struct calls *calls, uint64_t time)
{
    calls->region_errors += calls_is_inside(calls, time);
}

/* The measured part ends; regions that are still open end with it. */
static void end_run(struct calls *calls, uint64_t time)
{
    add_to_bins(calls, CALL_CLASS_COUNT, calls->last, time);
    for (; calls->depth > 0; calls->depth--) {
        close_frame(calls, time);
        note_error(calls, time);
    }
    calls->ended = true;
    calls->end = time;
    calls->paused = calls->excluded_inside;
}

/* That of MPI_Init, for the first session where there is none. */
static enum region_kind kind_of(const struct calls *calls,
                                const struct names_region *region)
{
    if (region->kind == REGION_SESSION_BEGIN && !calls->begun &&
        !calls->names->has_init)
        return REGION_INIT;
    return (enum region_kind)region->kind;
}

/* The last of them is the end of the run, if there is no MPI_Init. */
static void see_session_end(struct calls *calls, uint64_t time)
{
    bool ends = calls->now.region_kind == REGION_SESSION_END &&
                calls->master && !calls->names->has_init;

    if (calls->session_end != 0)
        add_to_bins(calls, CALL_CLASS_SETUP, calls->session_end,
                    calls->session_left);
    calls->session_end = ends ? time : 0;
    calls->session_paused = calls->excluded_inside;
}

static void begin_call(struct calls *calls, uint64_t time,
                       const struct names_region *region,
                       const struct entered *entered)
{
    struct calls_current *now = &calls->now;

    if (now->depth++ > 0)
        return;
    now->region_kind = kind_of(calls, region);
    now->call = region->id;
    now->path = entered->path;
    now->object = entered->object;
    now->begin = time;
    now->counts = calls_is_inside(calls, time);
    calls_log_on_file(calls, entered->file);
    see_session_end(calls, time);
    if (calls->counting)
        count_useful(calls);
    if (calls->master && region->kind == REGION_FINALIZE && !calls->ended)
        end_run(calls, time);
}

/* Bytes and sizes of the call go to its row. */
static void charge_bytes(struct calls *calls, struct row *row)
{
    struct calls_current *now = &calls->now;

    if (now->moved && now->counts) {
        tally_spread(&row->out, now->out);
        tally_spread(&row->in, now->in);
    }
    for (uint64_t left = now->sizes_seen; left != 0; left &= left - 1) {
        unsigned bin = (unsigned)__builtin_ctzll(left);

        row->size_bins[bin] += now->sizes[bin];
        now->sizes[bin] = 0;
    }
}

static void charge_peer_time(struct calls *calls, uint64_t ticks)
{
    struct peer *peer = NULL;

    if (calls->now.counts || ticks > 0)
        peer = tally_peer(calls->tally, PEER_P2P, calls->now.peer);
    if (peer != NULL)
        peer->time += ticks;
}

static void charge_master(struct calls *calls, uint64_t time,
                          enum call_class class)
{
    const struct calls_current *now = &calls->now;
    struct region_data *region;

    if (now->region_kind == REGION_INIT) {
        calls_begin_run(calls, time);
        calls->begun = true;
    }
    calls->tally->mpi[class] += calls_inside(calls, now->begin, time);
    if (now->region_kind == REGION_INIT || calls->ended)
        return;
    add_to_bins(calls, CALL_CLASS_COUNT, calls->last, now->begin);
    if (calls->session_end == 0)
        add_to_bins(calls, class, now->begin, time);
    calls->session_left = time;
    if (class == CALL_CLASS_SETUP)
        return;
    region = tally_region(calls->tally, calls_node_now(calls));
    if (region != NULL)
        region->mpi += calls_inside(calls, now->begin, time);
}

static void take_time(struct calls *calls, uint32_t row, uint64_t ticks,
                      bool counts)
{
    if (counts)
        tally_time(calls->tally, row, ticks);
    else
        tally_rest(calls->tally, row, ticks);
}

/* To its row, or kept until the communicator of its collective is known. */
static void charge_row(struct calls *calls, uint64_t time)
{
    struct calls_current *now = &calls->now;
    struct tally_key key = { now->call, now->path, calls_node_now(calls),
                             now->comm, now->object };
    struct pending_call *waiting = NULL;
    uint64_t ticks = calls_inside(calls, now->begin, time);
    uint32_t index;

    if (now->pending != UINT32_MAX)
        waiting = &calls->pending.calls[now->pending];
    if (waiting != NULL && now->comm == 0) {
        waiting->key = key;
        waiting->ticks = ticks;
        add_differences(calls, waiting->counters, calls->at_enter, now->begin,
                        time);
        return;
    }
    if (!now->counts && ticks == 0)
        return;
    index = tally_row(calls->tally, &key);
    take_time(calls, index, ticks, now->counts);
    if (waiting != NULL)
        waiting->row = index;
    if (index >= calls->tally->row_count)
        return;
    calls->tally->rows[index].errors += now->failed && now->counts;
    charge_bytes(calls, &calls->tally->rows[index]);
    if (calls->counting)
        add_differences(calls, calls->tally->rows[index].counters,
                        calls->at_enter, now->begin, time);
}

/* The start is charged now that its communicator is known. */
void calls_charge_start(struct calls *calls, struct pending_call *start,
                        uint32_t comm)
{
    const struct names_comm *known = names_comm(calls->names, comm);

    if (start->row != PENDING_NO_ROW || (!start->counts && start->ticks == 0))
        return;
    if (known != NULL)
        start->key.comm = known->id;
    start->row = tally_row(calls->tally, &start->key);
    take_time(calls, start->row, start->ticks, start->counts);
    if (start->row >= calls->tally->row_count)
        return;
    for (uint32_t i = 0; i < calls->names->counter_count; i++)
        calls->tally->rows[start->row].counters[i] += start->counters[i];
}

static void log_call(struct calls *calls, uint64_t time)
{
    const struct calls_current *now = &calls->now;
    struct replay_site site = { now->call, calls_node_now(calls), now->path };
    struct call_log_times times = { now->begin, time, calls->excluded };

    call_log_call(&calls->log, &times, &site);
}

static void end_call(struct calls *calls, uint64_t time)
{
    struct calls_current *now = &calls->now;
    const struct profile_call *about;

    if (now->depth == 0 || --now->depth > 0)
        return;
    about = &calls->names->profile->calls[now->call];
    log_call(calls, time);
    charge_row(calls, time);
    if (now->peer_known)
        charge_peer_time(calls, calls_inside(calls, now->begin, time));
    if (calls->master)
        charge_master(calls, time, about->class);
    calls->last = time;
    if (now->region_kind != REGION_INIT)
        calls->fresh_begin = false;
    memcpy(calls->after_call, calls->counters, sizeof(calls->after_call));
    calls->counted_at = time;
    now->comm = 0;
    now->moved = now->peer_known = false;
    now->out = now->in = now->sizes_seen = 0;
    now->pending = UINT32_MAX;
}

/* The child of the current node for that REGION. */
static uint32_t child_node(struct calls *calls, uint32_t region)
{
    uint32_t parent = calls_node_now(calls), made;
    struct calls_node *slot = &calls->nodes[(parent * 31 + region) % 256];

    if (slot->parent == parent && slot->region == region && slot->node != 0)
        return slot->node;
    made = definitions_intern(calls->names->profile->definitions,
                              DEFINITION_REGION_NODE, parent, region, NULL, 0);
    if (made == DEFINITION_NONE) {
        calls->tally->failed = true;
        return parent;
    }
    *slot = (struct calls_node){ parent, region, made };
    return made;
}

static void open_region(struct calls *calls, uint64_t time, uint32_t id)
{
    struct names_region *region = names_region(calls->names, id);
    struct calls_frame frame = { .region = id };

    if (calls->depth + 1 >= CALLS_DEEPEST || calls->too_deep > 0) {
        calls->too_deep++;
        return;
    }
    if (region->kind == REGION_UNSEEN)
        names_see_region(calls->names, id);
    call_log_work(&calls->log, calls_node_now(calls), time);
    frame.node = child_node(calls, region->id);
    frame.entered = time;
    frame.begin = counted(calls, time);
    calls->stack[++calls->depth] = frame;
}

static void close_region(struct calls *calls, uint64_t time, uint32_t id)
{
    if (calls->too_deep > 0) {
        calls->too_deep--;
        return;
    }
    if (calls->depth == 0 || calls->stack[calls->depth].region != id) {
        if (calls->depth > 0)
            note_error(calls, time);
        return;
    }
    call_log_work(&calls->log, calls_node_now(calls), time);
    close_frame(calls, time);
    calls->depth--;
}

static void enter(struct calls *calls, uint64_t time, uint32_t id,
                  const struct entered *entered)
{
    const struct names_region *region = names_region(calls->names, id);

    calls_see(calls, time);
    if (region == NULL || region->kind == REGION_IGNORED)
        return;
    if (region->kind >= REGION_MPI)
        begin_call(calls, time, region, entered);
    else
        open_region(calls, time, id);
}

static void leave(struct calls *calls, uint64_t time, uint32_t id)
{
    const struct names_region *region = names_region(calls->names, id);

    calls_see(calls, time);
    if (region == NULL || region->kind == REGION_IGNORED)
        return;
    if (region->kind >= REGION_MPI)
        end_call(calls, time);
    else
        close_region(calls, time, id);
}

static uint32_t path_of(const struct names *names,
                        const OTF2_AttributeList *attributes)
{
    const struct names_context *context;
    OTF2_CallingContextRef id;

    if (names->path_attribute == UINT32_MAX ||
        OTF2_AttributeList_GetCallingContextRef(
            attributes, names->path_attribute, &id) != OTF2_SUCCESS)
        return 0;
    context = names_context(names, id);
    return context == NULL ? 0 : context->path;
}

static void take_object(const struct names *names,
                        const OTF2_AttributeList *attributes,
                        struct entered *entered)
{
    OTF2_RmaWinRef window;
    OTF2_IoFileRef file;

    if (names->window_attribute != UINT32_MAX &&
        OTF2_AttributeList_GetRmaWinRef(attributes, names->window_attribute,
                                        &window) == OTF2_SUCCESS)
        entered->object = names_window_object(names, window);
    if (names->file_attribute != UINT32_MAX &&
        OTF2_AttributeList_GetIoFileRef(attributes, names->file_attribute,
                                        &file) == OTF2_SUCCESS) {
        entered->file = file;
        entered->object = names_file_object(names, file);
    }
}

static OTF2_CallbackCode on_enter(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes,
                                  OTF2_RegionRef region)
{
    struct calls *calls = data;
    struct entered entered = { .file = UINT32_MAX };
    uint32_t count = attributes == NULL
                         ? 0
                         : OTF2_AttributeList_GetNumberOfElements(attributes);

    (void)location, (void)position;
    if (count > 0)
        entered.path = path_of(calls->names, attributes);
    if (count > (entered.path != 0))
        take_object(calls->names, attributes, &entered);
    enter(calls, time, region, &entered);
    return OTF2_CALLBACK_SUCCESS;
}

static bool has_error(const struct names *names,
                      const OTF2_AttributeList *attributes)
{
    return attributes != NULL && names->error_attribute != UINT32_MAX &&
           OTF2_AttributeList_GetNumberOfElements(attributes) > 0 &&
           OTF2_AttributeList_TestAttributeByID(attributes,
                                                names->error_attribute);
}

static OTF2_CallbackCode on_leave(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes,
                                  OTF2_RegionRef region)
{
    struct calls *calls = data;

    (void)location, (void)position;
    calls->now.failed = has_error(calls->names, attributes);
    leave(calls, time, region);
    calls->now.failed = false;
    return OTF2_CALLBACK_SUCCESS;
}

/* Sampling writers enter a whole calling context; its region is what counts. */
static OTF2_CallbackCode
on_context_enter(OTF2_LocationRef location, OTF2_TimeStamp time,
                 uint64_t position, void *data, OTF2_AttributeList *attributes,
                 OTF2_CallingContextRef id, uint32_t unwind)
{
    struct calls *calls = data;
    const struct names_context *context = names_context(calls->names, id);
    const struct names_context *parent =
        context == NULL ? NULL : names_context(calls->names, context->parent);

    struct entered entered = { parent == NULL ? 0 : parent->path, 0,
                               UINT32_MAX };

    (void)location, (void)position, (void)attributes, (void)unwind;
    if (context != NULL)
        enter(calls, time, context->region, &entered);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_context_leave(OTF2_LocationRef location,
                                          OTF2_TimeStamp time,
                                          uint64_t position, void *data,
                                          OTF2_AttributeList *attributes,
                                          OTF2_CallingContextRef id)
{
    struct calls *calls = data;
    const struct names_context *context = names_context(calls->names, id);

    (void)location, (void)position, (void)attributes;
    if (context != NULL)
        leave(calls, time, context->region);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_metric(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_MetricRef metric, uint8_t count,
                                   const OTF2_Type *types,
                                   const OTF2_MetricValue *values)
{
    struct calls *calls = data;

    (void)location, (void)position, (void)attributes, (void)types;
    calls_see(calls, time);
    if (metric != calls->names->metric_class ||
        count != calls->names->counter_count)
        return OTF2_CALLBACK_SUCCESS;
    calls->counting = true;
    for (uint8_t i = 0; i < count; i++)
        calls->counters[i] = values[i].unsigned_int;
    call_log_counters(&calls->log, time, calls->counters, count);
    if (calls->now.depth == 0) {
        count_useful(calls);
        memcpy(calls->after_call, calls->counters, sizeof(calls->after_call));
        calls->counted_at = time;
    }
    return OTF2_CALLBACK_SUCCESS;
}

/* Right after MPI_Init ourselves get ready: the run begins thereafter. */
static void switched_on(struct calls *calls, uint64_t time)
{
    if (calls->off_since == 0)
        return;
    if (calls->fresh_begin && calls->off_since == calls->begin) {
        calls_begin_run(calls, time);
        calls->fresh_begin = false;
    } else {
        exclude(calls, calls->off_since, time);
        calls->skip_counters = true;
    }
    calls->off_since = 0;
    calls->last = time;
}

static OTF2_CallbackCode on_switch(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_MeasurementMode mode)
{
    struct calls *calls = data;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    if (mode == OTF2_MEASUREMENT_ON) {
        switched_on(calls, time);
    } else if (calls->off_since == 0) {
        calls->off_since = time;
        if (calls->master && !calls->ended)
            add_to_bins(calls, CALL_CLASS_COUNT, calls->last, time);
    }
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_flush(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes,
                                  OTF2_TimeStamp stop)
{
    struct calls *calls = data;

    (void)location, (void)position, (void)attributes;
    calls_see(calls, time);
    if (stop > time && calls->now.depth == 0) {
        exclude(calls, time, stop);
        calls->last += stop - time;
    }
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_program(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    OTF2_StringRef name, uint32_t count,
                                    const OTF2_StringRef *arguments)
{
    struct calls *calls = data;
    struct profile *profile = calls->names->profile;

    (void)location, (void)position, (void)attributes, (void)count;
    (void)arguments;
    calls_see(calls, time);
    if (profile->program == NULL)
        profile->program = strdup(names_text(calls->names, name));
    return OTF2_CALLBACK_SUCCESS;
}

/* Calls whose collectives never ended are known without communicator. */
static void charge_unfinished(struct calls *calls)
{
    const struct pending_request *open = calls->pending.requests.items;

    for (uint32_t i = 0; i < calls->pending.requests.count; i++)
        calls_charge_start(calls, &calls->pending.calls[open[i].call],
                           UINT32_MAX);
    pending_reset(&calls->pending);
}

/* With the last session; what was after it is no part of the run. */
static void end_with_session(struct calls *calls)
{
    calls->ended = true;
    calls->end = calls->session_end;
    calls->paused = calls->session_paused;
}

/* Recording that is off at the end stopped at its limit. */
static void end_master(struct calls *calls)
{
    struct region_data *all;

    if (!calls->ended && calls->session_end != 0)
        end_with_session(calls);
    if (!calls->ended) {
        calls->end = calls->time;
        if (calls->off_since != 0)
            calls->end = calls->stopped = calls->off_since;
        else
            add_to_bins(calls, CALL_CLASS_COUNT, calls->last, calls->end);
    }
    calls->off_since = 0;
    if (!calls->ended)
        calls->paused = calls->excluded_inside;
    all = tally_region(calls->tally, 0);
    if (all == NULL)
        return;
    all->visits = 1;
    all->inclusive =
        calls_inside(calls, calls->begin, calls->end) - calls->paused;
    all->exclusive = all->inclusive - calls->stack[0].children;
}

void calls_end(struct calls *calls)
{
    charge_unfinished(calls);
    calls->sampled_threads += calls->sampled;
    if (calls->master && calls->started)
        end_master(calls);
}

OTF2_EvtReaderCallbacks *calls_callbacks(void)
{
    OTF2_EvtReaderCallbacks *on = OTF2_EvtReaderCallbacks_New();

    if (on == NULL)
        return NULL;
    OTF2_EvtReaderCallbacks_SetProgramBeginCallback(on, on_program);
    OTF2_EvtReaderCallbacks_SetEnterCallback(on, on_enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(on, on_leave);
    OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback(on,
                                                           on_context_enter);
    OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback(on,
                                                           on_context_leave);
    calls_message_callbacks(on);
    calls_rma_callbacks(on);
    calls_io_callbacks(on);
    calls_sample_callbacks(on);
    OTF2_EvtReaderCallbacks_SetMetricCallback(on, on_metric);
    OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(on, on_switch);
    OTF2_EvtReaderCallbacks_SetBufferFlushCallback(on, on_flush);
    return on;
}
