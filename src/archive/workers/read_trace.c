/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_trace.c - opens a trace, reads its names, then rank after rank.
 */
#include "archive/workers/read_workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/affix.h"
#include "base/log.h"
#include "base/saturate.h"
#include "archive/events/reading.h"
#include "archive/workers/fork_workers.h"

static enum status read_ranks(struct reading *reading)
{
    enum status status = reading->source->begin(reading);
    uint32_t at = 0;

    while (reading_belongs(reading, at) && status == STATUS_OK)
        status = read_rank(reading, &at);
    return status == STATUS_OK ? read_ranks_check(reading) : status;
}

/* Streams are read where the result is. */
static uint64_t count_events(const struct reading *reading,
                             const struct read_workers *workers)
{
    const struct names_location *streams = reading->names.streams.items;
    uint64_t events = 0;

    for (uint32_t i = 0; i < reading->names.locations.count; i++)
        if (reading->worker_of == NULL || reading_is_mine(reading, i))
            events += reading_location(reading, i)->events;
    for (uint32_t i = 0;
         read_has_result(workers) && i < reading->names.streams.count; i++)
        if (streams[i].rank != UINT32_MAX)
            events += streams[i].events;
    return events;
}

static bool set_text(char **field, const char *text)
{
    if (*field == NULL)
        *field = strdup(text);
    return *field != NULL;
}

static enum status describe_run(struct reading *reading)
{
    struct profile *profile = reading->profile;
    char clock[64];

    snprintf(clock, sizeof(clock), "%.6g MHz, of the trace",
             (double)reading->names.ticks_per_second / 1e6);
    if (!set_text(&profile->program, last_part(reading->anchor)) ||
        !set_text(&profile->command, profile->program) ||
        !set_text(&profile->mpi_library, "") ||
        !set_text(&profile->version, "") ||
        !set_text(&profile->source, "trace") ||
        !set_text(&profile->clock, clock) ||
        !set_text(&profile->trace_file, last_part(reading->anchor)))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    return STATUS_OK;
}

static uint64_t tick_of(const struct reading *reading, uint64_t ns)
{
    uint64_t ticks = saturate_near((double)ns / reading->tally.ns_per_tick);

    return ticks < UINT64_MAX - reading->origin ? reading->origin + ticks
                                                : UINT64_MAX;
}

/* Ranks that are read here. */
static enum status find_origin(struct reading *reading)
{
    struct read_progress *watch = reading->watch;
    enum status status = STATUS_OK;

    if (!watch->origin_known)
        status = read_origin(reading, &watch->origin);
    watch->origin_known = status == STATUS_OK;
    return status;
}

static enum status open_window(struct reading *reading,
                               const struct read_workers *workers)
{
    const struct time_window *window = &reading->window;
    struct events *events = &reading->events;
    enum status status;

    if (!window->given || workers->role == READ_ORIGIN)
        return STATUS_OK;
    reading_forget_samples(reading);
    reading->origin = workers->origin;
    if (workers->role == READ_ALL) {
        status = find_origin(reading);
        if (status != STATUS_OK)
            return status;
        reading->origin = reading->watch->origin;
    }
    if (reading->origin == UINT64_MAX)
        reading->origin = reading->names.first_tick;
    if (window->from_set)
        events->from = tick_of(reading, window->from);
    events->to = tick_of(reading, window->to);
    reading->watch->log_from = call_log_ns(&events->log, events->from);
    reading->watch->log_to = events->to == UINT64_MAX
                                 ? UINT64_MAX
                                 : call_log_ns(&events->log, events->to);
    if (reading->watch->log_to == 0)
        reading->watch->log_to = 1; /* 0 is no window */
    return STATUS_OK;
}

static enum status prepare_reading(struct reading *reading,
                                   const struct read_workers *workers)
{
    struct profile *profile = reading->profile;
    double ns_per_tick = 1e9 / (double)reading->names.ticks_per_second;

    if (names_settle(&reading->names) != STATUS_OK)
        return log_fail(reading->names.status, "%s", reading->anchor);
    reading->begins = calloc(profile->rank_count + 1u, sizeof(uint64_t));
    reading->ends = calloc(profile->rank_count + 1u, sizeof(uint64_t));
    if (reading->begins == NULL || reading->ends == NULL ||
        !tally_init(&reading->tally, profile->rank_count, ns_per_tick))
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    events_init(&reading->events, &reading->names, &reading->tally);
    call_log_init(&reading->events.log, reading->log, ns_per_tick,
                  reading->names.first_tick);
    return open_window(reading, workers);
}

static uint32_t size_of(const struct names *names, uint32_t group)
{
    const struct names_group *groups = names->groups.items;

    if (group >= names->groups.count)
        return 0;
    return groups[group].kind == NAMES_GROUP_SELF ? 1 : groups[group].size;
}

static uint32_t host_of(const struct names *names, uint32_t rank)
{
    return rank < names->profile->rank_count ? names->profile->ranks[rank].host
                                             : 0;
}

/* The host of the group's first member; 0 without members. */
static uint32_t first_host(const struct names *names, uint32_t group)
{
    const struct names_group *groups = names->groups.items;

    if (group >= names->groups.count || groups[group].members == NULL ||
        groups[group].size == 0)
        return 0;
    return host_of(names, groups[group].members[0]);
}

