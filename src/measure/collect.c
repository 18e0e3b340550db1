#include "measure/collect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "measure/record/recorder.h"
#include "measure/track/comms.h"
#include "measure/track/requests.h"

struct scale {
    double ns_per_tick;
};

static uint64_t ns_of(const struct scale *scale, uint64_t ticks)
{
    return (uint64_t)llround((double)ticks * scale->ns_per_tick);
}

static void convert_row(const struct scale *scale, struct row *row)
{
    row->time.sum = ns_of(scale, row->time.sum);
    row->time.min = ns_of(scale, row->time.min);
    row->time.max = ns_of(scale, row->time.max);
    row->time_squares *= scale->ns_per_tick * scale->ns_per_tick;
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

static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left;
    const struct row *b = right;

    if (a->call != b->call)
        return a->call < b->call ? -1 : 1;
    if (a->path != b->path)
        return a->path < b->path ? -1 : 1;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    if (a->comm != b->comm)
        return a->comm < b->comm ? -1 : 1;
    return a->object < b->object ? -1 : a->object > b->object;
}

/* Sorts by key and folds equal keys. */
static void fold_rows(struct rank_data *rank)
{
    size_t kept = 0;

    if (rank->row_count == 0)
        return;
    qsort(rank->rows, rank->row_count, sizeof(*rank->rows), compare_rows);
    for (size_t i = 1; i < rank->row_count; i++) {
        if (compare_rows(&rank->rows[kept], &rank->rows[i]) == 0)
            merge_row(&rank->rows[kept], &rank->rows[i]);
        else
            rank->rows[++kept] = rank->rows[i];
    }
    rank->row_count = kept + 1;
}

static enum status collect_rows(const struct scale *scale,
                                struct rank_data *out)
{
    size_t count = 0;

    for (struct thread *at = recorder.threads; at != NULL; at = at->next)
        count += at->rows.count;
    out->rows = calloc(count + 1, sizeof(*out->rows));
    if (out->rows == NULL)
        return log_fail(STATUS_NO_MEMORY, "rows of the profile");
    for (struct thread *at = recorder.threads; at != NULL; at = at->next) {
        memcpy(out->rows + out->row_count, at->rows.list,
               at->rows.count * sizeof(*out->rows));
        out->row_count += at->rows.count;
    }
    for (size_t i = 0; i < out->row_count; i++)
        convert_row(scale, &out->rows[i]);
    fold_rows(out);
    return STATUS_OK;
}

