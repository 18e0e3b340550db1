/*
 * init_finalize.c - MPI_Init and MPI_Finalize, which all ranks leave together.
 */
#include "replay/replay_state.h"

struct ends {
    uint64_t latest, first_end;
    uint32_t rank, site; /* of the latest */
};

/* False: not all ranks are known to have been there. */
static bool find_ends(const struct player *player,
                      const struct replay_call *calls, struct ends *ends)
{
    *ends = (struct ends){ .first_end = UINT64_MAX };
    for (uint32_t i = 0; i < player->profile->rank_count; i++) {
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

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* min(max E, L) - E */
static void charge_finalize(struct player *player, const struct ends *ends)
{
    for (uint32_t i = 0; i < player->profile->rank_count; i++) {
        const struct replay_call *call = &player->finals[i];
        struct wait wait = {
            .kind = WAIT_FINALIZE, .comm = UINT32_MAX, .rank = ends->rank,
            .site = ends->site,
            .ns = least(ends->latest, call->end) - call->begin
        };

        player_charge(player, i, call->site, call->begin, &wait);
    }
}

/* L - max(min L, max E) */
static void charge_init(struct player *player, const struct ends *ends)
{
    uint64_t since = ends->first_end > ends->latest ? ends->first_end
                                                    : ends->latest;

    for (uint32_t i = 0; i < player->profile->rank_count; i++) {
        const struct replay_call *call = &player->inits[i];
        struct wait wait = {
            .kind = WAIT_INIT_END, .comm = UINT32_MAX, .rank = ends->rank,
            .site = ends->site,
            .ns = call->end > since ? call->end - since : 0
        };

        player_charge(player, i, call->site, call->end - wait.ns, &wait);
    }
}

void player_charge_ends(struct player *player)
{
    struct ends ends;

    if (find_ends(player, player->inits, &ends))
        charge_init(player, &ends);
    if (find_ends(player, player->finals, &ends))
        charge_finalize(player, &ends);
}
