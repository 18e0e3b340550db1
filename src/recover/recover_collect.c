/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_collect.c - the numbers of a rank: its tables are copied, since their
 * process may still be writing, and completed as MPI_Finalize would have done.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "profile_file/profile_decode.h"
#include "recover/recover_rank.h"

static uint32_t known_or_zero(const struct recover_rank *rank,
                              enum definition_kind kind, uint32_t id)
{
    return id < definitions_count(rank->definitions, kind) ? id : 0;
}

static void check_row(const struct recover_rank *rank, struct row *row)
{
    enum object_kind kind = object_kind(row->object);

    row->path = known_or_zero(rank, DEFINITION_PATH, row->path);
    row->region = known_or_zero(rank, DEFINITION_REGION_NODE, row->region);
    row->comm = known_or_zero(rank, DEFINITION_COMM, row->comm);
    if (kind == OBJECT_WINDOW)
        row->object = object_make(kind, known_or_zero(rank, DEFINITION_WINDOW,
                                                      object_id(row->object)));
    else if (kind == OBJECT_FILE)
        row->object = object_make(kind, known_or_zero(rank, DEFINITION_FILE,
                                                      object_id(row->object)));
    else
        row->object = 0;
}

/* A copy with room for one more; NULL: no memory. */
static struct row *copy_rows(const struct recover_rank *rank, uint32_t thread,
                             uint32_t *count)
{
    size_t bytes;
    const struct row *rows =
        recover_rank_table(rank, PERSIST_ROWS, thread, &bytes);
    size_t room = rows == NULL ? 0 : bytes / sizeof(*rows), used = 0;
    struct row *copy;

    while (used < room && (rows[used].count != 0 || rows[used].time.min != 0))
        used++;
    copy = calloc(used + 1, sizeof(*copy));
    *count = 0;
    for (size_t i = 0; copy != NULL && i < used; i++) {
        copy[*count] = rows[i];
        check_row(rank, &copy[*count]);
        *count += copy[*count].call < rank->call_count;
    }
    return copy;
}

static bool copy_regions(const struct recover_rank *rank,
                         struct persist_thread *thread)
{
    struct regions *regions = &thread->regions;
    uint32_t nodes =
        definitions_count(rank->definitions, DEFINITION_REGION_NODE);
    size_t bytes, count = regions->count;
    const struct region_data *list =
        recover_rank_table(rank, PERSIST_REGIONS, thread->number, &bytes);

    if (list == NULL || count > bytes / sizeof(*list))
        count = list == NULL ? 0 : bytes / sizeof(*list);
    if (count > nodes)
        count = nodes;
    regions->list = NULL;
    regions->count = regions->room = 0;
    regions->owner = 0;
    if (regions->depth < 0 || regions->depth >= REGIONS_DEEPEST)
        regions->depth = 0;
    for (int i = 0; i <= regions->depth; i++)
        if (regions->stack[i].node >= nodes)
            regions->depth = 0;
    regions->stack[0].node = 0;
    for (size_t i = count; i-- > 0;) {
        struct region_data *copy = regions_data(regions, (uint32_t)i);

        if (copy == NULL)
            return false;
        *copy = list[i];
        copy->node = (uint32_t)i;
    }
    return regions_data(regions, 0) != NULL;
}

/* One thread's data, as MPI_Finalize would have found it. */
struct copied {
    struct persist_thread kept;
    struct row *rows;
    struct timebins *bins;
    struct resource_bins *resources; /* NULL: there are none */
    bool ours;                       /* regions were copied */
};

static uint64_t excluded_of(const struct recover_rank *rank,
                            const struct copied *thread)
{
    uint64_t ticks =
        pauses_ticks(&rank->head.pauses, rank->end) + thread->kept.flush_ticks;

    return ticks < rank->end - rank->head.begin ? ticks : 0;
}

/* A call that goes on counts up to the end.  Its communicator does not count
 * it: only finished calls show what members have done. */
static void add_current(const struct recover_rank *rank, struct copied *thread,
                        struct thread_tables *tables,
                        const struct rank_ending *ending)
{
    struct row *row = &thread->rows[tables->row_count];
    uint64_t ticks = rank->gone > thread->kept.now.begin
                         ? rank->gone - thread->kept.now.begin
                         : 0;

    *row = (struct row){ .call = thread->kept.now.id - 1,
                         .path = ending->path,
                         .region = ending->region };
    row->count = 1;
    row->time.sum = row->time.min = row->time.max = ticks;
    row->time_squares = (double)ticks * (double)ticks;
    row->time_bins[profile_bin(
        recover_rank_whole((double)ticks / rank->ticks_per_ns))]++;
    row->out.min = row->in.min = UINT64_MAX;
    tables->row_count++;
}

