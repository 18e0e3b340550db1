/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_chunks.h"

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "live/persist_chunk.h"

/* A row of slots; those of another size than the run's do not count. */
static bool add_chunks(struct trace_recovery *recovery,
                       struct recover_chunks *kept, const uint8_t *slots,
                       size_t bytes)
{
    const struct persist_chunk *label = (const void *)slots;
    size_t size = bytes < PERSIST_CHUNK_AT ? 0 : (size_t)label->bytes;
    size_t slot = PERSIST_CHUNK_AT + size;
    struct recover_chunk *more;

    if (recovery->chunk_bytes == 0 && size >= OTF2_CHUNK_SIZE_MIN &&
        size <= OTF2_CHUNK_SIZE_MAX)
        recovery->chunk_bytes = size;
    if (size == 0 || size != recovery->chunk_bytes)
        return true;
    more = realloc(kept->chunks,
                   (kept->chunk_count + bytes / slot + 1) * sizeof(*more));
    if (more == NULL)
        return false;
    kept->chunks = more;
    for (size_t at = 0; at + slot <= bytes; at += slot) {
        label = (const void *)(slots + at);
        if (label->ready != 0 &&
            (uint32_t)label->location == kept->rank.head.rank)
            kept->chunks[kept->chunk_count++] =
                (struct recover_chunk){ slots + at + PERSIST_CHUNK_AT,
                                        label->location, label->index };
    }
    return true;
}

static bool find_chunks(struct trace_recovery *recovery,
                        struct recover_chunks *kept)
{
    uint32_t at = 0, owner;
    const uint8_t *slots;
    size_t bytes;

    while ((slots = persist_next(&kept->rank.file, PERSIST_CHUNKS, &at, &owner,
                                 &bytes)) != NULL)
        if (!add_chunks(recovery, kept, slots, bytes))
            return false;
    return true;
}

/* Those with chunks, and those with files. */
static bool find_locations(const struct trace_recovery *recovery,
                           struct recover_chunks *kept)
{
    size_t all = kept->chunk_count + recovery->staging.location_count,
           count = 0;
    uint64_t *list = calloc(all + 1, sizeof(*list));

    kept->locations = list;
    if (list == NULL)
        return false;
    for (size_t i = 0; i < kept->chunk_count; i++)
        list[count++] = kept->chunks[i].location;
    for (size_t i = 0; i < recovery->staging.location_count; i++)
        if ((uint32_t)recovery->staging.locations[i] == kept->rank.head.rank)
            list[count++] = recovery->staging.locations[i];
    qsort(list, count, sizeof(*list), order_uint64);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || list[i] != list[i - 1])
            list[kept->location_count++] = list[i];
    return true;
}

void recover_chunks_close(struct recover_chunks *kept)
{
    free(kept->chunks);
    free(kept->locations);
    recover_rank_close(&kept->rank);
    *kept = (struct recover_chunks){ 0 };
}

enum status recover_chunks_open(struct trace_recovery *recovery,
                                uint32_t number, struct recover_chunks *out)
{
    enum status status;

    memset(out, 0, sizeof(*out));
    status = recover_run_rank(recovery->profile, number, &out->rank);
    if (status == STATUS_OK &&
        (out->rank.head.rank != number ||
         out->rank.call_count != recovery->profile->call_count))
        status = STATUS_BAD_FORMAT;
    if (status == STATUS_OK &&
        (!find_chunks(recovery, out) || !find_locations(recovery, out)))
        status = STATUS_NO_MEMORY;
    if (status != STATUS_OK)
        recover_chunks_close(out);
    out->line.first.ticks = out->line.last.ticks = out->rank.head.mark_ticks;
    out->line.first.ahead = out->line.last.ahead = out->rank.head.mark_ahead;
    return status;
}
