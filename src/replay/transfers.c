/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/transfers.h"

#include <stdlib.h>

#include "base/order.h"

#define SIZE_BITS 6u /* significant ones that are kept: 3 % */
#define TIME_BITS 4u /* of times, whose mean is known */

static uint64_t message_bytes(const struct replay_op *op)
{
    return (uint64_t)op->coll << 32 | op->bytes;
}

static bool is_apart(const struct replay_state *state,
                     const struct location *location, uint32_t peer)
{
    const struct location *other =
        peer < state->profile->rank_count ? state->masters[peer] : NULL;

    return other != NULL && other->about->host != location->about->host;
}

bool transfers_find(const struct replay_state *state,
                    const struct location *location, uint64_t *bytes,
                    bool *apart)
{
    bool any = false;

    *bytes = 0;
    *apart = false;
    for (uint32_t i = 0; i < location->call.op_count; i++) {
        const struct replay_op *op = &location->ops[i];

        switch (op->kind) {
        case REPLAY_SEND:
        case REPLAY_SEND_POST:
        case REPLAY_SEND_DONE:
        case REPLAY_RECV:
        case REPLAY_RECV_DONE: *bytes += message_bytes(op);
        /* fall through */
        case REPLAY_RECV_POST:
            *apart = *apart || is_apart(state, location, op->peer);
            break;
        case REPLAY_COLLECTIVE:
            if (op->coll == CALL_COLL_NONE || op->coll >= REPLAY_COLL_CREATE)
                return false;
            *bytes += op->bytes;
            if (op->comm >= state->log->comm_count)
                return false;
            *apart = *apart || state->log->comms[op->comm].apart;
            break;
        case REPLAY_PAUSE:
        case REPLAY_WORK:
        case REPLAY_REGION:
        case REPLAY_MOMENT:
        case REPLAY_COUNTER: continue;
        default: return false;
        }
        any = true;
    }
    return any;
}

/* Exponent and the upper bits of a number. */
static uint32_t number_shorten(uint64_t number, uint32_t bits)
{
    uint32_t shift = 0;

    while (number >> shift >= UINT64_C(1) << bits)
        shift++;
    return shift << bits | (uint32_t)(number >> shift);
}

static uint64_t number_restore(uint32_t code, uint32_t bits)
{
    return (uint64_t)(code & ((1u << bits) - 1)) << (code >> bits);
}

void transfers_note(struct replay_state *state,
                    const struct location *location, const struct wait *wait)
{
    const struct replay_call *call = &location->call;
    uint64_t bytes, own = call->end - call->begin - wait->ns;
    uint32_t key[4] = { call->site };
    bool apart;

    if ((state->sites[call->site] & SITE_TESTS) || wait->held > 0 ||
        !replay_state_counts(state, call->begin) ||
        !transfers_find(state, location, &bytes, &apart))
        return;
    key[1] = apart;
    key[2] = number_shorten(bytes, SIZE_BITS);
    key[3] = number_shorten(own, TIME_BITS);
    if (!sums_add(&state->transfers, key, own))
        replay_state_no_memory(state);
}

ORDER(by_size, struct transfer, UP(site) UP(apart) UP(bytes) UP(ns) UP(calls));

void transfers_result(struct replay_state *state, struct replay_result *result)
{
    const struct sums *sums = &state->transfers;
    struct transfer *all = calloc(sums->count + 1u, sizeof(*all));

    result->transfers = all;
    if (all == NULL) {
        replay_state_no_memory(state);
        return;
    }
    for (uint32_t i = 0; i < sums->count; i++) {
        const struct sum *sum = &sums->items[i];

        all[i] =
            (struct transfer){ .site = sum->key[0],
                               .apart = sum->key[1],
                               .bytes = number_restore(sum->key[2], SIZE_BITS),
                               .calls = sum->count,
                               .ns = sum->ns };
    }
    result->transfer_count = sums->count;
    qsort(all, sums->count, sizeof(*all), by_size);
}
