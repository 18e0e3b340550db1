/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* sched_getaffinity */
#include "archive/workers/divide_ranks.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/order.h"

#define DEFAULT_MOST 8u

/* A worker costs some milliseconds, in which half of this is read; a file
 * takes as long as this number of bytes of events.  See
 * share/doc/robustness.md. */
#define SMALL_BYTES (UINT64_C(8) << 20)
#define BYTES_PER_FILE (UINT64_C(16) << 10)

static uint32_t count_processors(void)
{
    cpu_set_t allowed;
    long all;

    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
        return (uint32_t)CPU_COUNT(&allowed);
    all = sysconf(_SC_NPROCESSORS_ONLN); /* more than the set has room for */
    return all < 1 ? 1 : (uint32_t)all;
}

uint32_t divide_ranks_workers(uint64_t bytes, size_t files)
{
    uint32_t most = count_processors();

    if (bytes + files * BYTES_PER_FILE < SMALL_BYTES)
        return 1;
    return most < DEFAULT_MOST ? most : DEFAULT_MOST;
}

struct sized {
    uint64_t bytes;
    uint32_t rank;
};

ORDER(largest_first, struct sized, DOWN(bytes) UP(rank));

static uint32_t least_loaded(const uint64_t *loads, uint32_t workers)
{
    uint32_t found = 0;

    for (uint32_t i = 1; i < workers; i++)
        if (loads[i] < loads[found])
            found = i;
    return found;
}

static void give_ranks(const struct sized *sorted, uint32_t ranks,
                       uint64_t *loads, uint32_t workers, uint32_t *worker_of)
{
    for (uint32_t i = 0; i < ranks; i++) {
        uint32_t worker = least_loaded(loads, workers);

        worker_of[sorted[i].rank] = worker;
        loads[worker] += sorted[i].bytes + 1; /* also of none */
    }
}

bool divide_ranks(const uint64_t *bytes, uint32_t ranks, uint32_t workers,
                  uint32_t *worker_of)
{
    struct sized *sorted = calloc((size_t)ranks + 1, sizeof(*sorted));
    uint64_t *loads = calloc(workers, sizeof(*loads));
    bool made = sorted != NULL && loads != NULL;

    for (uint32_t i = 0; made && i < ranks; i++)
        sorted[i] = (struct sized){ bytes[i], i };
    if (made) {
        qsort(sorted, ranks, sizeof(*sorted), largest_first);
        give_ranks(sorted, ranks, loads, workers, worker_of);
    }
    free(sorted);
    free(loads);
    return made;
}
