/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/resources/memory_uses.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"

#define USE_BYTES (7 + MEMORY_BINS) /* in a file, at least */

struct memory_use *memory_uses_get(struct memory_uses *uses, const char *name,
                                   const char *place)
{
    struct memory_use use = { .name = NULL };

    for (uint32_t i = 0; i < uses->count; i++)
        if (strcmp(uses->items[i].name, name) == 0 &&
            strcmp(uses->items[i].place, place) == 0)
            return &uses->items[i];
    if (uses->count >= MEMORY_USES)
        return NULL;
    use.name = strdup(name);
    use.place = strdup(place);
    if (use.name != NULL && use.place != NULL &&
        ARRAY_ADD(uses->items, uses->count, use))
        return &uses->items[uses->count - 1];
    FREE_ALL(use.name, use.place);
    return NULL;
}

void memory_uses_hold(const struct memory_uses *uses, struct memory_use *use,
                      uint64_t from, uint64_t to)
{
    if (use->last > use->most) {
        use->most = use->last;
        use->most_at = from;
    }
    for (uint64_t i = from / uses->width;
         i < MEMORY_BINS && (i == from / uses->width || i * uses->width < to);
         i++)
        if (use->last > use->highest[i])
            use->highest[i] = use->last;
}

void memory_uses_clear(struct memory_uses *uses)
{
    for (uint32_t i = 0; i < uses->count; i++)
        FREE_ALL(uses->items[i].name, uses->items[i].place);
    free(uses->items);
    *uses = (struct memory_uses){ 0 };
}

void memory_uses_encode(const struct memory_uses *uses,
                        struct bytes_writer *out)
{
    PUT_NUMBERS(out, uses->width, uses->count);
    for (uint32_t i = 0; i < uses->count; i++) {
        const struct memory_use *use = &uses->items[i];

        bytes_put_string(out, use->name);
        bytes_put_string(out, use->place);
        PUT_NUMBERS(out, use->readings, use->most, use->most_at, use->mean,
                    use->last);
        for (int bin = 0; bin < MEMORY_BINS; bin++)
            bytes_put_number(out, use->highest[bin]);
    }
}

/* The last of entries with the same key counts; no writer makes them. */
static bool use_decode(struct bytes_reader *in, struct memory_uses *uses)
{
    char *name = bytes_get_string(in);
    char *place = bytes_get_string(in);
    struct memory_use *use = name == NULL || place == NULL
                                 ? NULL
                                 : memory_uses_get(uses, name, place);

    FREE_ALL(name, place);
    if (use == NULL)
        return in->failed;
    GET_NUMBERS(in, &use->readings, &use->most, &use->most_at, &use->mean,
                &use->last);
    for (int bin = 0; bin < MEMORY_BINS; bin++)
        use->highest[bin] = bytes_get_number(in);
    return true;
}

enum status memory_uses_decode(struct bytes_reader *in,
                               struct memory_uses *out)
{
    size_t count;
    bool room = true;

    out->width = bytes_get_number(in);
    count = bytes_get_count(in, USE_BYTES);
    for (size_t i = 0; i < count && room && !in->failed; i++)
        room = use_decode(in, out);
    if (in->failed || out->width == 0 || count > MEMORY_USES)
        return STATUS_BAD_FORMAT;
    return room ? STATUS_OK : STATUS_NO_MEMORY;
}