static bool is_apart(const struct names *names, uint32_t group)
{
    const struct names_group *groups = names->groups.items;
    const uint32_t *members;

    if (group >= names->groups.count || groups[group].members == NULL)
        return false;
    members = groups[group].members;
    for (uint32_t i = 1; i < groups[group].size; i++)
        if (host_of(names, members[i]) != host_of(names, members[0]))
            return true;
    return false;
}

static struct replay_comm replay_comm_of(const struct names *names,
                                         const struct names_comm *comm)
{
    uint32_t remote = comm->inter ? size_of(names, comm->remote) : 0;

    return (struct replay_comm){
        comm->id, size_of(names, comm->group) + remote, remote,
        is_apart(names, comm->group) ||
            (comm->inter && (is_apart(names, comm->remote) ||
                             first_host(names, comm->group) !=
                                 first_host(names, comm->remote)))
    };
}

/* The log has the communicators by the archive's ids. */
static void finish_log(struct reading *reading)
{
    const struct names *names = &reading->names;
    uint32_t count = events_log_comm_count(names);
    struct replay_comm *comms = calloc(count + 1u, sizeof(*comms));

    if (comms == NULL)
        return;
    for (uint32_t i = 0; i < names->comms.count; i++) {
        const struct names_comm *comm = names_comm(names, i);

        if (comm != NULL)
            comms[i] = replay_comm_of(names, comm);
    }
    events_log_comms(names, comms);
    for (uint32_t i = 0; i < reading->log->location_count; i++)
        reading->log->locations[i].host =
            host_of(names, reading->log->locations[i].rank);
    replay_log_finish(reading->log, comms, count);
    free(comms);
}

/* Not more than there are ranks to read. */
static uint32_t useful_workers(const struct reading *reading, uint32_t wanted)
{
    uint32_t ranks = 0;

    if (reading->undivided)
        return 1;
    for (uint32_t i = 0; reading_belongs(reading, i); i++)
        ranks += i == 0 || reading_location(reading, i)->rank !=
                               reading_location(reading, i - 1)->rank;
    return wanted < ranks ? wanted : ranks;
}

/* Where there are more processes than that the others have no share. */
static enum status read_role(struct reading *reading,
                             const struct read_workers *workers,
                             uint32_t useful)
{
    if (workers->role == READ_TOGETHER)
        return merge_results(reading, workers->packets, useful);
    if (workers->mine >= useful)
        return STATUS_OK;
    if (workers->role == READ_ORIGIN)
        return find_origin(reading);
    if (reading->log != NULL)
        replay_log_use_part(reading->log, workers->mine + 1);
    return read_own_ranks(reading, workers->packets[workers->mine]);
}

static enum status read_as_one(struct reading *reading,
                               const struct read_workers *workers,
                               uint32_t useful)
{
    uint32_t *worker_of =
        calloc(reading->profile->rank_count + 1u, sizeof(*worker_of));
    enum status status;

    if (worker_of == NULL ||
        !read_divide_ranks(reading, useful, worker_of, NULL)) {
        free(worker_of);
        return log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    }
    reading->worker_of = worker_of;
    reading->mine = workers->mine;
    reading->watch->events_total = count_events(reading, workers);
    status = read_role(reading, workers, useful);
    reading->worker_of = NULL;
    free(worker_of);
    return status;
}

static enum status read_by(struct reading *reading,
                           const struct read_workers *workers)
{
    uint32_t useful = useful_workers(reading, workers->count);

    useful = useful == 0 ? 1 : useful;
    if (workers->role != READ_ALL)
        return read_as_one(reading, workers, useful);
    reading->watch->events_total = count_events(reading, workers);
    return useful > 1 ? fork_workers_read(reading, useful)
                      : read_ranks(reading);
}

static enum status read_events(struct reading *reading,
                               const struct read_workers *workers)
{
    enum status status = read_by(reading, workers);

    if (status != STATUS_OK || !read_has_result(workers))
        return status;
    reading->profile->start_unix_ns = reading->names.realtime;
    reading_align(reading);
    status = read_streams(reading);
    if (status == STATUS_OK)
        status = reading_remark_missing(reading);
    if (status == STATUS_OK && reading->log != NULL)
        finish_log(reading); /* all other numbers are known without */
    return status == STATUS_OK ? describe_run(reading) : status;
}

static enum status read_all(struct reading *reading,
                            const struct read_workers *workers)
{
    enum status status = profile_use_call_table(reading->profile);

    names_init(&reading->names, reading->profile, &reading->watch->steps);
    if (status == STATUS_OK)
        status = reading->source->open(reading);
    if (status == STATUS_OK)
        status = reading->source->define(reading);
    if (status == STATUS_OK)
        status = prepare_reading(reading, workers);
    if (status == STATUS_OK)
        status = read_events(reading, workers);
    reading->source->close(reading);
    events_clear(&reading->events);
    tally_clear(&reading->tally);
    names_clear(&reading->names);
    free(reading->begins);
    free(reading->ends);
    return status;
}

enum status read_trace_here(const struct trace_source *source,
                            const char *path, struct read_progress *watch,
                            const struct read_workers *workers,
                            struct replay_log *log, struct profile **out)
{
    struct reading *reading = calloc(1, sizeof(*reading));
    enum status status;

    if (reading == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    reading->anchor = path;
    reading->source = source;
    reading->watch = watch;
    reading->log = log;
    reading->window = workers->window;
    status = profile_create(&reading->profile);
    if (status == STATUS_OK)
        status = read_all(reading, workers);
    if (status == STATUS_OK)
        *out = reading->profile;
    else
        profile_destroy(reading->profile);
    free(reading);
    return status;
}
