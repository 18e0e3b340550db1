/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * groups.c - ranks that spend their time in the same functions.
 *
 * A rank joins the first group from whose first rank it differs by at most 5 %
 * of the larger total time in each function, and in the total, else it founds
 * one; beyond the limit on groups the nearest takes it.
 */
#include <stdlib.h>
#include <string.h>

#include "pyprof/merged.h"

#define TOLERANCE 0.05

static uint64_t difference_of(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* The greatest difference in any function, and of the times of all. */
static uint64_t group_distance(const struct py_group *group,
                               const uint64_t *own_ns, size_t functions,
                               uint64_t total)
{
    uint64_t most = difference_of(group->total, total);

    for (size_t i = 0; i < functions; i++) {
        uint64_t first = i < group->functions ? group->own_ns[i] : 0;
        uint64_t here = difference_of(first, own_ns[i]);

        if (here > most)
            most = here;
    }
    return most;
}

static bool found_group(struct pyprof *merged, const uint64_t *own_ns,
                        size_t functions, uint64_t total)
{
    struct py_group *group = &merged->groups[merged->group_count];
    size_t size = functions * sizeof(*own_ns);

    *group = (struct py_group){ .own_ns = malloc(size + 1),
                                .functions = functions,
                                .total = total };
    if (group->own_ns == NULL)
        return false;
    memcpy(group->own_ns, own_ns, size);
    merged->group_count++;
    return true;
}

/* The first that is near enough; else the nearest, and *near is not. */
static size_t choose_group(const struct pyprof *merged, const uint64_t *own_ns,
                           size_t functions, uint64_t total, bool *near)
{
    uint64_t least = UINT64_MAX;
    size_t best = 0;

    *near = false;
    for (size_t i = 0; i < merged->group_count; i++) {
        const struct py_group *group = &merged->groups[i];
        uint64_t larger = group->total > total ? group->total : total;
        uint64_t here = group_distance(group, own_ns, functions, total);

        if ((double)here <= TOLERANCE * (double)larger) {
            *near = true;
            return i;
        }
        if (here < least) {
            least = here;
            best = i;
        }
    }
    return best;
}

bool groups_join(struct pyprof *merged, struct py_rank *rank,
                 const uint64_t *own_ns, size_t functions)
{
    bool near;
    size_t which =
        choose_group(merged, own_ns, functions, rank->own_ns, &near);

    if (!near && merged->group_count < GROUPS_MOST) {
        which = merged->group_count;
        if (!found_group(merged, own_ns, functions, rank->own_ns))
            return false;
    }
    merged->groups[which].ranks++;
    merged->groups[which].sum_ns =
        py_add(merged->groups[which].sum_ns, rank->own_ns);
    merged->groups[which].mpi_ns =
        py_add(merged->groups[which].mpi_ns, rank->mpi_ns);
    rank->group = (uint32_t)which;
    return true;
}
