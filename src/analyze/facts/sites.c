#include "analyze/facts/sites.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/log.h"
#include "symbols/symbols.h"

/* What is known while paths are compared.  Texts are compared by 64 bits of
 * hash. */
struct comparison {
    const struct definitions *table;
    uint64_t *functions; /* by PATH id: names of all functions on it */
    uint32_t *slots;     /* PATH ids by hash, 0: free */
    uint64_t *hashes;    /* of the site in a slot */
    size_t slot_count;
};

static uint64_t hash_text(const char *text, uint64_t seed)
{
    return hash_bytes(text, strlen(text), seed);
}

/* The functions of a frame, and the line of the innermost. */
static uint64_t hash_frame(const struct comparison *all, uint32_t frame,
                           uint64_t seed, uint64_t *line)
{
    char buffer[256];
    struct symbol symbol;

    *line = 0;
    for (int i = 0; i < SYMBOLS_MOST &&
                    symbols_of_frame(all->table, frame, i, buffer,
                                     sizeof(buffer), &symbol); i++) {
        seed = hash_text(symbol.function, seed);
        seed = hash_text(symbol.file, seed);
        if (i == 0)
            *line = (uint64_t)symbol.line;
    }
    return seed;
}

/* The first path whose site has this hash, which is `path` if it is new. */
static uint32_t find_first(struct comparison *all, uint64_t hash,
                           uint32_t path)
{
    size_t mask = all->slot_count - 1;
    size_t at = hash & mask;

    while (all->slots[at] != 0 && all->hashes[at] != hash)
        at = (at + 1) & mask;
    if (all->slots[at] == 0) {
        all->slots[at] = path;
        all->hashes[at] = hash;
    }
    return all->slots[at];
}

/* Callers have smaller ids: their hash is there already. */
static void compare_path(struct comparison *all, struct sites *sites,
                         uint32_t path)
{
    struct definition definition =
        definitions_get(all->table, DEFINITION_PATH, path);
    uint64_t line;

    all->functions[path] =
        hash_frame(all, definition.refs[1],
                   all->functions[definition.refs[0]], &line);
    sites->first[path] =
        find_first(all, hash_mix(all->functions[path], line), path);
}

static enum status make_room(struct comparison *all, uint32_t count)
{
    all->slot_count = 16;
    while (all->slot_count < 2 * (size_t)count)
        all->slot_count *= 2;
    all->functions = calloc((size_t)count + 1, sizeof(*all->functions));
    all->slots = calloc(all->slot_count, sizeof(*all->slots));
    all->hashes = calloc(all->slot_count, sizeof(*all->hashes));
    if (all->functions == NULL || all->slots == NULL || all->hashes == NULL)
        return log_fail(STATUS_NO_MEMORY, "%u call paths", count);
    return STATUS_OK;
}

enum status sites_init(struct sites *sites, const struct definitions *table)
{
    struct comparison all = { .table = table };
    uint32_t count = definitions_count(table, DEFINITION_PATH);
    enum status status = make_room(&all, count);

    sites->count = count;
    sites->first = calloc((size_t)count + 1, sizeof(*sites->first));
    if (status == STATUS_OK && sites->first == NULL)
        status = log_fail(STATUS_NO_MEMORY, "%u call paths", count);
    for (uint32_t path = 1; status == STATUS_OK && path < count; path++)
        compare_path(&all, sites, path);
    free(all.functions);
    free(all.slots);
    free(all.hashes);
    return status;
}

void sites_clear(struct sites *sites)
{
    free(sites->first);
    memset(sites, 0, sizeof(*sites));
}
