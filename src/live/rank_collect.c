/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/rank_collect.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/saturate.h"
#include "base/text/affix.h"

static uint64_t ns_of(const struct rank_collect *in, uint64_t ticks)
{
    return saturate_near((double)ticks * in->ns_per_tick);
}

static void convert_row(const struct rank_collect *in, struct row *row)
{
    row->time.sum = ns_of(in, row->time.sum);
    row->time.min = ns_of(in, row->time.min);
    row->time.max = ns_of(in, row->time.max);
    row->time_squares *= in->ns_per_tick * in->ns_per_tick;
}

static void merge_spread(struct spread *into, const struct spread *from)
{
    into->sum += from->sum;
    if (from->min < into->min)
        into->min = from->min;
    if (from->max > into->max)
        into->max = from->max;
}

static void merge_row(struct row *into, const struct row *from)
{
    into->count += from->count;
    into->errors += from->errors;
    merge_spread(&into->time, &from->time);
    into->time_squares += from->time_squares;
    merge_spread(&into->out, &from->out);
    merge_spread(&into->in, &from->in);
    for (int i = 0; i < PROFILE_COUNTERS; i++)
        into->counters[i] += from->counters[i];
    for (int i = 0; i < PROFILE_BINS; i++) {
        into->time_bins[i] += from->time_bins[i];
        into->size_bins[i] += from->size_bins[i];
    }
}

/* Sorts by key and folds equal keys. */
static void fold_rows(struct rank_data *rank)
{
    size_t kept = 0;

    if (rank->row_count == 0)
        return;
    qsort(rank->rows, rank->row_count, sizeof(*rank->rows), row_compare);
    for (size_t i = 1; i < rank->row_count; i++) {
        if (row_compare(&rank->rows[kept], &rank->rows[i]) == 0)
            merge_row(&rank->rows[kept], &rank->rows[i]);
        else
            rank->rows[++kept] = rank->rows[i];
    }
    rank->row_count = kept + 1;
}

static enum status collect_rows(const struct rank_collect *in,
                                struct rank_data *out)
{
    size_t count = 0;

    for (size_t i = 0; i < in->thread_count; i++)
        count += in->threads[i].row_count;
    out->rows = calloc(count + 1, sizeof(*out->rows));
    if (out->rows == NULL)
        return log_fail(STATUS_NO_MEMORY, "rows of the profile");
    for (size_t i = 0; i < in->thread_count; i++) {
        const struct thread_tables *thread = &in->threads[i];

        if (thread->row_count == 0)
            continue;
        memcpy(out->rows + out->row_count, thread->rows,
               thread->row_count * sizeof(*out->rows));
        out->row_count += thread->row_count;
    }
    for (size_t i = 0; i < out->row_count; i++)
        convert_row(in, &out->rows[i]);
    fold_rows(out);
    return STATUS_OK;
}

/* Peers of one kind: point-to-point, or targets of one-sided calls. */
static const struct peer *peer_of(const struct thread_tables *thread,
                                  enum peer_kind kind, uint32_t rank)
{
    if (rank >= thread->peer_room)
        return NULL;
    return kind == PEER_P2P ? &thread->peers[rank] : &thread->targets[rank];
}

static bool is_used(const struct peer *peer)
{
    return peer->out_messages > 0 || peer->in_messages > 0;
}

static void add_peer(const struct rank_collect *in, struct peer *into,
                     const struct peer *from)
{
    into->out_messages += from->out_messages;
    into->out_bytes += from->out_bytes;
    into->in_messages += from->in_messages;
    into->in_bytes += from->in_bytes;
    into->time += ns_of(in, from->time);
}

/* Adds up what all threads exchanged with that rank; false: nothing. */
static bool sum_peer(const struct rank_collect *in, enum peer_kind kind,
                     uint32_t rank, struct peer *out)
{
    *out = (struct peer){ .rank = rank, .kind = kind };
    for (size_t i = 0; i < in->thread_count; i++) {
        const struct peer *peer = peer_of(&in->threads[i], kind, rank);

        if (peer != NULL && is_used(peer))
            add_peer(in, out, peer);
    }
    return is_used(out);
}

