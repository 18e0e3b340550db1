/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/log/scenario.h"

#include <stdlib.h>

#define MOST_OFF 0.01 /* of the measured T */
#define MORE_MOST 2.0 /* times its work that a rank gets */

void scenario_even(double *factors, const uint64_t *changed, uint32_t ranks)
{
    double sum = 0;
    uint32_t members = 0;

    for (uint32_t i = 0; i < ranks; i++) {
        members += factors[i] != 1 && changed[i] > 0;
        sum += factors[i] != 1 ? (double)changed[i] : 0;
    }
    for (uint32_t i = 0; i < ranks; i++)
        if (factors[i] != 1 && changed[i] > 0) {
            factors[i] = sum / members / (double)changed[i];
            factors[i] = factors[i] < MORE_MOST ? factors[i] : MORE_MOST;
        }
}

static double mean_of_step(const struct steps *steps, uint32_t ranks,
                           uint32_t step)
{
    double sum = 0;

    for (uint32_t i = 0; i < ranks; i++)
        sum += (double)steps->work[(size_t)i * steps->count + step];
    return sum / ranks;
}

void steps_even(struct steps *steps, uint32_t ranks)
{
    for (uint32_t k = 0; k < steps->count; k++) {
        double mean = mean_of_step(steps, ranks, k);

        for (uint32_t i = 0; i < ranks; i++) {
            size_t at = (size_t)i * steps->count + k;

            steps->factors[at] =
                steps->work[at] > 0 ? mean / (double)steps->work[at] : 1;
        }
    }
    steps->known = true;
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
    free(scenarios->results);
    free(scenarios->changed);
    free(scenarios->path);
    replay_result_destroy(scenarios->run);
    *scenarios = (struct scenarios){ .results = NULL };
}
