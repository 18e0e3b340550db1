/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * init_finalize.c - MPI_Init and MPI_Finalize, which all ranks leave together.
 */
#include "base/order.h"
#include "replay/replay_state.h"

struct hang_ends {
    uint64_t latest, first_end;
    uint32_t rank, site; /* of the latest */
};

/* False: not all ranks are known to have been there. */
static bool find_ends(const struct replay_state *state,
                      const struct replay_call *calls, struct hang_ends *ends)
{
    *ends = (struct hang_ends){ .first_end = UINT64_MAX };
    for (uint32_t i = 0; i < state->profile->rank_count; i++) {
        if (calls[i].end == 0)
            return false;
        if (calls[i].begin >= ends->latest) {
            ends->latest = calls[i].begin;
            ends->rank = i;
            ends->site = calls[i].site;
        }
        if (calls[i].end < ends->first_end)
            ends->first_end = calls[i].end;
    }
    return true;
}

/* min(max E, L) - E */
static void charge_finalize(struct replay_state *state,
                            const struct hang_ends *ends)
{
    for (uint32_t i = 0; i < state->profile->rank_count; i++) {
        const struct replay_call *call = &state->finals[i];
        struct wait wait = { .kind = WAIT_FINALIZE,
                             .comm = UINT32_MAX,
                             .rank = ends->rank,
                             .site = ends->site,
                             .ns = order_least(ends->latest, call->end) -
                                   call->begin };

        replay_state_charge(state, i, call->site, call->begin, &wait);
    }
}

/* L - max(min L, max E) */
static void charge_init(struct replay_state *state,
                        const struct hang_ends *ends)
{
    uint64_t since =
        ends->first_end > ends->latest ? ends->first_end : ends->latest;

    for (uint32_t i = 0; i < state->profile->rank_count; i++) {
        const struct replay_call *call = &state->inits[i];
        struct wait wait = { .kind = WAIT_INIT_END,
                             .comm = UINT32_MAX,
                             .rank = ends->rank,
                             .site = ends->site,
                             .ns = call->end > since ? call->end - since : 0 };

        replay_state_charge(state, i, call->site, call->end - wait.ns, &wait);
    }
}

void replay_state_charge_ends(struct replay_state *state)
{
    struct hang_ends ends;

    if (find_ends(state, state->inits, &ends))
        charge_init(state, &ends);
    if (find_ends(state, state->finals, &ends))
        charge_finalize(state, &ends);
}