static void finish_bins(const struct recover_rank *rank, struct copied *thread)
{
    struct timebins *bins = thread->bins;
    const struct persist_call *now = &thread->kept.now;
    uint64_t from = thread->kept.last;

    if (from < bins->start || from > rank->end ||
        pauses_off(&rank->head.pauses))
        return;
    if (now->id != 0 && now->begin >= from && now->begin <= rank->end) {
        timebins_add(bins, persist_thread_class(&thread->kept), from,
                     now->begin);
        timebins_add(bins, rank->calls[now->id - 1].class, now->begin,
                     rank->end);
    } else {
        timebins_add(bins, persist_thread_class(&thread->kept), from,
                     rank->end);
    }
}

/* Open regions are no mistake of a program that was stopped. */
static void finish_regions(const struct recover_rank *rank,
                           struct copied *thread)
{
    struct regions *regions = &thread->kept.regions;
    uint64_t end = rank->end - excluded_of(rank, thread);
    uint64_t errors = regions->errors;

    for (int i = 0; i <= regions->depth; i++)
        if (regions->stack[i].begin > end)
            regions->stack[i].begin = end; /* opened after that */
    regions_finish(regions, end);
    regions->errors = errors;
}

static bool copy_bins(const struct recover_rank *rank, struct copied *thread)
{
    size_t bytes;
    const void *bins =
        recover_rank_table(rank, PERSIST_BINS, thread->kept.number, &bytes);

    thread->bins = calloc(1, sizeof(*thread->bins));
    if (thread->bins == NULL)
        return false;
    if (bins != NULL && bytes >= sizeof(*thread->bins))
        memcpy(thread->bins, bins, sizeof(*thread->bins));
    thread->bins->current = 0;
    thread->bins->low = 1; /* nothing is in no bin: the next one is sought */
    thread->bins->high = 0;
    if (thread->bins->width == 0 || thread->bins->start > rank->end ||
        rank->end - thread->bins->start > RECOVER_LONGEST_TICKS ||
        thread->bins->width > RECOVER_LONGEST_TICKS / PROFILE_TIMELINE_BINS)
        timebins_init(thread->bins, rank->head.begin,
                      1 + (rank->end - rank->head.begin) /
                              PROFILE_TIMELINE_BINS);
    return true;
}

/* They end with the last reading.  False: no memory. */
static bool copy_resources(const struct recover_rank *rank,
                           struct copied *thread)
{
    size_t bytes;
    const struct resource_bins *bins =
        recover_rank_table(rank, PERSIST_RESOURCES, 0, &bytes);
    struct resource_bins *copy;

    if (bins == NULL || bytes < sizeof(*bins))
        return true;
    copy = calloc(1, sizeof(*copy));
    if (copy == NULL)
        return false;
    *copy = *bins;
    if (copy->start > rank->end || copy->last > rank->end ||
        rank->end - copy->start > RECOVER_LONGEST_TICKS ||
        copy->width > RECOVER_LONGEST_TICKS / PROFILE_TIMELINE_BINS)
        copy->width = 0; /* damaged */
    thread->resources = copy;
    return true;
}

/* Earlier joins are unknown, but one that goes on is. */
static uint64_t idle_of(const struct recover_rank *rank,
                        const struct persist_thread *thread)
{
    uint64_t since = thread->ended;

    if (thread->now.id == 0 && thread->now.given == PERSIST_JOINS)
        since = thread->now.begin;
    return since >= rank->head.begin && since < rank->end ? rank->end - since
                                                          : 0;
}

/* One thread: copied, completed.  The master thread's ending is the rank's. */
static bool take_thread(struct recover_rank *rank, uint32_t number,
                        struct copied *out, struct thread_tables *tables,
                        struct rank_ending *ending)
{
    struct rank_ending own = { .call = ENDING_NO_CALL };
    size_t bytes;

