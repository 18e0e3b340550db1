/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * merged.c - the functions and edges of all ranks.
 */
#include "pyprof/merged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/saturate.h"
#include "base/text/affix.h"

#define NS 1e9
#define LARGEST (UINT64_MAX / 2)                 /* what a profile can hold */
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
    merged->mpi4py = merged->options.mpi4py;
    merged->parallel_h5py = merged->options.parallel_h5py;
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
    for (size_t i = 0; i < merged->fold_count; i++)
        FREE_ALL(merged->folds[i].from, merged->folds[i].to);
    for (size_t i = 0; i < merged->group_count; i++)
        free(merged->groups[i].own_ns);
}

void pyprof_destroy(struct pyprof *merged)
{
    if (merged == NULL)
        return;
    clear_texts(merged);
    py_names_clear(&merged->names);
    map_clear(&merged->functions_map);
    map_clear(&merged->edges_map);
    map_clear(&merged->namesakes_map);
    paths_clear(&merged->paths);
    by_rank_clear(&merged->by_rank);
    FREE_ALL(merged->ranks, merged->folds);
    unread_files_clear(&merged->unread);
    FREE_ALL(merged->maps_used, merged);
}

size_t pyprof_rank_count(const struct pyprof *merged)
{
    return merged->rank_count;
}

bool pyprof_map_used(const struct pyprof *merged, size_t which)
{
    return merged->maps_used[which];
}

uint64_t merged_own_ns(const struct pyprof *merged)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < merged->rank_count; i++)
        sum = py_add(sum, merged->ranks[i].own_ns);
    return sum;
}

/* ---- functions ---- */

uint32_t merged_find(const struct pyprof *merged, struct function_key key)
{
    const struct py_function *found =
        map_find(&merged->functions_map, sizeof(*found), &key, sizeof(key));

    return found == NULL ? PY_NONE : (uint32_t)(found - merged->functions);
}

bool merged_is_mpi(const struct pyprof *merged, uint32_t function)
{
    enum mpi_call call = merged->functions[function].call;

    return call == MPI_CALL_MPI || call == MPI_CALL_FUTURES ||
           (call == MPI_CALL_CLASS && merged->mpi4py) ||
           (call == MPI_CALL_H5PY && merged->parallel_h5py);
}

bool merged_is_method_of_mpi(const struct pyprof *merged, uint32_t function)
{
    return merged_is_mpi(merged, function) &&
           merged->functions[function].call != MPI_CALL_FUTURES;
}

/* Whether the rest is known of ranks that use mpi4py.futures, too. */
static bool knows_mpi(const struct pyprof *merged)
{
    for (uint32_t i = 0; i < merged->function_count; i++)
        if (merged->functions[i].hidden_ns > 0 ||
            (merged_is_method_of_mpi(merged, i) &&
             merged->functions[i].total.own > 0))
            return true;
    return false;
}

uint64_t merged_mpi_ns(const struct pyprof *merged)
{
    uint64_t sum = 0;

    if (!knows_mpi(merged))
        return 0;
    for (size_t i = 0; i < merged->rank_count; i++)
        sum = py_add(sum, merged->ranks[i].mpi_ns);
    return sum;
}

/* Two functions that look alike get their folders into their labels. */
static bool note_twins(struct pyprof *merged, uint32_t which)
{
    struct py_function *added = &merged->functions[which];
    const char *base =
        last_part(py_names_text(&merged->names, added->key.file));
    uint64_t key[] = { hash_bytes(base, strlen(base), 0),
                       (uint64_t)added->key.line, added->key.name };
    uint32_t before = merged->namesake_count;
    struct py_namesake *found =
        map_get(&merged->namesakes_map, sizeof(*found), key, sizeof(key));

    if (found == NULL)
        return false;
    if (merged->namesake_count > before)
        found->function = which;
    else
        added->twin = merged->functions[found->function].twin = true;
    return true;
}

/* Functions of any rank tell which others count as MPI. */
static void learn_mpi(struct pyprof *merged, enum mpi_call call)
{
    bool others = merged->rank_count > 0;

    merged->class_methods |= call == MPI_CALL_CLASS;
    if (call == MPI_CALL_MPI && !merged->mpi4py) {
        merged->mpi4py = true;
        merged->late |= others && merged->class_methods;
    }
    if (call == MPI_CALL_OPENS_H5PY && !merged->parallel_h5py) {
        merged->parallel_h5py = true;
        merged->late |= others;
    }
}

uint32_t merged_function(struct pyprof *merged, struct function_key key)
{
    uint32_t found = merged_find(merged, key);
    struct py_function *added;

    if (found != PY_NONE)
        return found;
    if (!paths_add(&merged->paths, &merged->names, key.file))
        return PY_NONE;
    added = map_get(&merged->functions_map, sizeof(*added), &key, sizeof(key));
    if (added == NULL)
        return PY_NONE;
    added->first_caller = added->last_caller = PY_NONE;
    added->first_callee = added->last_callee = PY_NONE;
    added->call = mpi_call_of(py_names_text(&merged->names, key.file),
                              py_names_text(&merged->names, key.name));
    learn_mpi(merged, added->call);
    added->program = py_is_program(py_names_text(&merged->names, key.file));
    return note_twins(merged, merged->function_count - 1)
               ? merged->function_count - 1
               : PY_NONE;
}

/* ---- edges ---- */

/* Appends it to the callers of the one and the callees of the other. */
static void link_edge(struct pyprof *merged, uint32_t which)
{
    struct py_edge *edge = &merged->edges[which];
    struct py_function *callee = &merged->functions[edge->callee];
    struct py_function *caller = &merged->functions[edge->caller];

    if (callee->last_caller == PY_NONE)
        callee->first_caller = which;
    else
        merged->edges[callee->last_caller].next_caller = which;
    callee->last_caller = which;
    if (caller->last_callee == PY_NONE)
        caller->first_callee = which;
    else
        merged->edges[caller->last_callee].next_callee = which;
    caller->last_callee = which;
}

uint32_t merged_edge(struct pyprof *merged, uint32_t callee, uint32_t caller)
{
    const uint32_t key[] = { callee, caller };
    uint32_t before = merged->edge_count, which;
    struct py_edge *edge =
        map_get(&merged->edges_map, sizeof(*edge), key, sizeof(key));

    if (edge == NULL)
        return PY_NONE;
    which = (uint32_t)(edge - merged->edges);
    if (which == before) {
        edge->next_caller = edge->next_callee = PY_NONE;
        link_edge(merged, which);
    }
    return which;
}
