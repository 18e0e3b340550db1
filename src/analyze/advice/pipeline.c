/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/pipeline.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH_LEAST 3u   /* ranks one after another */
#define CHANCE_SHARE 0.1 /* of a mean wait of two ranks: less is chance */

/* The waits as a graph: for each rank, the ranks that wait for it. */
struct chain {
    const struct wait_tallies *waits;
    uint32_t ranks, place;
    double least;    /* ns of waits that count */
    uint32_t *first; /* by rank: its first in `waiting'; one more at the end */
    uint32_t *waiting; /* ranks that wait, by the rank they wait for */
    uint32_t *open;    /* by rank: for how many it waits, that are not done */
    uint32_t *depth;   /* by rank: of the longest chain that ends there */
    uint32_t *queue;
};

static bool pair_counts(const struct chain *chain,
                        const struct wait_pair *pair)
{
    return chain->waits->places[pair->site] == chain->place &&
           pair->rank < chain->ranks && pair->culprit < chain->ranks &&
           (double)pair->ns >= chain->least;
}

static size_t set_least(struct chain *chain)
{
    const struct replay_result *replay = chain->waits->replay;
    size_t count = 0;
    double all = 0;

    for (size_t i = 0; i < replay->pair_count; i++)
        if (pair_counts(chain, &replay->pairs[i])) {
            all += (double)replay->pairs[i].ns;
            count++;
        }
    if (count > 0)
        chain->least = CHANCE_SHARE * all / (double)count;
    return count;
}

static bool chain_init(struct chain *chain)
{
    size_t count = set_least(chain), ranks = chain->ranks;

    chain->first = calloc(ranks + 2, sizeof(*chain->first));
    chain->waiting = calloc(count + 1, sizeof(*chain->waiting));
    chain->open = calloc(ranks + 1, sizeof(*chain->open));
    chain->depth = calloc(ranks + 1, sizeof(*chain->depth));
    chain->queue = calloc(ranks + 1, sizeof(*chain->queue));
    return chain->first != NULL && chain->waiting != NULL &&
           chain->open != NULL && chain->depth != NULL && chain->queue != NULL;
}

static void chain_clear(struct chain *chain)
{
    free(chain->first);
    free(chain->waiting);
    free(chain->open);
    free(chain->depth);
    free(chain->queue);
}

static void add_edges(struct chain *chain)
{
    const struct replay_result *replay = chain->waits->replay;

    for (size_t i = 0; i < replay->pair_count; i++)
        if (pair_counts(chain, &replay->pairs[i]))
            chain->first[replay->pairs[i].culprit + 2]++;
    for (uint32_t i = 2; i < chain->ranks + 2; i++)
        chain->first[i] += chain->first[i - 1];
    for (size_t i = 0; i < replay->pair_count; i++) {
        const struct wait_pair *pair = &replay->pairs[i];

        if (!pair_counts(chain, pair))
            continue;
        chain->waiting[chain->first[pair->culprit + 1]++] = pair->rank;
        chain->open[pair->rank]++;
    }
}

/* Kahn's order: each rank comes after the ranks it waits for.  Returns the number
 * of ranks ordered; fewer than all: there is a circle. */
static uint32_t follow_chain(struct chain *chain, uint32_t *deepest,
                             uint32_t *last)
{
    uint32_t done = 0, count = 0;

    for (uint32_t i = 0; i < chain->ranks; i++)
        if (chain->open[i] == 0)
            chain->queue[count++] = i;
    while (done < count) {
        uint32_t rank = chain->queue[done++];
        uint32_t depth = chain->depth[rank] + 1;

        if (depth > *deepest) {
            *deepest = depth;
            *last = rank;
        }
        for (uint32_t i = chain->first[rank]; i < chain->first[rank + 1];
             i++) {
            uint32_t next = chain->waiting[i];

            if (depth > chain->depth[next])
                chain->depth[next] = depth;
            if (--chain->open[next] == 0)
                chain->queue[count++] = next;
        }
    }
    return done;
}

uint32_t pipeline_depth(const struct wait_tallies *waits, uint32_t ranks,
                        uint32_t place, uint32_t *last)
{
    struct chain chain = { .waits = waits, .ranks = ranks, .place = place };
    uint32_t depth = 0;

    if (chain_init(&chain)) {
        add_edges(&chain);
        if (follow_chain(&chain, &depth, last) < ranks)
            depth = 0;
    }
    chain_clear(&chain);
    return depth >= DEPTH_LEAST ? depth : 0;
}

/* The rank for which each waits, or NO_RANK; SEVERAL: more than one. */
#define NO_RANK UINT32_MAX
#define SEVERAL (UINT32_MAX - 1)

/* waited_for: by rank, as above; the caller frees it.  NULL: no memory. */
static uint32_t *find_waited_for(struct chain *chain)
{
    const struct replay_result *replay = chain->waits->replay;
    uint32_t *waited_for =
        malloc((chain->ranks + (size_t)1) * sizeof(*waited_for));

    if (waited_for == NULL)
        return NULL;
    memset(waited_for, 0xff, chain->ranks * sizeof(*waited_for));
    set_least(chain);
    for (size_t i = 0; i < replay->pair_count; i++)
        if (pair_counts(chain, &replay->pairs[i])) {
            uint32_t *one = &waited_for[replay->pairs[i].rank];

            *one = *one == NO_RANK || *one == replay->pairs[i].culprit
                       ? replay->pairs[i].culprit
                       : SEVERAL;
        }
    return waited_for;
}

bool pipeline_links(const struct wait_tallies *waits, uint32_t ranks,
                    uint32_t place)
{
    const struct replay_result *replay = waits->replay;
    struct chain chain = { .waits = waits, .ranks = ranks, .place = place };
    uint32_t *waited_for = find_waited_for(&chain);
    bool links = false;

    for (size_t i = 0; waited_for != NULL && i < replay->pair_count; i++) {
        const struct wait_pair *pair = &replay->pairs[i];

        links |= pair_counts(&chain, pair) &&
                 waited_for[pair->culprit] != NO_RANK &&
                 waited_for[pair->culprit] != pair->rank;
    }
    free(waited_for);
    return links;
}

uint32_t pipeline_ring(const struct wait_tallies *waits, uint32_t ranks,
                       uint32_t place)
{
    struct chain chain = { .waits = waits, .ranks = ranks, .place = place };
    uint32_t *waited_for = find_waited_for(&chain);
    uint32_t waiting = 0, first = NO_RANK, at, length = 0;

    for (uint32_t i = 0; waited_for != NULL && i < ranks; i++)
        if (waited_for[i] != NO_RANK) {
            waiting++;
            first = i;
        }
    at = first;
    while (at < ranks && (length == 0 || at != first) && length < waiting) {
        at = waited_for[at];
        length++;
    }
    free(waited_for);
    return at == first && length == waiting && length >= DEPTH_LEAST ? length
                                                                     : 0;
}
