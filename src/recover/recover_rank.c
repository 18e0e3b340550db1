/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_rank.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array_room.h"
#include "base/log.h"
#include "live/rank_collect.h"

#define LEAST_SPAN_NS 1000000000u /* of two readings that give a rate */
#define MOST_CALLS 100000u
#define RANKS_UNSHOWN (1u << 16) /* believed without a table of them */

static void add_comm(void *context, uint64_t handle, uint64_t fortran,
                     uint32_t id)
{
    struct recover_rank *rank = context;

    if (!ARRAY_ADD(rank->handles, rank->handle_count,
                   (struct recover_handle){ handle, fortran, id }))
        rank->failed = true;
}

static void add_window(void *context, uint64_t handle, uint64_t fortran,
                       uint32_t comm)
{
    struct recover_rank *rank = context;

    if (comm == 0)
        rank->windows_unsure = true;
    else if (!ARRAY_ADD(rank->windows, rank->window_count,
                        (struct recover_handle){ handle, fortran, comm }))
        rank->failed = true;
}

static void add_fact(void *context, const char *name, const char *value)
{
    struct recover_rank *rank = context;
    struct recover_fact *fact;

    if (!array_more(&rank->facts, rank->fact_count, sizeof(*rank->facts))) {
        rank->failed = true;
        return;
    }
    fact = &rank->facts[rank->fact_count++];
    *fact = (struct recover_fact){ strdup(name), strdup(value) };
    if (fact->name == NULL || fact->value == NULL)
        rank->failed = true;
}

static void add_module(void *context, const struct journal_module *module)
{
    struct recover_rank *rank = context;
    struct recover_module *added;

    if (!array_more(&rank->modules, rank->module_count,
                    sizeof(*rank->modules))) {
        rank->failed = true;
        return;
    }
    added = &rank->modules[rank->module_count++];
    *added = (struct recover_module){ module->low, module->high, module->bias,
                                      strdup(module->path),
                                      strdup(module->build_id) };
    if (added->path == NULL || added->build_id == NULL)
        rank->failed = true;
}

const char *recover_rank_fact(const struct recover_rank *rank,
                              const char *name)
{
    for (size_t i = 0; i < rank->fact_count; i++)
        if (rank->facts[i].name != NULL &&
            strcmp(rank->facts[i].name, name) == 0)
            return rank->facts[i].value;
    return NULL;
}

/* A blank and a number up to most; NULL: that is not there. */
static const char *read_number(const char *at, unsigned long most,
                               uint8_t *out)
{
    char *end;
    unsigned long number;

    if (at == NULL || at[0] != ' ' || at[1] < '0' || at[1] > '9')
        return NULL;
    number = strtoul(at + 1, &end, 10);
    *out = (uint8_t)number;
    return number <= most ? end : NULL;
}

/* A line per procedure: name, class, role, collective.  Behind it, or NULL. */
static const char *read_call(const char *at, struct profile_call *out)
{
    size_t length = strcspn(at, " \n");

    *out = (struct profile_call){ .name = strndup(at, length) };
    at = length == 0 || out->name == NULL ? NULL : at + length;
    at = read_number(at, CALL_CLASS_COUNT - 1, &out->class);
    at = read_number(at, CALL_ROLE_FILE_IO_METADATA, &out->role);
    at = read_number(at, UINT8_MAX, &out->coll);
    return at != NULL && *at == '\n' ? at + 1 : NULL;
}

static bool read_calls(struct recover_rank *rank)
{
    const char *at = recover_rank_fact(rank, "calls");

    while (at != NULL && *at != '\0' && rank->call_count < MOST_CALLS &&
           array_more(&rank->calls, rank->call_count, sizeof(*rank->calls)))
        at = read_call(at, &rank->calls[rank->call_count++]);
    return at != NULL && *at == '\0' && rank->call_count > 0 &&
           rank->call_count == rank->head.call_count;
}

static bool sizes_fit(const struct persist_head *head)
{
    return head->thread_bytes == sizeof(struct persist_thread) &&
           head->row_bytes == sizeof(struct row) &&
           head->peer_bytes == sizeof(struct peer) &&
           head->region_bytes == sizeof(struct region_data) &&
           head->bins_bytes == sizeof(struct timebins) &&
           head->resources_bytes == sizeof(struct resource_bins);
}