static size_t count_peers(const struct rank_collect *in)
{
    struct peer peer;
    size_t count = 0;

    for (uint32_t rank = 0; rank < in->ranks; rank++)
        count += (size_t)sum_peer(in, PEER_P2P, rank, &peer) +
                 (size_t)sum_peer(in, PEER_ONE_SIDED, rank, &peer);
    return count;
}

static enum status collect_peers(const struct rank_collect *in,
                                 struct rank_data *out)
{
    out->peers = calloc(count_peers(in) + 1, sizeof(*out->peers));
    if (out->peers == NULL)
        return log_fail(STATUS_NO_MEMORY, "peers of the profile");
    for (uint32_t rank = 0; rank < in->ranks; rank++) {
        out->peer_count +=
            sum_peer(in, PEER_P2P, rank, &out->peers[out->peer_count]);
        out->peer_count +=
            sum_peer(in, PEER_ONE_SIDED, rank, &out->peers[out->peer_count]);
    }
    return STATUS_OK;
}

static void convert_region(const struct rank_collect *in,
                           struct region_data *region)
{
    region->inclusive = ns_of(in, region->inclusive);
    region->exclusive = ns_of(in, region->exclusive);
}

/* Time in MPI, from the rows of the lead thread. */
static void add_mpi(const struct rank_collect *in,
                    const struct thread_tables *lead, struct rank_data *out)
{
    for (uint32_t i = 0; i < lead->row_count; i++) {
        const struct row *row = &lead->rows[i];
        uint64_t ns = ns_of(in, row->time.sum);
        unsigned class = in->calls[row->call].class;

        out->mpi[class] += ns;
        if (class == CALL_CLASS_SETUP)
            continue;
        for (size_t k = 0; k < out->region_count; k++)
            if (out->regions[k].node == row->region)
                out->regions[k].mpi += ns;
    }
}

/* Before its first call a thread is outside of regions. */
static void complete_run(const struct rank_collect *in,
                         const struct thread_tables *lead,
                         struct region_data *run)
{
    uint64_t length = in->end - in->begin - lead->excluded;

    if (lead->kept->number == 0 || run->node != 0 || run->inclusive > length)
        return;
    run->exclusive += length - run->inclusive;
    run->inclusive = length;
}

static enum status collect_regions(const struct rank_collect *in,
                                   const struct thread_tables *lead,
                                   struct rank_data *out)
{
    const struct regions *regions = &lead->kept->regions;

    out->regions = calloc(regions->count + 1, sizeof(*out->regions));
    if (out->regions == NULL)
        return log_fail(STATUS_NO_MEMORY, "regions of the profile");
    for (size_t i = 0; i < regions->count; i++) {
        if (regions->list[i].visits == 0)
            continue;
        out->regions[out->region_count] = regions->list[i];
        complete_run(in, lead, &out->regions[out->region_count]);
        convert_region(in, &out->regions[out->region_count++]);
    }
    add_mpi(in, lead, out);
    for (size_t i = 0; i < out->region_count; i++)
        for (uint32_t k = 0; k < in->counter_count; k++)
            out->counters[k] += out->regions[i].counters[k];
    return STATUS_OK;
}

static uint64_t sum_of(const struct timebins *bins)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < PROFILE_TIMELINE_BINS; i++)
        for (unsigned k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            sum += bins->time[i][k];
    return sum;
}

/* Work before the lead thread's first call: what it has not in its bins and was
 * not switched off. */
static uint64_t work_before(const struct rank_collect *in,
                            const struct thread_tables *lead)
{
    uint64_t before = lead->bins->start - in->begin;
    uint64_t counts = in->end - in->begin - lead->excluded;
    uint64_t own = sum_of(lead->bins);
    uint64_t rest = counts > own ? counts - own : 0;

    return rest < before ? rest : before;
}

/* The run's bins, if a thread's started with its first call; before that it
 * worked.  In a bin the order of its parts is unknown. */
