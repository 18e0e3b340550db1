/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/matching/orders.h"

#include <stdlib.h>
#include <string.h>

#include "replay/overlap.h"

#define ORDERS_MOST 16u

struct order {
    struct wait wait;
    const struct location *location;
    uint64_t begin, worked;
    uint32_t site;
};

struct order_list {
    struct order *items;
    uint32_t count;
};

bool orders_init(struct orders *orders, uint32_t ranks)
{
    orders->lists = calloc(ranks + 1u, sizeof(*orders->lists));
    orders->ranks = ranks;
    return orders->lists != NULL;
}

void orders_clear(struct orders *orders)
{
    for (uint32_t i = 0; orders->lists != NULL && i < orders->ranks; i++)
        free(orders->lists[i].items);
    free(orders->lists);
    orders->lists = NULL;
}

/* Charges the wait and forgets it. */
static void order_settle(struct replay_state *state, struct order_list *list,
                         uint32_t at)
{
    const struct order *order = &list->items[at];

    replay_state_charge_call(state, order->location, order->begin, order->site,
                             &order->wait);
    list->count--;
    memmove(&list->items[at], &list->items[at + 1],
            (list->count - at) * sizeof(*order));
}

void orders_hold(struct replay_state *state, struct location *location,
                 const struct wait *wait)
{
    struct order_list *list = &state->orders.lists[location->about->rank];

    if (list->items == NULL)
        list->items = malloc(ORDERS_MOST * sizeof(*list->items));
    if (list->items == NULL) {
        replay_state_no_memory(state);
        return;
    }
    if (list->count == ORDERS_MOST)
        order_settle(state, list, 0);
    list->items[list->count] = (struct order){ .wait = *wait,
                                               .location = location,
                                               .begin = location->call.begin,
                                               .worked = location->worked,
                                               .site = location->call.site };
    list->items[list->count++].wait.mark = NULL;
}

/* Whether another thread's work lies in between is unknown. */
static uint64_t work_since(const struct order *order,
                           const struct location *location)
{
    return order->location == location ? location->worked - order->worked : 0;
}

void orders_receive(struct replay_state *state,
                    const struct location *location,
                    const struct message *message)
{
    struct order_list *list = &state->orders.lists[location->about->rank];

    for (uint32_t i = 0; message->send.here && i < list->count;) {
        struct order *order = &list->items[i];

        if (message->send.at >= order->wait.since) {
            i++;
            continue;
        }
        order->wait.kind = message->send.rank == order->wait.rank
                               ? WAIT_WRONG_ORDER
                               : WAIT_WRONG_SOURCE;
        overlap_note_order(state, order->site, order->wait.ns,
                           work_since(order, location));
        order_settle(state, list, i);
    }
}

void orders_end(struct replay_state *state)
{
    for (uint32_t i = 0; i < state->orders.ranks; i++)
        while (state->orders.lists[i].count > 0)
            order_settle(state, &state->orders.lists[i], 0);
}
