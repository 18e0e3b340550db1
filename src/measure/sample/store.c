/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * store.c - samples waiting in our own memory.
 *
 * When the store is full every second sample is dropped and the others count
 * twice; from then on only every second new one is kept, and so on.
 */
#include "measure/sample/sampler_internal.h"

#include <string.h>

#include "base/pages.h"

#define STORE_BYTES ((size_t)8 << 20) /* touched as it fills */

struct record {
    uint64_t bytes; /* with all that follows */
    uint64_t weight, ns;
    uint32_t chain_count, frame_count, stack_bytes;
    uint64_t registers[REGISTERS];
    /* then the chain, the frames and the stack */
};

bool store_open(struct store *store)
{
    if (store->data == NULL)
        store->data = pages_reserve(STORE_BYTES);
    store_empty(store);
    return store->data != NULL;
}

void store_empty(struct store *store)
{
    store->used = 0;
    store->stride = 1;
    store->turn = 0;
}

/* Keeps the first, the third ... */
static void thin_out(struct store *store)
{
    size_t from = 0, to = 0;

    for (bool keep = true; from < store->used; keep = !keep) {
        struct record *record = (struct record *)(store->data + from);
        size_t bytes = record->bytes;

        from += bytes;
        if (!keep)
            continue;
        record->weight *= 2;
        memmove(store->data + to, record, bytes);
        to += bytes;
    }
    store->used = to;
    store->stride *= 2;
}

static size_t pad_size(size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

void store_put(struct store *store, const struct sample *sample)
{
    size_t chain = sample->chain_count * sizeof(*sample->chain);
    size_t frames = sample->frame_count * sizeof(*sample->frames);
    size_t bytes =
        pad_size(sizeof(struct record) + chain + frames + sample->stack_bytes);
    struct record *record;
    uint8_t *at;

    if (store->turn++ % store->stride != 0)
        return;
    if (store->used + bytes > STORE_BYTES) {
        thin_out(store);
        store->turn = 1;
    }
    if (store->used + bytes > STORE_BYTES)
        return;
    record = (struct record *)(store->data + store->used);
    record->bytes = bytes;
    record->weight = sample->weight * store->stride;
    record->ns = sample->ns;
    record->chain_count = sample->chain_count;
    record->frame_count = sample->frame_count;
    record->stack_bytes = sample->stack_bytes;
    memcpy(record->registers, sample->registers, sizeof(record->registers));
    at = (uint8_t *)(record + 1);
    if (chain > 0)
        memcpy(at, sample->chain, chain);
    if (frames > 0)
        memcpy(at + chain, sample->frames, frames);
    if (sample->stack_bytes > 0)
        memcpy(at + chain + frames, sample->stack, sample->stack_bytes);
    store->used += bytes;
}

bool store_next(const struct store *store, size_t *at, struct sample *out)
{
    const struct record *record = (const void *)(store->data + *at);

    if (*at >= store->used)
        return false;
    memcpy(out->registers, record->registers, sizeof(out->registers));
    out->weight = record->weight;
    out->ns = record->ns;
    out->chain = (const uint64_t *)(record + 1);
    out->chain_count = record->chain_count;
    out->frames = out->chain + record->chain_count;
    out->frame_count = record->frame_count;
    out->stack = (const uint8_t *)(out->frames + record->frame_count);
    out->stack_bytes = record->stack_bytes;
    *at += record->bytes;
    return true;
}
