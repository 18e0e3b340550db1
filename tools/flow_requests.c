#include "flow_requests.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256

void flow_requests_clear(struct flow_requests *requests)
{
    free(requests->slots);
    *requests = (struct flow_requests){ .slots = NULL };
}

void flow_requests_reset(struct flow_requests *requests)
{
    requests->count = 0;
    if (requests->slots != NULL)
        memset(requests->slots, 0,
               requests->slot_count * sizeof(*requests->slots));
}

/* Numbers are counted, so neighbours do not meet. */
static size_t slot_of(const struct flow_requests *requests, uint32_t number)
{
    size_t mask = requests->slot_count - 1, at = number & mask;

    while (requests->slots[at].number != 0 &&
           requests->slots[at].number != number)
        at = (at + 1) & mask;
    return at;
}

static bool grow(struct flow_requests *requests)
{
    struct flow_request *before = requests->slots;
    size_t count = requests->slot_count;

    if (2 * (requests->count + 1) <= count)
        return true;
    requests->slots = calloc(count == 0 ? FIRST_SLOTS : 2 * count,
                             sizeof(*before));
    if (requests->slots == NULL) {
        requests->slots = before;
        return false;
    }
    requests->slot_count = count == 0 ? FIRST_SLOTS : 2 * count;
    for (size_t i = 0; i < count; i++)
        if (before[i].number != 0)
            requests->slots[slot_of(requests, before[i].number)] = before[i];
    free(before);
    return true;
}

bool flow_requests_add(struct flow_requests *requests, uint32_t number,
                       const struct flow *flow)
{
    struct flow_request *request;

    if (number == 0)
        return true;
    if (!grow(requests))
        return false;
    request = &requests->slots[slot_of(requests, number)];
    requests->count += request->number == 0;
    *request = (struct flow_request){ number, *flow };
    return true;
}

/* Those behind a hole move up, so that all are found. */
static void remove_slot(struct flow_requests *requests, size_t hole)
{
    size_t mask = requests->slot_count - 1, at = hole;

    for (;;) {
        at = (at + 1) & mask;
        if (requests->slots[at].number == 0)
            break;
        if (((at - requests->slots[at].number) & mask) < ((at - hole) & mask))
            continue;
        requests->slots[hole] = requests->slots[at];
        hole = at;
    }
    requests->slots[hole].number = 0;
    requests->count--;
}

bool flow_requests_take(struct flow_requests *requests, uint32_t number,
                        struct flow *flow)
{
    size_t slot;

    if (requests->slot_count == 0 || number == 0)
        return false;
    slot = slot_of(requests, number);
    if (requests->slots[slot].number == 0)
        return false;
    *flow = requests->slots[slot].flow;
    remove_slot(requests, slot);
    return true;
}
