/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/matching/messages.h"

#include <stdlib.h>

#define BLOCK_MESSAGES 256u

struct message_block {
    struct message_block *next;
    struct message messages[BLOCK_MESSAGES];
};

void message_side_take(struct message_side *side,
                       const struct message_side *from)
{
    *side = *from;
    side->here = true;
    scenario_times_hold(side->times);
}

void message_side_clear(struct message_side *side)
{
    path_drop(side->mark);
    scenario_times_drop(side->times);
    side->mark = NULL;
    side->times = NULL;
}

bool messages_init(struct messages *messages, uint32_t ranks)
{
    *messages =
        (struct messages){ .coming =
                               calloc(ranks + 1u, sizeof(*messages->coming)) };
    return messages->coming != NULL;
}

void messages_clear(struct messages *messages)
{
    while (messages->blocks != NULL) {
        struct message_block *block = messages->blocks;

        messages->blocks = block->next;
        for (uint32_t i = 0; i < BLOCK_MESSAGES; i++) {
            message_side_clear(&block->messages[i].send);
            message_side_clear(&block->messages[i].receive);
            message_side_clear(&block->messages[i].served);
        }
        free(block);
    }
    map_clear(&messages->queues);
    free(messages->coming);
    *messages = (struct messages){ 0 };
}

static struct message *make_message(struct messages *messages)
{
    struct message *message = messages->free_ones;
    struct message_block *block;

    if (message == NULL) {
        block = calloc(1, sizeof(*block));
        if (block == NULL)
            return NULL;
        block->next = messages->blocks;
        messages->blocks = block;
        for (uint32_t i = 0; i < BLOCK_MESSAGES; i++) {
            block->messages[i].next = messages->free_ones;
            messages->free_ones = &block->messages[i];
        }
        message = messages->free_ones;
    }
    messages->free_ones = message->next;
    *message = (struct message){ .next = NULL };
    return message;
}

/* ---- queues ---- */

static struct message *take_first(struct messages *messages,
                                  struct message_queue *queue)
{
    struct message *first = queue->first;

    queue->first = first->next;
    if (queue->first == NULL)
        map_remove(&messages->queues, sizeof(*queue), sizeof(queue->key),
                   queue);
    first->next = NULL;
    return first;
}

/* queue: of that key, or NULL. */
static struct message *append_message(struct messages *messages,
                                      struct message_queue *queue,
                                      const struct message_key *key,
                                      uint64_t hash)
{
    struct message *message = make_message(messages);

    if (message == NULL)
        return NULL;
    if (queue != NULL) {
        queue->last->next = message;
        queue->last = message;
        return message;
    }
    queue = map_append(&messages->queues, sizeof(*queue), hash);
    if (queue == NULL)
        return NULL;
    *queue = (struct message_queue){ *key, message, message };
    return message;
}

/* The other side of what waits there; a queue has only one side's. */
static struct message *meet_side(struct messages *messages,
                                 const struct message_key *key, bool sending)
{
    uint64_t hash = map_hash(key, sizeof(*key));
    struct message_queue *queue = map_find_hashed(
        &messages->queues, sizeof(*queue), hash, key, sizeof(*key));

    if (queue == NULL || queue->first->send.here == sending)
        return append_message(messages, queue, key, hash);
    messages->matched++;
    return take_first(messages, queue);
}

static void add_coming(struct messages *messages, struct message *message,
                       uint32_t rank)
{
    struct message_list *list = &messages->coming[rank];

    message->earlier = list->last;
    if (list->last == NULL)
        list->first = message;
    else
        list->last->later = message;
    list->last = message;
}

static void remove_coming(struct messages *messages, struct message *message)
{
    struct message_list *list = &messages->coming[message->receive.rank];

    if (message->earlier != NULL)
        message->earlier->later = message->later;
    else
        list->first = message->later;
    if (message->later != NULL)
        message->later->earlier = message->earlier;
    else
        list->last = message->earlier;
}

struct message *messages_send(struct messages *messages,
                              const struct message_key *key,
                              const struct message_side *side)
{
    struct message *message = meet_side(messages, key, true);

    if (message == NULL)
        return NULL;
    messages->sends++;
    message_side_take(&message->send, side);
    message->receive.rank = key->to;
    if (!message->receive.done)
        add_coming(messages, message, key->to);
    return message;
}

struct message *messages_receive(struct messages *messages,
                                 const struct message_key *key,
                                 const struct message_side *side)
{
    struct message *message = messages_expect(messages, key);

    if (message != NULL)
        messages_receive_expected(messages, message, side);
    return message;
}

struct message *messages_expect(struct messages *messages,
                                const struct message_key *key)
{
    return meet_side(messages, key, false);
}

void messages_receive_expected(struct messages *messages,
                               struct message *message,
                               const struct message_side *side)
{
    messages->receives++;
    message_side_take(&message->receive, side);
}

static void let_go(struct messages *messages, struct message *message)
{
    if (!message->send.here || !message->receive.here || !message->send.done ||
        !message->receive.done)
        return;
    message_side_clear(&message->send);
    message_side_clear(&message->receive);
    message_side_clear(&message->served);
    message->next = messages->free_ones;
    messages->free_ones = message;
}

void messages_end_send(struct messages *messages, struct message *message)
{
    message->send.done = true;
    message->send.waits = NULL;
    let_go(messages, message);
}

void messages_end_receive(struct messages *messages, struct message *message)
{
    if (message->send.here)
        remove_coming(messages, message);
    message->receive.done = true;
    message->receive.waits = NULL;
    let_go(messages, message);
}

const struct message *messages_coming(const struct messages *messages,
                                      uint32_t rank)
{
    return messages->coming[rank].first;
}