/* Peers of one kind: point-to-point, or targets of one-sided calls. */
static const struct peer *peer_of(const struct thread *thread,
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

static void add_peer(const struct scale *scale, struct peer *into,
                     const struct peer *from)
{
    into->out_messages += from->out_messages;
    into->out_bytes += from->out_bytes;
    into->in_messages += from->in_messages;
    into->in_bytes += from->in_bytes;
    into->time += ns_of(scale, from->time);
}

/* Adds up what all threads exchanged with that rank; false: nothing. */
static bool sum_peer(const struct scale *scale, enum peer_kind kind,
                     uint32_t rank, struct peer *out)
{
    *out = (struct peer){ .rank = rank, .kind = kind };
    for (struct thread *at = recorder.threads; at != NULL; at = at->next) {
        const struct peer *peer = peer_of(at, kind, rank);

        if (peer != NULL && is_used(peer))
            add_peer(scale, out, peer);
    }
    return is_used(out);
}

static size_t count_peers(const struct scale *scale)
{
    struct peer peer;
    size_t count = 0;

    for (uint32_t rank = 0; rank < recorder.world_size; rank++)
        count += (size_t)sum_peer(scale, PEER_P2P, rank, &peer) +
                 (size_t)sum_peer(scale, PEER_ONE_SIDED, rank, &peer);
    return count;
}

static enum status collect_peers(const struct scale *scale,
                                 struct rank_data *out)
{
    out->peers = calloc(count_peers(scale) + 1, sizeof(*out->peers));
    if (out->peers == NULL)
        return log_fail(STATUS_NO_MEMORY, "peers of the profile");
    for (uint32_t rank = 0; rank < recorder.world_size; rank++) {
        out->peer_count += sum_peer(scale, PEER_P2P, rank,
                                    &out->peers[out->peer_count]);
        out->peer_count += sum_peer(scale, PEER_ONE_SIDED, rank,
                                    &out->peers[out->peer_count]);
    }
    return STATUS_OK;
}

static void convert_region(const struct scale *scale,
                           struct region_data *region)
{
    region->inclusive = ns_of(scale, region->inclusive);
    region->exclusive = ns_of(scale, region->exclusive);
}

/* Time in MPI, from the rows of the master thread. */
static void add_mpi(const struct scale *scale, const struct thread *master,
                    struct rank_data *out)
{
    for (uint32_t i = 0; i < master->rows.count; i++) {
        const struct row *row = &master->rows.list[i];
        uint64_t ns = ns_of(scale, row->time.sum);
        enum call_class class = call_table[row->call].class;

        out->mpi[class] += ns;
        if (class == CALL_CLASS_SETUP)
            continue;
        for (size_t k = 0; k < out->region_count; k++)
            if (out->regions[k].node == row->region)
                out->regions[k].mpi += ns;
    }
}

static enum status collect_regions(const struct scale *scale,
                                   const struct thread *master,
                                   struct rank_data *out)
{
    const struct regions *regions = &master->regions;

    out->regions = calloc(regions->count + 1, sizeof(*out->regions));
    if (out->regions == NULL)
        return log_fail(STATUS_NO_MEMORY, "regions of the profile");
    for (size_t i = 0; i < regions->count; i++) {
        if (regions->list[i].visits == 0)
            continue;
        out->regions[out->region_count] = regions->list[i];
        convert_region(scale, &out->regions[out->region_count++]);
    }
    add_mpi(scale, master, out);
    for (size_t i = 0; i < out->region_count; i++)
        for (int k = 0; k < recorder.counter_count; k++)
            out->counters[k] += out->regions[i].counters[k];
    return STATUS_OK;
}

static enum status collect_timeline(const struct scale *scale,
                                    const struct thread *master,
                                    uint64_t end, struct rank_data *out)
{
    const struct timebins *bins = master->bins;
    struct timeline *into = &out->timeline;
    uint64_t used = (end - bins->start + bins->width - 1) / bins->width;

    into->bins = used < PROFILE_TIMELINE_BINS ? (uint32_t)used
                                              : PROFILE_TIMELINE_BINS;
    into->bin_width = ns_of(scale, bins->width);
    into->time = calloc(into->bins + 1u, sizeof(*into->time));
    if (into->time == NULL)
        return log_fail(STATUS_NO_MEMORY, "time line of the profile");
    for (uint32_t i = 0; i < into->bins; i++)
        for (int k = 0; k < PROFILE_TIMELINE_CLASSES; k++)
            into->time[i][k] = ns_of(scale, bins->time[i][k]);
    return STATUS_OK;
}

static uint64_t row_time(const struct scale *scale,
                         const struct thread *master, const char *prefix)
{
    uint64_t ns = 0;

    for (uint32_t i = 0; i < master->rows.count; i++) {
        const struct row *row = &master->rows.list[i];

        if (strncmp(call_table[row->call].name, prefix,
                    strlen(prefix)) == 0)
            ns += ns_of(scale, row->time.sum);
    }
    return ns;
}

static uint64_t live_comms(void)
{
    uint64_t live = 0;

    for (struct comm_info *at = comms_all(); at != NULL; at = at->next)
        live += !at->freed && !at->predefined;
    return live;
}

static void collect_counts(const struct scale *scale,
                           const struct thread *master,
                           struct rank_data *out)
{
    for (struct thread *at = recorder.threads; at != NULL; at = at->next) {
        out->threads++;
        out->lost_calls += at->rows.lost + at->paths.lost;
        out->lost_peers += at->lost_peers;
        out->region_errors += at->regions.errors;
        out->interfaces |= at->interfaces;
        out->memory_bytes +=
            rows_bytes(&at->rows) + sizeof(*at) +
            (at->paths.mask + 1ull) * sizeof(struct path_slot) +
            at->regions.room * sizeof(struct region_data) +
            (at->bins != NULL ? sizeof(*at->bins) : 0);
    }
    out->init = row_time(scale, master, "MPI_Init") +
                row_time(scale, master, "MPI_Session_init");
    out->finalize = row_time(scale, master, "MPI_Finalize") +
                    row_time(scale, master, "MPI_Session_finalize");
    out->open_requests = requests_open();
    out->open_comms = live_comms();
}

static struct thread *master_thread(void)
{
    for (struct thread *at = recorder.threads; at != NULL; at = at->next)
        if (at->number == 0)
            return at;
    return NULL;
}

enum status collect_rank(const struct clock_rate *rate, uint64_t end,
                         struct rank_data *out)
{
    struct scale scale = { clock_ticks_to_ns(rate, 1.0) };
    const struct thread *master = master_thread();
    enum status status;

    memset(out, 0, sizeof(*out));
    out->rank = recorder.world_rank;
    out->length = ns_of(&scale, end - recorder.begin);
    out->paused = ns_of(&scale, record_excluded_ticks(master, end));
    status = collect_rows(&scale, out);
    if (status == STATUS_OK)
        status = collect_peers(&scale, out);
    if (status == STATUS_OK)
        status = collect_regions(&scale, master, out);
    if (status == STATUS_OK)
        status = collect_timeline(&scale, master, end, out);
    collect_counts(&scale, master, out);
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

void collect_map(struct rank_data *rank, uint32_t *const *map)
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
    rank->host = map[DEFINITION_HOST][rank->host];
}
