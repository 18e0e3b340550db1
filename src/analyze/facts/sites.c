/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/map.h"
#include "symbols/symbols.h"

/* What is known while paths are compared.  Texts are compared by 64 bits of
 * hash. */
struct comparison {
    const struct definitions *table;
    uint64_t *functions; /* by PATH id: names of all functions on it */
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
    sites->first[path] =
        find_first(all, hash_mix(all->functions[path], line), path);
    return sites->first[path] != 0;
}

enum status sites_init(struct sites *sites, const struct definitions *table)
{
    uint32_t count = definitions_count(table, DEFINITION_PATH);
    struct comparison all = { .table = table,
                              .functions = calloc((size_t)count + 1,
                                                  sizeof(*all.functions)) };
    bool fits;

    sites->count = count;
    sites->first = calloc((size_t)count + 1, sizeof(*sites->first));
    fits = all.functions != NULL && sites->first != NULL;
    for (uint32_t path = 1; fits && path < count; path++)
        fits = compare_path(&all, sites, path);
    free(all.functions);
    map_clear(&all.sites);
    return fits ? STATUS_OK
                : log_fail(STATUS_NO_MEMORY, "%u call paths", count);
}

void sites_clear(struct sites *sites)
{
    free(sites->first);
    memset(sites, 0, sizeof(*sites));
}
