/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fork_workers.c - the ranks of an archive, distributed over processes.
 *
 * Once the definitions are known this process creates the workers, which
 * inherit copies: OTF2 has no file open at that time, so each opens its own.
 * A worker reads its ranks in ascending order and writes the results
 * (rank_packet.h) to a file; this process merges them, rank after rank.  A
 * worker that fails is restarted without its current location.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/log.h"
#include "archive/workers/fork_workers.h"

#define MEMORY_LEAST (UINT64_C(128) << 20)

struct worker {
    struct team *team;
    uint32_t number;
    struct read_progress *watch; /* shared */
};

struct team {
    struct reading *reading;
    uint32_t count;
    struct worker *workers;
    uint32_t *worker_of; /* by rank */
    int *packets;        /* a file of each worker; -1: there is none */
    uint64_t *bytes;     /* of the events of each */
    struct read_progress *watches; /* shared, as is `told' */
    uint32_t *told;
    struct subprocess_job *jobs;
    enum status status;
};

/* ---- in a worker ---- */

static void read_share(void *context)
{
    struct worker *worker = context;
    struct reading *reading = worker->team->reading;
    struct read_progress *watch = worker->watch;
    enum status status;

    reading->watch = watch;
    reading->names.steps = &watch->steps;
    reading->mine = worker->number;
    if (reading->log != NULL) {
        reading->log->told = worker->team->told;
        replay_log_use_part(reading->log, worker->number + 1);
    }
    status = read_own_ranks(reading, worker->team->packets[worker->number]);
    if (reading->log != NULL)
        watch->log_status = replay_log_end_part(reading->log);
    read_progress_finish(watch, status);
}

/* ---- in the process that has made them ---- */

static bool begin_worker(struct worker *worker)
{
    read_progress_begin(worker->watch);
    return read_own_ranks_empty(worker->team->packets[worker->number]);
}

static uint32_t left_out(const struct team *team)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < team->count; i++)
        count += team->watches[i].left_out_count;
    return count;
}

static enum subprocess_next worker_ended(void *context, size_t number,
                                         enum subprocess_end end)
{
    struct team *team = context;
    struct worker *worker = &team->workers[number];

    team->reading->watch->steps++;
    if (end == SUBPROCESS_DONE && worker->watch->finished) {
        team->status = worker->watch->status;
        return team->status == STATUS_OK ? SUBPROCESS_GO_ON : SUBPROCESS_STOP;
    }
    if (end != SUBPROCESS_DONE &&
        left_out(team) < READ_PROGRESS_MOST_LEFT_OUT &&
        read_progress_leave_out(worker->watch, end) && begin_worker(worker))
        return SUBPROCESS_AGAIN;
    team->status =
        read_progress_refuse(worker->watch, team->reading->anchor, end);
    return SUBPROCESS_STOP;
}

/* Workers have limits of their own, so this one gets on while they do. */
static void add_up_events(void *context)
{
    const struct team *team = context;
    uint64_t events = 0;

    for (uint32_t i = 0; i < team->count; i++)
        events += team->watches[i].events;
    team->reading->watch->events = events;
    team->reading->watch->steps++;
}

/* Each its part of what all may take, and more for those that read more. */
static struct subprocess_limits limits_of(const struct worker *worker)
{
    uint64_t base = READ_MEMORY_BASE / worker->team->count;
    uint64_t bytes = worker->team->bytes[worker->number];

    return (struct subprocess_limits){
        .memory_bytes = (base < MEMORY_LEAST ? MEMORY_LEAST : base) +
                        READ_MEMORY_PER_BYTE * bytes,
        .cpu_s = READ_CPU_S,
        .wall_s = READ_WALL_S,
        .steps = &worker->watch->steps
    };
}

static enum status run_workers(struct team *team)
{
    struct subprocess_jobs jobs = { .list = team->jobs,
                                    .count = team->count,
                                    .ended = worker_ended,
                                    .look = add_up_events,
                                    .context = team };

    for (uint32_t i = 0; i < team->count; i++)
        team->jobs[i] =
            (struct subprocess_job){ .work = read_share,
                                     .context = &team->workers[i],
                                     .limits = limits_of(&team->workers[i]) };
    if (subprocess_run_all(&jobs) == SUBPROCESS_FAILED)
        return log_fail(STATUS_IO, "%s: cannot start a process that reads it",
                        team->reading->anchor);
    return team->status;
}

/* ---- putting together ---- */

static void take_log_status(const struct team *team)
{
    struct replay_log *log = team->reading->log;

    for (uint32_t i = 0; log != NULL && i < team->count; i++)
        if (log->status == STATUS_OK)
            log->status = team->watches[i].log_status;
}

/* ---- the team ---- */

static size_t size_of_shared(const struct team *team)
{
    return team->count * sizeof(*team->watches) + sizeof(*team->told);
}

static bool make_files(struct team *team)
{
    bool made = true;

    team->packets = calloc(team->count, sizeof(*team->packets));
    for (uint32_t i = 0; team->packets != NULL && i < team->count; i++) {
        team->packets[i] = memfd_create("mpiprof", MFD_CLOEXEC);
        made = made && team->packets[i] >= 0;
    }
    return made && team->packets != NULL;
}

static bool make_workers(struct team *team)
{
    team->workers = calloc(team->count, sizeof(*team->workers));
    team->jobs = calloc(team->count, sizeof(*team->jobs));
    team->bytes = calloc(team->count, sizeof(*team->bytes));
    team->watches = subprocess_shared(size_of_shared(team));
    if (team->workers == NULL || team->jobs == NULL || team->bytes == NULL ||
        team->watches == NULL)
        return false;
    team->told = (void *)&team->watches[team->count];
    for (uint32_t i = 0; i < team->count; i++)
        team->workers[i] = (struct worker){ .team = team,
                                            .number = i,
                                            .watch = &team->watches[i] };
    return make_files(team);
}

static bool spread_ranks(struct team *team)
{
    team->worker_of = calloc(team->reading->profile->rank_count + 1u,
                             sizeof(*team->worker_of));
    return team->worker_of != NULL &&
           read_divide_ranks(team->reading, team->count, team->worker_of,
                             team->bytes);
}

static void clear_team(struct team *team)
{
    for (uint32_t i = 0; team->packets != NULL && i < team->count; i++)
        if (team->packets[i] >= 0)
            close(team->packets[i]);
    subprocess_unshare(team->watches, size_of_shared(team));
    FREE_ALL(team->workers, team->jobs, team->bytes, team->packets,
             team->worker_of);
}

enum status fork_workers_read(struct reading *reading, uint32_t workers)
{
    struct team team = { .reading = reading, .count = workers };
    enum status status;

    if (make_workers(&team) && spread_ranks(&team)) {
        reading->worker_of = team.worker_of;
        status = run_workers(&team);
    } else {
        status = log_fail(STATUS_NO_MEMORY, "%s", reading->anchor);
    }
    if (status == STATUS_OK) {
        status = merge_results(reading, team.packets, workers);
        take_log_status(&team);
    }
    reading->worker_of = NULL;
    clear_team(&team);
    return status;
}