/* A file of a few bytes must not make a report of millions of ranks: the table
 * of what was exchanged with each of them tells how many there are. */
static bool shows_ranks(const struct recover_rank *rank)
{
    size_t bytes, each = 2 * sizeof(struct peer);

    recover_rank_table(rank, PERSIST_PEERS, 0, &bytes);
    return rank->head.ranks <= RANKS_UNSHOWN ||
           rank->head.ranks <= bytes / each;
}

static enum status read_head(struct recover_rank *rank, const char *path)
{
    uint32_t at = 0, owner;
    size_t bytes;
    const void *head =
        persist_next(&rank->file, PERSIST_HEAD, &at, &owner, &bytes);

    if (head == NULL || bytes < sizeof(rank->head))
        return log_fail(STATUS_BAD_FORMAT, "%s: damaged: it has no header",
                        path);
    memcpy(&rank->head, head, sizeof(rank->head));
    if (!sizes_fit(&rank->head))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: written by mpiprof %.31s; read it with that "
                        "version",
                        path, rank->head.version);
    if (!rank->head.ready)
        return log_fail(STATUS_NOT_FOUND,
                        "%s: the rank had not begun to "
                        "measure",
                        path);
    if (rank->head.ranks == 0 || rank->head.ranks > RECOVER_MOST_RANKS ||
        rank->head.rank >= rank->head.ranks ||
        rank->head.counter_count > PROFILE_COUNTERS || !shows_ranks(rank))
        return log_fail(STATUS_BAD_FORMAT, "%s: damaged: its header is wrong",
                        path);
    return STATUS_OK;
}

static double rate_of(const struct persist_head *head)
{
    double ns = (double)(head->later_ns - head->start_ns);
    double ticks = (double)(head->later_ticks - head->start_ticks);
    double rate = head->ticks_per_ns;

    if (head->later_ns > head->start_ns + LEAST_SPAN_NS && ticks > 0)
        rate = ticks / ns;
    return rate > 1e-6 && rate < 1e6 ? rate : 1.0;
}

uint64_t recover_rank_whole(double number)
{
    if (!(number > 0))
        return 0;
    return number < (double)RECOVER_LONGEST_TICKS ? (uint64_t)number
                                                  : RECOVER_LONGEST_TICKS;
}

static uint64_t now_of(const struct recover_rank *rank)
{
    const struct persist_head *head = &rank->head;
    struct timespec now;
    uint64_t ns;

    clock_gettime(CLOCK_MONOTONIC, &now);
    ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    return head->later_ticks +
           recover_rank_whole((double)(ns - head->later_ns) *
                              rank->ticks_per_ns);
}

const struct persist_thread *
recover_rank_thread(const struct recover_rank *rank, uint32_t *at,
                    uint32_t *owner)
{
    size_t bytes;
    const void *data;

    do
        data = persist_next(&rank->file, PERSIST_THREAD, at, owner, &bytes);
    while (data != NULL && bytes < sizeof(struct persist_thread));
    return data;
}

uint64_t recover_rank_last_sign(const struct recover_rank *rank)
{
    uint64_t last = rank->head.begin;
    const struct persist_thread *thread;
    uint32_t at = 0, owner;

    while ((thread = recover_rank_thread(rank, &at, &owner)) != NULL) {
        if (thread->last > last)
            last = thread->last;
        if (thread->now.id != 0 && thread->now.begin > last)
            last = thread->now.begin;
    }
    return last;
}

