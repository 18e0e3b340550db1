/*
 * merged.c - the functions and edges of all ranks.
 */
#include "pyprof/merged.h"

#include <math.h>
#include <stdlib.h>

#include "base/array_room.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/saturate.h"

#define NS 1e9
#define LARGEST (UINT64_MAX / 2) /* what a profile can hold */
#define LONGEST_NS UINT64_C(1000000000000000000) /* 31 years; damaged files */

uint64_t py_ns(double seconds)
{
    uint64_t ns = saturate_near(seconds * NS);

    return ns > LONGEST_NS ? LONGEST_NS : ns;
}

double py_counted(double seconds)
{
    if (!isfinite(seconds) || seconds < 0)
        return 0;
    return fmin(seconds, (double)LONGEST_NS / NS);
}

uint64_t py_add(uint64_t a, uint64_t b)
{
    return b > LARGEST || a > LARGEST - b ? LARGEST : a + b;
}

/* ---- life ---- */

enum status pyprof_create(const struct pyprof_options *options,
                          struct pyprof **out)
{
    struct pyprof *merged = calloc(1, sizeof(*merged));

    if (merged == NULL)
        return log_fail(STATUS_NO_MEMORY, "merged profile");
    if (options != NULL)
        merged->options = *options;
    merged->maps_used = calloc(merged->options.map_count + 1, sizeof(bool));
    if (merged->maps_used == NULL) {
        free(merged);
        return log_fail(STATUS_NO_MEMORY, "merged profile");
    }
    *out = merged;
    return STATUS_OK;
}

static void clear_texts(struct pyprof *merged)
{
    for (size_t i = 0; i < merged->rank_count; i++)
        free(merged->ranks[i].path);
    for (size_t i = 0; i < merged->fold_count; i++) {
        free(merged->folds[i].from);
        free(merged->folds[i].to);
    }
    for (size_t i = 0; i < merged->refused_count; i++)
        free(merged->refused[i]);
    for (size_t i = 0; i < merged->group_count; i++)
        free(merged->groups[i].own_ns);
}

void pyprof_destroy(struct pyprof *merged)
{
    if (merged == NULL)
        return;
    clear_texts(merged);
    py_names_clear(&merged->names);
    index_clear(&merged->function_index);
    index_clear(&merged->edge_index);
    paths_clear(&merged->paths);
    free(merged->functions);
    free(merged->edges);
    free(merged->ranks);
    free(merged->folds);
    free(merged->refused);
    free(merged->maps_used);
    free(merged);
}

size_t pyprof_rank_count(const struct pyprof *merged)
{
    return merged->rank_count;
}

bool pyprof_map_used(const struct pyprof *merged, size_t which)
{
    return merged->maps_used[which];
}

size_t pyprof_function_count(const struct pyprof *merged)
{
    return merged->function_count;
}

uint64_t merged_own_ns(const struct pyprof *merged)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < merged->rank_count; i++)
        sum = py_add(sum, merged->ranks[i].own_ns);
    return sum;
}

/* ---- functions ---- */

static uint64_t hash_of(struct function_key key)
{
    return hash_mix(hash_mix(key.file, key.name), (uint64_t)key.line);
}

static bool same_function(const void *things, uint32_t position,
                          const void *wanted)
{
    const struct py_function *function =
        (const struct py_function *)things + position;
    const struct function_key *key = wanted;

    return function->key.file == key->file &&
           function->key.name == key->name && function->key.line == key->line;
}

uint32_t merged_find(const struct pyprof *merged, struct function_key key)
{
    return index_find(&merged->function_index, hash_of(key), same_function,
                      merged->functions, &key);
}

uint32_t merged_function(struct pyprof *merged, struct function_key key)
{
    uint32_t found = merged_find(merged, key);
    size_t count = merged->function_count;

    if (found != INDEX_NONE)
        return found;
    if (!paths_add(&merged->paths, &merged->names, key.file) ||
        !array_room(&merged->functions, count, &merged->function_room,
                    sizeof(*merged->functions)) ||
        !index_add(&merged->function_index, hash_of(key), (uint32_t)count))
        return INDEX_NONE;
    merged->functions[count] = (struct py_function){
        .key = key,
        .first_caller = INDEX_NONE,
        .last_caller = INDEX_NONE,
        .first_callee = INDEX_NONE,
        .last_callee = INDEX_NONE,
    };
    merged->function_count++;
    return (uint32_t)count;
}

/* ---- edges ---- */

struct edge_key {
    uint32_t callee, caller;
};

static bool same_edge(const void *things, uint32_t position,
                      const void *wanted)
{
    const struct py_edge *edge = (const struct py_edge *)things + position;
    const struct edge_key *key = wanted;

    return edge->callee == key->callee && edge->caller == key->caller;
}

/* Appends it to the callers of the one and the callees of the other. */
static void link_edge(struct pyprof *merged, uint32_t which)
{
    struct py_edge *edge = &merged->edges[which];
    struct py_function *callee = &merged->functions[edge->callee];
    struct py_function *caller = &merged->functions[edge->caller];

    if (callee->last_caller == INDEX_NONE)
        callee->first_caller = which;
    else
        merged->edges[callee->last_caller].next_caller = which;
    callee->last_caller = which;
    if (caller->last_callee == INDEX_NONE)
        caller->first_callee = which;
    else
        merged->edges[caller->last_callee].next_callee = which;
    caller->last_callee = which;
}

uint32_t merged_edge(struct pyprof *merged, uint32_t callee, uint32_t caller)
{
    struct edge_key key = { callee, caller };
    uint64_t hash = hash_mix(callee, caller);
    uint32_t found = index_find(&merged->edge_index, hash, same_edge,
                                merged->edges, &key);
    size_t count = merged->edge_count;

    if (found != INDEX_NONE)
        return found;
    if (!array_room(&merged->edges, count, &merged->edge_room,
                    sizeof(*merged->edges)) ||
        !index_add(&merged->edge_index, hash, (uint32_t)count))
        return INDEX_NONE;
    merged->edges[count] = (struct py_edge){ .callee = callee,
                                             .caller = caller,
                                             .next_caller = INDEX_NONE,
                                             .next_callee = INDEX_NONE };
    merged->edge_count++;
    link_edge(merged, (uint32_t)count);
    return (uint32_t)count;
}