static void bins_of_run(const struct rank_collect *in,
                        const struct thread_tables *lead, struct timebins *out)
{
    const struct timebins *own = lead->bins;

    timebins_init(out, in->begin, own->width);
    timebins_spread(out, PROFILE_TIMELINE_USEFUL,
                    own->start - work_before(in, lead), own->start);
    for (uint64_t i = 0; i < PROFILE_TIMELINE_BINS; i++) {
        uint64_t at = own->start + i * own->width;

        for (unsigned k = 0; k < PROFILE_TIMELINE_CLASSES; k++) {
            timebins_spread(out, k, at, at + own->time[i][k]);
            at += own->time[i][k];
        }
    }
}

static enum status take_timeline(const struct rank_collect *in,
                                 const struct timebins *bins,
                                 struct rank_data *out)
{
    struct timeline *into = &out->timeline;
    uint64_t used = (in->end - bins->start + bins->width - 1) / bins->width;

    into->bins =
        used < PROFILE_TIMELINE_BINS ? (uint32_t)used : PROFILE_TIMELINE_BINS;
    into->bin_width = ns_of(in, bins->width);
    into->time = calloc(into->bins + 1u, sizeof(*into->time));
    if (into->time == NULL)
        return log_fail(STATUS_NO_MEMORY, "time line of the profile");
    for (uint32_t i = 0; i < into->bins; i++)
        for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            into->time[i][k] = ns_of(in, bins->time[i][k]);
    return STATUS_OK;
}

static enum status collect_timeline(const struct rank_collect *in,
                                    const struct thread_tables *lead,
                                    struct rank_data *out)
{
    struct timebins *bins;
    enum status status;

    if (lead->kept->number == 0 || lead->bins->start <= in->begin)
        return take_timeline(in, lead->bins, out);
    bins = malloc(sizeof(*bins));
    if (bins == NULL)
        return log_fail(STATUS_NO_MEMORY, "time line of the profile");
    bins_of_run(in, lead, bins);
    status = take_timeline(in, bins, out);
    free(bins);
    return status;
}

/* Those that turned to zeros have no width. */
static enum status collect_resources(const struct rank_collect *in,
                                     const struct resource_bins *bins,
                                     struct resources *out)
{
    uint64_t used;

    if (bins == NULL || bins->width == 0 || bins->sources == 0 ||
        bins->last < bins->start)
        return STATUS_OK;
    used = (bins->last - bins->start + bins->width - 1) / bins->width;
    out->bins =
        used < PROFILE_TIMELINE_BINS ? (uint32_t)used : PROFILE_TIMELINE_BINS;
    out->value = calloc(out->bins + 1u, sizeof(*out->value));
    if (out->value == NULL)
        return log_fail(STATUS_NO_MEMORY, "resources of the profile");
    memcpy(out->value, bins->value, out->bins * sizeof(*out->value));
    memcpy(out->failed, bins->failed, sizeof(out->failed));
    out->sources = bins->sources & ((1u << RESOURCE_SOURCES) - 1);
    out->readings = bins->readings;
    out->cost_ns = ns_of(in, bins->cost);
    out->peak_kib = bins->peak_kib;
    out->bin_width = ns_of(in, bins->width);
    return STATUS_OK;
}

struct collect_call rank_collect_call(const char *name, uint8_t class)
{
    return (struct collect_call){
        .class = class < CALL_CLASS_COUNT ? class : CALL_CLASS_OTHER,
        .is_init = starts_with(name, "MPI_Init") ||
                   starts_with(name, "MPI_Session_init"),
        .is_finalize = starts_with(name, "MPI_Finalize") ||
                       starts_with(name, "MPI_Session_finalize"),
    };
}

/* Time inside the calls at both ends of the run. */
static void collect_ends(const struct rank_collect *in,
                         const struct thread_tables *thread,
                         struct rank_data *out)
{
    for (uint32_t i = 0; i < thread->row_count; i++) {
        const struct row *row = &thread->rows[i];
        const struct collect_call *call = &in->calls[row->call];

        if (call->is_init)
            out->init += ns_of(in, row->time.sum);
        if (call->is_finalize)
            out->finalize += ns_of(in, row->time.sum);
    }
}

