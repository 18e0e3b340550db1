/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/scenarios/packing.h"

#include <stdlib.h>

#include "replay/log/scenario.h"
#include "replay/replay_state.h"

#define PEERS_KNOWN 32u /* of a location; more are no grid */
#define ANSWER_GAP 10   /* less work yet, where something came in between */

struct sent {
    uint32_t peer;
    uint64_t worked,
        received; /* by the sender, before the last message to it */
};

struct sent_list {
    struct sent items[PEERS_KNOWN];
    uint32_t count;
    uint64_t received; /* messages */
};

/* The peer's entry, or NULL. */
static struct sent *find_sent(struct sent_list *list, uint32_t peer)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].peer == peer)
            return &list->items[i];
    return NULL;
}

/* The entry of the peer whose last message is the oldest is given to another. */
static struct sent *make_sent(struct sent_list *list)
{
    struct sent *oldest = &list->items[0];

    if (list->count < PEERS_KNOWN)
        return &list->items[list->count++];
    for (uint32_t i = 1; i < list->count; i++)
        if (list->items[i].worked < oldest->worked)
            oldest = &list->items[i];
    return oldest;
}

static void count_message(struct packing *packing,
                          const struct location *location,
                          const struct sent *before, uint32_t peer)
{
    const struct sent_list *list = location->clocks.sent;
    bool answers = before != NULL && list->received > before->received;
    uint64_t gap = answers ? packing->gap / ANSWER_GAP : packing->gap;

    packing->messages++;
    if (before != NULL && location->worked - before->worked <= gap) {
        packing->again++;
        return;
    }
    packing->answers += answers;
    packing->detours +=
        rank_grid_steps(&packing->grid, location->about->rank, peer) > 1;
}

static void note_message(const struct replay_state *state,
                         struct location *location, uint32_t peer)
{
    const struct scenario_clocks *clocks = state->clocks;
    struct sent_list *list = location->clocks.sent;
    struct sent *before = find_sent(list, peer);
    const uint8_t *acts =
        &clocks->acts[(size_t)location->call.site * clocks->count];

    for (uint32_t i = 0; i < clocks->count; i++)
        if (clocks->scenarios[i].packing != NULL &&
            acts[i] & 1u << CHANGE_COST)
            count_message(clocks->scenarios[i].packing, location, before,
                          peer);
    if (before == NULL)
        before = make_sent(list);
    *before = (struct sent){ peer, location->worked, list->received };
}

void packing_note(struct replay_state *state, struct location *location)
{
    struct location_clocks *own = &location->clocks;

    if (own->sent == NULL)
        own->sent = calloc(1, sizeof(*own->sent));
    if (own->sent == NULL) {
        replay_state_no_memory(state);
        return;
    }
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];

        if (op->kind == REPLAY_SEND || op->kind == REPLAY_SEND_POST)
            note_message(state, location, op->peer);
        else if (op->kind == REPLAY_RECV || op->kind == REPLAY_RECV_DONE)
            own->sent->received++;
    }
}
