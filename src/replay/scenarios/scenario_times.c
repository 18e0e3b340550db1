/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/scenarios/scenario_times.h"

#include <stdlib.h>
#include <string.h>

struct scenario_times *scenario_times_create(uint32_t count)
{
    struct scenario_times *times =
        calloc(1, sizeof(*times) + count * sizeof(times->clock[0]));

    if (times == NULL)
        return NULL;
    times->holders = 1;
    times->count = count;
    return times;
}

struct scenario_times *scenario_times_hold(struct scenario_times *times)
{
    if (times != NULL)
        times->holders++;
    return times;
}

void scenario_times_drop(struct scenario_times *times)
{
    if (times == NULL || --times->holders > 0)
        return;
    path_drop(times->path);
    free(times);
}

void scenario_times_reset(struct scenario_times *times)
{
    path_drop(times->path);
    times->path = NULL;
    times->at = 0;
    memset(times->clock, 0, times->count * sizeof(times->clock[0]));
}

static void take_path(struct scenario_times *times,
                      const struct scenario_times *from)
{
    if (from->path != NULL)
        from->path->holders++;
    path_drop(times->path);
    times->path = from->path;
}

void scenario_times_raise(struct scenario_times *times,
                          const struct scenario_times *from)
{
    if (from == NULL)
        return;
    if (from->clock[0] > times->clock[0])
        take_path(times, from);
    if (from->at > times->at)
        times->at = from->at;
    for (uint32_t i = 0; i < times->count; i++)
        if (from->clock[i] > times->clock[i])
            times->clock[i] = from->clock[i];
}

bool scenario_times_join(struct scenario_times **into,
                         const struct scenario_times *from)
{
    if (from != NULL && *into == NULL)
        *into = scenario_times_create(from->count);
    if (from != NULL && *into != NULL)
        scenario_times_raise(*into, from);
    return from == NULL || *into != NULL;
}