static void find_end(struct recover_rank *rank)
{
    const struct persist_head *head = &rank->head;
    enum process_state state = process_mark_ask(&head->process);

    rank->end_known = true;
    rank->not_asked = state == PROCESS_ELSEWHERE;
    rank->how = head->how < ENDING_KINDS ? (enum ending_kind)head->how
                                         : ENDING_UNKNOWN;
    if (head->finalized) {
        rank->how = ENDING_FINALIZED;
        rank->gone = head->closed;
    } else if (head->how != 0) {
        uint64_t last = recover_rank_last_sign(rank);

        rank->gone = head->ended > last ? head->ended : last;
    } else if (rank->taken != 0) {
        uint64_t last = recover_rank_last_sign(rank);

        rank->end_known = state == PROCESS_RUNS;
        rank->how = rank->end_known ? ENDING_RUNNING : ENDING_UNKNOWN;
        rank->gone = rank->taken > last ? rank->taken : last;
    } else if (state == PROCESS_RUNS) {
        rank->how = ENDING_RUNNING;
        rank->gone = now_of(rank);
    } else {
        rank->how = ENDING_UNKNOWN;
        rank->gone = recover_rank_last_sign(rank);
        rank->end_known = false;
    }
    rank->end = head->closed != 0 ? head->closed : rank->gone;
}

/* A rank that waits in MPI_Finalize was at the end of its run there. */
static void end_at_finalize(struct recover_rank *rank)
{
    const struct persist_thread *thread;
    const struct persist_call *now;
    uint32_t at = 0, owner;

    while ((thread = recover_rank_thread(rank, &at, &owner)) != NULL) {
        now = &thread->now;
        if (owner == 0 && now->id != 0 && now->id <= rank->call_count &&
            rank_collect_call(rank->calls[now->id - 1].name, 0).is_finalize &&
            now->begin >= rank->head.begin && now->begin <= rank->end) {
            rank->end = now->begin;
            rank->in_finalize = true;
        }
    }
}

enum status recover_rank_open(const char *path, struct recover_rank *out)
{
    struct journal_reader reader = { .context = out,
                                     .comm = add_comm,
                                     .window = add_window,
                                     .fact = add_fact,
                                     .module = add_module };
    enum status status;

    *out = (struct recover_rank){ 0 };
    status = persist_open(path, &out->file);
    if (status == STATUS_OK)
        status = read_head(out, path);
    if (status == STATUS_OK)
        status = definitions_create(&out->definitions);
    if (status != STATUS_OK)
        return status;
    reader.definitions = out->definitions;
    reader.ranks = out->head.ranks;
    out->damaged = !journal_read(&out->file, &reader);
    if (!read_calls(out))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: damaged: names of procedures are wrong", path);
    if (out->failed)
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    out->ticks_per_ns = rate_of(&out->head);
    out->taken = out->file.list->taken;
    find_end(out);
    end_at_finalize(out);
    if (out->end < out->head.begin ||
        out->end - out->head.begin > RECOVER_LONGEST_TICKS)
        return log_fail(STATUS_BAD_FORMAT, "%s: damaged: its times are wrong",
                        path);
    return STATUS_OK;
}

void recover_rank_seen(struct recover_rank *rank, uint64_t ticks)
{
    if (rank->how != ENDING_UNKNOWN || ticks <= rank->gone ||
        ticks - rank->head.begin > RECOVER_LONGEST_TICKS)
        return; /* it may be damaged */
    rank->gone = ticks;
    if (rank->head.closed == 0 && !rank->in_finalize)
        rank->end = ticks;
}

void recover_rank_close(struct recover_rank *rank)
{
    for (size_t i = 0; i < rank->fact_count; i++)
        FREE_ALL(rank->facts[i].name, rank->facts[i].value);
    for (size_t i = 0; i < rank->module_count; i++)
        FREE_ALL(rank->modules[i].path, rank->modules[i].build_id);
    for (size_t i = 0; i < rank->call_count; i++)
        free(rank->calls[i].name);
    FREE_ALL(rank->facts, rank->modules, rank->handles, rank->windows,
             rank->calls);
    definitions_destroy(rank->definitions);
    persist_close(&rank->file);
    *rank = (struct recover_rank){ 0 };
}

const void *recover_rank_table(const struct recover_rank *rank, uint32_t kind,
                               uint32_t thread, size_t *bytes)
{
    const void *found = NULL, *data;
    uint32_t at = 0, owner;
    size_t size;

    *bytes = 0;
    while ((data = persist_next(&rank->file, kind, &at, &owner, &size)) !=
           NULL)
        if (owner == thread) {
            found = data;
            *bytes = size;
        }
    return found;
}
