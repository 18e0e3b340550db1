/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "measure/record/record_functions.h"
#include "measure/record/recorder.h"
#include "measure/record/samples/python_calls.h"
#include "measure/record/samples/record_samples.h"
#include "measure/track/comms.h"
#include "measure/track/requests.h"

static uint64_t live_comms(void)
{
    uint64_t live = 0;

    for (struct comm_info *at = comms_all(); at != NULL; at = at->next)
        live += !at->freed && !at->predefined && !at->attached;
    return live;
}

static uint64_t memory_of(const struct thread *thread)
{
    return rows_bytes(&thread->rows) + sizeof(*thread) +
           sizeof(*thread->kept) +
           (thread->paths.mask + 1ull) * sizeof(struct path_slot) +
           thread->kept->regions.room * sizeof(struct region_data) +
           sizeof(*thread->bins) +
           (thread->resources != NULL ? sizeof(*thread->resources) : 0) +
           functions_bytes(thread->functions) +
           (thread->python != NULL ? python_calls_bytes(thread->python) : 0);
}

/* A thread that has ended is idle from then on. */
static uint64_t idle_of(const struct thread *thread, uint64_t end)
{
    uint64_t ended = thread->kept->ended;

    return thread->idle_ticks + (ended != 0 && ended < end ? end - ended : 0);
}

static struct thread_tables tables_of(const struct thread *thread,
                                      uint64_t end)
{
    return (struct thread_tables){
        .kept = thread->kept,
        .rows = thread->rows.list,
        .row_count = thread->rows.count,
        .peers = thread->peers,
        .targets = thread->targets,
        .peer_room = thread->peer_room,
        .bins = thread->bins,
        .resources = thread->resources,
        .idle = idle_of(thread, end),
        .excluded = record_excluded_ticks(thread, end),
        .lost_calls =
            thread->rows.lost + thread->paths.lost +
            (thread->python != NULL ? python_calls_lost(thread->python) : 0),
        .memory_bytes = memory_of(thread),
    };
}

static size_t list_threads(struct thread_tables *tables, uint64_t end)
{
    size_t count = 0;

    for (struct thread *at = recorder.threads; at != NULL; at = at->next)
        tables[count++] = tables_of(at, end);
    return count;
}

static struct collect_call *list_calls(void)
{
    struct collect_call *calls = calloc(call_count, sizeof(*calls));

    for (uint32_t i = 0; calls != NULL && i < call_count; i++)
        calls[i] = rank_collect_call(call_table[i].name,
                                     (uint8_t)call_table[i].class);
    return calls;
}

enum status collect_rank(const struct clock_rate *rate, uint64_t end,
                         struct rank_data *out)
{
    struct thread_tables *tables =
        calloc(recorder.thread_count + 1u, sizeof(*tables));
    struct collect_call *calls = list_calls();
    struct rank_collect in = {
        .calls = calls,
        .threads = tables,
        .ranks = recorder.world_size,
        .counter_count = (uint32_t)recorder.counter_count,
        .ns_per_tick = clock_ticks_to_ns(rate, 1.0),
        .begin = recorder.begin,
        .end = end,
    };
    enum status status = STATUS_NO_MEMORY;

    memset(out, 0, sizeof(*out));
    if (tables != NULL && calls != NULL) {
        in.thread_count = list_threads(tables, end);
        status = rank_collect(&in, out);
        if (status == STATUS_OK)
            status = record_samples_collect(&out->samples);
    } else {
        log_fail(STATUS_NO_MEMORY, "the profile");
    }
    out->rank = recorder.world_rank;
    out->open_requests = requests_open();
    out->open_comms = live_comms();
    free(tables);
    free(calls);
    return status;
}