    out->kept.number = number;
    if (out->kept.now.id > rank->call_count)
        out->kept.now.id = 0;
    out->kept.interfaces &= RANK_MISSING - 1;
    out->kept.node =
        known_or_zero(rank, DEFINITION_REGION_NODE, out->kept.node);
    recover_call_describe(rank, &out->kept, &own);
    out->rows = copy_rows(rank, number, &tables->row_count);
    out->ours = copy_regions(rank, &out->kept);
    if (out->rows == NULL || !out->ours || !copy_bins(rank, out) ||
        (number == 0 && !copy_resources(rank, out))) {
        ending_clear(&own);
        return false;
    }
    if (rank->head.closed == 0) {
        if (out->kept.now.id != 0 && !pauses_off(&rank->head.pauses))
            add_current(rank, out, tables, &own);
        finish_regions(rank, out);
        finish_bins(rank, out);
    }
    tables->kept = &out->kept;
    tables->rows = out->rows;
    tables->bins = out->bins;
    tables->idle = idle_of(rank, &out->kept);
    tables->excluded = excluded_of(rank, out);
    tables->resources = out->resources;
    tables->peers = recover_rank_table(rank, PERSIST_PEERS, number, &bytes);
    if (tables->peers != NULL &&
        bytes >= 2 * (size_t)rank->head.ranks * sizeof(struct peer)) {
        tables->peer_room = rank->head.ranks;
        tables->targets = tables->peers + rank->head.ranks;
    }
    if (number == 0)
        *ending = own;
    else
        ending_clear(&own);
    return true;
}

static size_t count_threads(const struct recover_rank *rank)
{
    uint32_t at = 0, owner;
    size_t count = 0;

    while (recover_rank_thread(rank, &at, &owner) != NULL)
        count++;
    return count;
}

static bool is_taken(const struct copied *copies, size_t count,
                     uint32_t number)
{
    for (size_t i = 0; i < count; i++)
        if (copies[i].kept.number == number)
            return true;
    return false;
}

static bool take_threads(struct recover_rank *rank, struct copied *copies,
                         struct thread_tables *tables, size_t *count,
                         struct rank_data *out)
{
    const struct persist_thread *thread;
    uint32_t at = 0, owner;
    size_t most = *count;

    *count = 0;
    while (*count < most &&
           (thread = recover_rank_thread(rank, &at, &owner)) != NULL) {
        if (is_taken(copies, *count, owner))
            continue;
        copies[*count].kept = *thread;
        if (!take_thread(rank, owner, &copies[*count], &tables[*count],
                         &out->ending)) {
            ++*count;
            return false;
        }
        ++*count;
    }
    return true;
}

static void free_copies(struct copied *copies, size_t count)
{
    for (size_t i = 0; copies != NULL && i < count; i++) {
        FREE_ALL(copies[i].rows, copies[i].bins, copies[i].resources);
        if (copies[i].ours)
            regions_clear(&copies[i].kept.regions);
    }
    free(copies);
}

static struct collect_call *classes_of(const struct recover_rank *rank)
{
    struct collect_call *calls = calloc(rank->call_count, sizeof(*calls));

    for (size_t i = 0; calls != NULL && i < rank->call_count; i++)
        calls[i] =
            rank_collect_call(rank->calls[i].name, rank->calls[i].class);
    return calls;
}

/* The ending is filled before the numbers, which start again. */
static enum status collect_tables(struct recover_rank *rank,
                                  struct thread_tables *tables, size_t count,
                                  struct rank_data *out)
{
    struct collect_call *calls = classes_of(rank);
    struct rank_collect in = {
        .calls = calls,
        .threads = tables,
        .thread_count = count,
        .ranks = rank->head.ranks,
        .counter_count = rank->head.counter_count,
        .ns_per_tick = 1.0 / rank->ticks_per_ns,
        .begin = rank->head.begin,
        .end = rank->end,
    };
    struct rank_ending ending = out->ending;
    enum status status = STATUS_NO_MEMORY;

    if (calls != NULL)
        status = rank_collect(&in, out);
    out->ending = ending;
    free(calls);
    return status;
}

enum status recover_rank_collect(struct recover_rank *rank,
                                 struct rank_data *out)
{
    size_t count = count_threads(rank);
    struct copied *copies = calloc(count + 1, sizeof(*copies));
    struct thread_tables *tables = calloc(count + 1, sizeof(*tables));
    enum status status = STATUS_NO_MEMORY;

    memset(out, 0, sizeof(*out));
    out->ending.call = ENDING_NO_CALL;
    if (copies == NULL || tables == NULL)
        count = 0;
    else if (take_threads(rank, copies, tables, &count, out))
        status = collect_tables(rank, tables, count, out);
    if (status == STATUS_OK)
        status = recover_rank_samples(rank, &out->samples);
    free_copies(copies, count);
    free(tables);
    out->rank = rank->head.rank;
    out->ending.how = (uint8_t)rank->how;
    out->ending.code = rank->head.code;
    out->ending.at = rank->gone;
    out->ending.at_known = rank->end_known;
    return status;
}