static void collect_counts(const struct rank_collect *in,
                           struct rank_data *out)
{
    for (size_t i = 0; i < in->thread_count; i++) {
        const struct thread_tables *thread = &in->threads[i];

        out->threads++;
        out->lost_calls += thread->lost_calls;
        if (thread->peer_room > 0)
            out->outside_peers += thread->kept->lost_peers;
        else
            out->lost_peers += thread->kept->lost_peers;
        out->region_errors += thread->kept->regions.errors;
        out->interfaces |= thread->kept->interfaces;
        out->memory_bytes += thread->memory_bytes;
        collect_ends(in, thread, out);
    }
}

static const struct thread_tables *master_of(const struct rank_collect *in)
{
    for (size_t i = 0; i < in->thread_count; i++)
        if (in->threads[i].kept->number == 0)
            return &in->threads[i];
    return NULL;
}

static bool thread_waits(const struct rank_collect *in,
                         const struct thread_tables *thread)
{
    for (uint32_t i = 0; i < thread->row_count; i++)
        if (thread->rows[i].count > 0 &&
            call_class_waits(in->calls[thread->rows[i].call].class))
            return true;
    return false;
}

static uint64_t time_at_it(const struct thread_tables *thread)
{
    uint64_t from = thread->bins->start, to = thread->kept->last;

    return to > from ? to - from : 0;
}

/* See rank_collect.h. */
static const struct thread_tables *lead_of(const struct rank_collect *in,
                                           const struct thread_tables *master)
{
    const struct thread_tables *lead = NULL;

    if (master->idle <= (in->end - in->begin) / 2)
        return master;
    for (size_t i = 0; i < in->thread_count; i++) {
        const struct thread_tables *thread = &in->threads[i];

        if (thread != master && thread_waits(in, thread) &&
            (lead == NULL || time_at_it(thread) > time_at_it(lead)))
            lead = thread;
    }
    return lead == NULL ? master : lead;
}

enum status rank_collect(const struct rank_collect *in, struct rank_data *out)
{
    const struct thread_tables *master = master_of(in), *lead;
    enum status status;

    memset(out, 0, sizeof(*out));
    if (master == NULL)
        return log_fail(STATUS_BAD_FORMAT, "no master thread");
    lead = lead_of(in, master);
    out->lead = lead->kept->number;
    out->length = ns_of(in, in->end - in->begin);
    out->paused = ns_of(in, lead->excluded);
    status = collect_rows(in, out);
    if (status == STATUS_OK)
        status = collect_peers(in, out);
    if (status == STATUS_OK)
        status = collect_regions(in, lead, out);
    if (status == STATUS_OK)
        status = collect_timeline(in, lead, out);
    if (status == STATUS_OK)
        status = collect_resources(in, master->resources, &out->resources);
    collect_counts(in, out);
    return status;
}

static uint32_t map_object(uint32_t object, uint32_t *const *map)
{
    enum object_kind kind = object_kind(object);
    uint32_t id = object_id(object);

    if (kind == OBJECT_WINDOW)
        return object_make(kind, map[DEFINITION_WINDOW][id]);
    if (kind == OBJECT_FILE)
        return object_make(kind, map[DEFINITION_FILE][id]);
    return 0;
}

void rank_collect_map(struct rank_data *rank, uint32_t *const *map)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        struct row *row = &rank->rows[i];

        row->path = map[DEFINITION_PATH][row->path];
        row->region = map[DEFINITION_REGION_NODE][row->region];
        row->comm = map[DEFINITION_COMM][row->comm];
        row->object = map_object(row->object, map);
    }
    for (size_t i = 0; i < rank->region_count; i++)
        rank->regions[i].node =
            map[DEFINITION_REGION_NODE][rank->regions[i].node];
    for (size_t i = 0; i < rank->samples.row_count; i++) {
        struct sample_row *row = &rank->samples.rows[i];

        row->path = map[DEFINITION_PATH][row->path];
        row->region = map[DEFINITION_REGION_NODE][row->region];
    }
    rank->host = map[DEFINITION_HOST][rank->host];
    rank->program = map[DEFINITION_PROGRAM][rank->program];
}
