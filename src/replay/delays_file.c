/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/delays_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/map.h"
#include "base/temporary.h"

#define BUFFER_BYTES ((size_t)1 << 18)

/* Waits of a rank that costs are passed on to. */
struct range {
    uint32_t first, end;
    double factor; /* of the length of each wait */
};

struct ranges {
    struct range *items;
    uint32_t count;
};

struct costs {
    struct map all; /* struct delay_cost */
    struct ranges *ranks;
};

/* A window of the file, read from its end. */
struct window {
    unsigned char *buffer;
    size_t used;     /* bytes that are not read yet, from the start */
    uint64_t before; /* bytes of the file before it */
};

static bool io_failed(void)
{
    log_fail(STATUS_IO,
             "%s: %s; set TMPDIR to a folder with room for a "
             "temporary file",
             temporary_folder(), strerror(errno));
    return false;
}

bool delays_file_init(struct delays_file *file)
{
    *file = (struct delays_file){ .buffer = malloc(BUFFER_BYTES) };
    if (file->buffer == NULL)
        return false;
    file->file = temporary_open();
    return file->file >= 0 || io_failed();
}

void delays_file_clear(struct delays_file *file)
{
    if (file->buffer != NULL && file->file >= 0)
        close(file->file);
    FREE_ALL(file->buffer, file->record.parts);
}

bool delays_file_empty(struct delays_file *file)
{
    file->used = 0;
    file->written = 0;
    return ftruncate(file->file, 0) == 0 || io_failed();
}

/* ---- writing ---- */

void delays_record_begin(struct delays_record *record, uint32_t rank,
                         uint32_t culprit, uint64_t ns)
{
    record->fixed = (struct delays_fixed){ .ns = (double)ns,
                                           .rank = rank,
                                           .culprit = culprit };
    record->sum = 0;
}

bool delays_record_part(struct delays_record *record, uint32_t activity,
                        double cost)
{
    if (!array_room(&record->parts, record->fixed.parts, &record->room,
                    sizeof(*record->parts)))
        return false;
    record->parts[record->fixed.parts++] =
        (struct delays_part){ .cost = cost, .activity = activity };
    record->sum += cost;
    return true;
}

static bool flush_buffer(struct delays_file *file)
{
    if (!file_write_at(file->file, file->buffer, file->used, file->written))
        return io_failed();
    file->written += file->used;
    file->used = 0;
    return true;
}

static bool bytes_put(struct delays_file *file, const void *data, size_t bytes)
{
    while (bytes > 0) {
        size_t part = BUFFER_BYTES - file->used;

        part = part > bytes ? bytes : part;
        memcpy(file->buffer + file->used, data, part);
        file->used += part;
        data = (const unsigned char *)data + part;
        bytes -= part;
        if (file->used == BUFFER_BYTES && !flush_buffer(file))
            return false;
    }
    return true;
}

bool delays_file_put(struct delays_file *file,
                     const struct delays_record *record)
{
    size_t parts = record->fixed.parts * sizeof(*record->parts);
    uint64_t length = sizeof(record->fixed) + parts + sizeof(length);

    return bytes_put(file, &record->fixed, sizeof(record->fixed)) &&
           bytes_put(file, record->parts, parts) &&
           bytes_put(file, &length, sizeof(length));
}

/* ---- reading backwards ---- */

/* Fills the window again, with room for as many bytes. */
static bool window_fill(const struct delays_file *file, struct window *window,
                        size_t bytes)
{
    uint64_t end = window->before + window->used;
    size_t room = bytes > BUFFER_BYTES ? bytes : BUFFER_BYTES;
    unsigned char *buffer = realloc(window->buffer, room);

    if (buffer == NULL)
        return false;
    window->buffer = buffer;
    window->used = end > room ? room : (size_t)end;
    window->before = end - window->used;
    return file_read_at(file->file, buffer, window->used, window->before) ==
               (int64_t)window->used ||
           io_failed();
}

