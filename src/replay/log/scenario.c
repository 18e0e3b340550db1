/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/log/scenario.h"

#include <stdlib.h>

#include "base/array_room.h"

#define MOST_OFF 0.01 /* of the measured T */
#define MORE_MOST 2.0 /* times its work that a rank gets */

uint32_t rank_grid_coordinate(const struct rank_grid *grid, uint32_t rank,
                              int dimension)
{
    for (int i = 0; i < dimension; i++)
        rank /= grid->length[i];
    return rank % grid->length[dimension];
}

static bool is_in_grid(const struct rank_grid *grid, uint32_t rank)
{
    uint64_t ranks = 1;

    for (int i = 0; i < GRID_DIMENSIONS; i++)
        ranks *= grid->length[i];
    return rank < ranks;
}

int rank_grid_steps(const struct rank_grid *grid, uint32_t a, uint32_t b)
{
    int steps = 0;

    if (!is_in_grid(grid, a) || !is_in_grid(grid, b))
        return -1;
    for (int i = 0; i < GRID_DIMENSIONS; i++) {
        uint32_t from = rank_grid_coordinate(grid, a, i);
        uint32_t to = rank_grid_coordinate(grid, b, i);
        uint32_t apart = from < to ? to - from : from - to;

        if (apart > 1 && apart + 1 < grid->length[i])
            return -1;
        steps += apart > 0;
    }
    return steps;
}

static double even_factor(double mean, uint64_t own)
{
    double factor = mean / (double)own;

    return factor < MORE_MOST ? factor : MORE_MOST;
}

static double mean_of_step(const struct steps *steps, const uint64_t *work,
                           const bool *members, uint32_t ranks, uint32_t step)
{
    double sum = 0;
    uint32_t count = 0;

    for (uint32_t i = 0; i < ranks; i++) {
        count += members[i];
        if (members[i])
            sum += (double)work[(size_t)i * steps->count + step];
    }
    return count > 0 ? sum / count : 0;
}

void steps_even(const struct steps *steps, const uint64_t *work,
                const bool *members, uint32_t ranks, double *factors)
{
    for (uint32_t k = 0; k < steps->count; k++) {
        double mean = mean_of_step(steps, work, members, ranks, k);

        for (uint32_t i = 0; i < ranks; i++) {
            size_t at = (size_t)i * steps->count + k;

            factors[at] =
                members[i] && work[at] > 0 ? even_factor(mean, work[at]) : 1;
        }
    }
}

void scenario_even(double *factors, const uint64_t *changed,
                   const bool *members, uint32_t ranks)
{
    const struct steps one = { .count = 1 };

    steps_even(&one, changed, members, ranks, factors);
}

static double at_least_zero(double value)
{
    return value > 0 ? value : 0;
}

/* more: by rank, zeroed. */
static double add_step(const struct steps *steps, const uint64_t *work,
                       const bool *members, uint32_t ranks, uint32_t step,
                       double *more)
{
    double mean = mean_of_step(steps, work, members, ranks, step), all = 0;

    for (uint32_t i = 0; i < ranks; i++) {
        double here = (double)work[(size_t)i * steps->count + step] - mean;

        if (!members[i])
            continue;
        more[i] += here;
        all += at_least_zero(here);
    }
    return all;
}

double steps_fixed(const struct steps *steps, const uint64_t *work,
                   const bool *members, uint32_t ranks)
{
    double *more = calloc(ranks + 1u, sizeof(*more));
    double fixed = 0, all = 0;

    for (uint32_t k = 0; more != NULL && k < steps->count; k++)
        all += add_step(steps, work, members, ranks, k, more);
    for (uint32_t i = 0; more != NULL && i < ranks; i++)
        fixed += at_least_zero(more[i]);
    free(more);
    return all > 0 ? fixed / all : 1;
}

bool steps_agree(const struct steps *steps, uint32_t ranks)
{
    for (uint32_t i = 1; i < ranks; i++)
        if (steps->ended[i] != steps->ended[0])
            return false;
    return true;
}

bool scenarios_agree(const struct scenarios *scenarios, uint64_t unchanged)
{
    double off = (double)unchanged - (double)scenarios->measured;

    return (off < 0 ? -off : off) <= MOST_OFF * (double)scenarios->measured;
}

void scenarios_clear(struct scenarios *scenarios)
{
    FREE_ALL(scenarios->results, scenarios->changed, scenarios->path);
    replay_result_destroy(scenarios->run);
    *scenarios = (struct scenarios){ .results = NULL };
}
