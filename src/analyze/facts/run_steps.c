/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/run_steps.h"

#include <stdlib.h>

#include "base/log.h"

#define STEPS_LEAST 2u        /* of a run in which unequal work can move */
#define CELLS_MOST (1u << 18) /* of steps and ranks */

/* How often ranks test is chance. */
static bool is_test(const struct scope *scope, const struct tally *site)
{
    enum call_poll poll =
        call_poll_of(scope_call_name(scope, site_call(site->key)));

    return poll == CALL_POLL_TEST || poll == CALL_POLL_IPROBE ||
           poll == CALL_POLL_IMPROBE;
}

const struct tally *run_steps_find(const struct scope *scope,
                                   const struct wait_tallies *waits)
{
    const struct tally *found = NULL;
    uint64_t most = 0;

    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        uint64_t waited = wait_tallies_at(waits, site->key);

        if (waited <= most || site->calls % scope->rank_count != 0 ||
            site->calls / scope->rank_count < STEPS_LEAST ||
            scope_stats(scope, &site->time).ranks < scope->rank_count ||
            is_test(scope, site))
            continue;
        found = site;
        most = waited;
    }
    return found;
}

enum status run_steps_init(struct steps *steps, const struct scope *scope,
                           const struct wait_tallies *waits, uint64_t site,
                           uint64_t count)
{
    uint32_t ranks = scope->profile->rank_count;
    uint32_t sites = waits->replay->site_count;
    uint64_t most = CELLS_MOST / (ranks + 1) + 1;
    bool *ends = calloc(sites + 1u, sizeof(*ends));

    steps->ends = ends;
    steps->ended = calloc(ranks + 1u, sizeof(*steps->ended));
    if (ends == NULL || steps->ended == NULL)
        return log_fail(STATUS_NO_MEMORY, "steps of the run");
    for (uint32_t i = 0; i < sites; i++)
        ends[i] = wait_place_site(waits, waits->places[i]) == site;
    steps->merged = (uint32_t)(count / most + 1);
    steps->count = (uint32_t)(count / steps->merged + 1);
    return STATUS_OK;
}

void run_steps_clear(struct steps *steps)
{
    free((void *)steps->ends);
    free(steps->ended);
    *steps = (struct steps){ .count = 0 };
}