/* The last record that was not read yet. */
static bool read_last(const struct delays_file *file, struct window *window,
                      struct delays_fixed *fixed,
                      const struct delays_part **parts)
{
    uint64_t length;
    const unsigned char *start;

    if (window->used < sizeof(length) &&
        !window_fill(file, window, sizeof(length)))
        return false;
    memcpy(&length, window->buffer + window->used - sizeof(length),
           sizeof(length));
    if (window->used < length && !window_fill(file, window, (size_t)length))
        return false;
    start = window->buffer + window->used - length;
    memcpy(fixed, start, sizeof(*fixed));
    *parts = (const void *)(start + sizeof(*fixed));
    window->used -= (size_t)length;
    return true;
}

/* ---- costs ---- */

static struct delay_cost *cost_of(struct costs *costs, uint32_t rank,
                                  uint32_t activity)
{
    const uint32_t key[] = { rank, activity };

    return map_get(&costs->all, sizeof(struct delay_cost), key, sizeof(key));
}

/* Time propagated to wait `number', per ns of that wait.  As numbers only fall,
 * ranges that begin later are over. */
static double passed_on(struct ranges *ranges, uint32_t number)
{
    double factor = 0;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < ranges->count; i++) {
        struct range range = ranges->items[i];

        if (range.first > number)
            continue;
        if (number < range.end)
            factor += range.factor;
        ranges->items[kept++] = range;
    }
    ranges->count = kept;
    return factor;
}

/* Many wait for the same; their ranges are one. */
static bool pass_on(struct ranges *ranges, uint32_t first, uint32_t end,
                    double factor)
{
    struct range *last =
        ranges->count == 0 ? NULL : &ranges->items[ranges->count - 1];

    if (first == end)
        return true;
    if (last != NULL && last->first == first && last->end == end) {
        last->factor += factor;
        return true;
    }
    return ARRAY_ADD(ranges->items, ranges->count,
                     (struct range){ first, end, factor });
}

/* left: the number of waits of its rank that are not read yet. */
static bool delay_charge(struct costs *costs, const struct delays_fixed *wait,
                         const struct delays_part *parts, uint32_t *left)
{
    double inherited = passed_on(&costs->ranks[wait->rank], --*left);

    for (uint32_t i = 0; i < wait->parts; i++) {
        struct delay_cost *cost =
            cost_of(costs, wait->culprit, parts[i].activity);

        if (cost == NULL)
            return false;
        cost->short_term += wait->scale * parts[i].cost;
        cost->long_term += wait->scale * parts[i].cost * inherited;
    }
    return pass_on(&costs->ranks[wait->culprit], wait->first_wait,
                   wait->end_wait, wait->scale * (1 + inherited));
}

static bool charge_all(struct delays_file *file, struct costs *costs,
                       uint32_t *left)
{
    struct window window = { .before = file->written };
    const struct delays_part *parts;
    struct delays_fixed wait;
    bool sound = true;

    while (sound && window.before + window.used > 0)
        sound = read_last(file, &window, &wait, &parts) &&
                delay_charge(costs, &wait, parts, &left[wait.rank]);
    free(window.buffer);
    return sound;
}

/* They come first, as the costs of what was later. */
static bool take_costs(struct costs *costs, struct delay_cost *items,
                       size_t count)
{
    bool fits = true;

    for (size_t i = 0; fits && i < count; i++) {
        struct delay_cost *cost =
            cost_of(costs, items[i].rank, items[i].activity);

        fits = cost != NULL;
        if (fits)
            *cost = items[i];
    }
    free(items);
    return fits;
}

bool delays_file_costs(struct delays_file *file, uint32_t *waits,
                       uint32_t ranks, struct delay_cost **out, size_t *count)
{
    struct costs costs = { .ranks = calloc(ranks + 1u, sizeof(*costs.ranks)) };
    bool sound = take_costs(&costs, *out, *count) && costs.ranks != NULL &&
                 flush_buffer(file) && charge_all(file, &costs, waits);

    for (uint32_t i = 0; costs.ranks != NULL && i < ranks; i++)
        free(costs.ranks[i].items);
    FREE_ALL(costs.ranks, costs.all.slots);
    *out = sound ? costs.all.items : NULL;
    *count = sound ? costs.all.count : 0;
    if (!sound)
        free(costs.all.items);
    return sound;
}
