/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/log/scenario.h"

#include <stdlib.h>

#define MOST_OFF 0.01 /* of the measured T */

void scenario_even(double *factors, const uint64_t *changed, uint32_t ranks)
{
    double sum = 0;
    uint32_t members = 0;

    for (uint32_t i = 0; i < ranks; i++) {
        members += factors[i] != 1 && changed[i] > 0;
        sum += factors[i] != 1 ? (double)changed[i] : 0;
    }
    for (uint32_t i = 0; i < ranks; i++)
        if (factors[i] != 1 && changed[i] > 0)
            factors[i] = sum / members / (double)changed[i];
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
