/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/map.h"
#include "base/order.h"
#include "symbols/symbols.h"

/* State while paths are compared.  Texts are compared by 64 bits of hash. */
struct comparison {
    const struct definitions *table;
    uint64_t *functions; /* by PATH id: names of all functions on it */
    uint64_t *ends;      /* by PATH id: functions and line of its end */
    struct map sites;    /* struct site */
};

struct site {
    uint64_t hash;
    uint32_t path; /* the first PATH id with that */
};

static uint64_t hash_text(const char *text, uint64_t seed)
{
    return hash_bytes(text, strlen(text), seed);
}

static uint64_t offset_of(const struct definitions *table, uint32_t frame)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);

    return symbols_offset(&item);
}

/* The functions of a frame, and the line of the innermost, or its address if
 * it has no name. */
static uint64_t hash_frame(const struct comparison *all, uint32_t frame,
                           uint64_t seed, uint64_t *line)
{
    char buffer[256];
    struct symbol symbol;

    *line = 0;
    for (int i = 0;
         i < SYMBOLS_MOST && symbols_of_frame(all->table, frame, i, buffer,
                                              sizeof(buffer), &symbol);
         i++) {
        seed = hash_text(symbol.function, seed);
        seed = hash_text(symbol.file, seed);
        if (i == 0)
            *line = (uint64_t)symbol.line;
    }
    if (*line == 0 && !symbols_has_name(all->table, frame))
        *line = offset_of(all->table, frame);
    return seed;
}

/* The first path whose site has this hash, which is `path` if it is new;
 * 0: no memory. */
static uint32_t find_first(struct comparison *all, uint64_t hash,
                           uint32_t path)
{
    struct site *site =
        map_get(&all->sites, sizeof(*site), &hash, sizeof(hash));

    if (site == NULL)
        return 0;
    if (site->path == 0)
        site->path = path;
    return site->path;
}

/* Callers have smaller ids: their hash is there already. */
static bool compare_path(struct comparison *all, struct sites *sites,
                         uint32_t path)
{
    struct definition definition =
        definitions_get(all->table, DEFINITION_PATH, path);
    uint64_t line;

    all->functions[path] = hash_frame(
        all, definition.refs[1], all->functions[definition.refs[0]], &line);
    all->ends[path] =
        hash_mix(hash_frame(all, definition.refs[1], 0, &line), line);
    sites->first[path] =
        find_first(all, hash_mix(all->functions[path], line), path);
    return sites->first[path] != 0;
}

/* ---- the first caller that differs ---- */

struct reader {
    uint64_t hash; /* of what has been read of the path, from its end on */
    uint32_t path, at;
};

ORDER(by_hash, struct reader, UP(hash) UP(path));

/* One caller further out; its line does not matter. */
static void read_on(const struct comparison *all, struct reader *reader)
{
    struct definition definition =
        definitions_get(all->table, DEFINITION_PATH, reader->at);
    uint64_t line;

    reader->at = definition.refs[0];
    definition = definitions_get(all->table, DEFINITION_PATH, reader->at);
    if (reader->at != 0)
        reader->hash =
            hash_frame(all, definition.refs[1], reader->hash, &line);
}

/* How many from there on read alike so far. */
static size_t count_alike(const struct reader *readers, size_t count)
{
    size_t alike = 1;

    while (alike < count && readers[alike].hash == readers[0].hash)
        alike++;
    return alike;
}

/* Reads on in those that read alike, until each differs or is at its end. */
static void tell_apart(const struct comparison *all, struct sites *sites,
                       struct reader *readers, size_t count)
{
    bool more = false;

    if (count < 2)
        return;
    for (size_t i = 0; i < count; i++) {
        read_on(all, &readers[i]);
        more |= readers[i].at != 0;
        sites->callers[readers[i].path] = readers[i].at;
    }
    if (!more)
        return;
    qsort(readers, count, sizeof(*readers), by_hash);
    for (size_t i = 0, alike; i < count; i += alike) {
        alike = count_alike(readers + i, count - i);
        tell_apart(all, sites, readers + i, alike);
    }
}

static bool find_callers(const struct comparison *all, struct sites *sites)
{
    struct reader *readers = calloc(sites->count + 1u, sizeof(*readers));
    size_t count = 0;

    if (readers == NULL)
        return false;
    for (uint32_t path = 1; path < sites->count; path++)
        if (sites->first[path] == path)
            readers[count++] = (struct reader){ all->ends[path], path, path };
    if (count > 0)
        qsort(readers, count, sizeof(*readers), by_hash);
    for (size_t i = 0, alike; i < count; i += alike) {
        alike = count_alike(readers + i, count - i);
        tell_apart(all, sites, readers + i, alike);
    }
    free(readers);
    return true;
}

/* ---- all paths ---- */

enum status sites_init(struct sites *sites, const struct definitions *table)
{
    size_t count = definitions_count(table, DEFINITION_PATH);
    struct comparison all = { .table = table };
    bool fits;

    all.functions = calloc(count + 1, sizeof(*all.functions));
    all.ends = calloc(count + 1, sizeof(*all.ends));
    sites->count = (uint32_t)count;
    sites->first = calloc(count + 1, sizeof(*sites->first));
    sites->callers = calloc(count + 1, sizeof(*sites->callers));
    fits = all.functions != NULL && all.ends != NULL && sites->first != NULL &&
           sites->callers != NULL;
    for (uint32_t path = 1; fits && path < count; path++)
        fits = compare_path(&all, sites, path);
    fits = fits && find_callers(&all, sites);
    FREE_ALL(all.functions, all.ends);
    map_clear(&all.sites);
    return fits ? STATUS_OK
                : log_fail(STATUS_NO_MEMORY, "%zu call paths", count);
}

void sites_clear(struct sites *sites)
{
    FREE_ALL(sites->first, sites->callers);
    memset(sites, 0, sizeof(*sites));
}

const char *sites_caller(const struct sites *sites,
                         const struct definitions *table, uint32_t path,
                         struct source_location *room)
{
    uint32_t caller = path < sites->count ? sites->callers[path] : 0;

    if (caller == 0)
        return NULL;
    source_location_leaf(table, caller, room);
    return room->function;
}

void sites_put_caller(struct strbuf *out, const struct sites *sites,
                      const struct definitions *table, uint32_t path)
{
    struct source_location room;
    const char *caller = sites_caller(sites, table, path, &room);

    if (caller != NULL)
        strbuf_printf(out, ", from %s", caller);
}
