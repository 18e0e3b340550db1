/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/moments.h"

#include <stdlib.h>
#include <string.h>

struct moment *moment_create(uint32_t count)
{
    struct moment *moment =
        calloc(1, sizeof(*moment) + count * sizeof(moment->clock[0]));

    if (moment == NULL)
        return NULL;
    moment->holders = 1;
    moment->count = count;
    return moment;
}

struct moment *moment_hold(struct moment *moment)
{
    if (moment != NULL)
        moment->holders++;
    return moment;
}

void moment_drop(struct moment *moment)
{
    if (moment == NULL || --moment->holders > 0)
        return;
    path_drop(moment->path);
    free(moment);
}

void moment_reset(struct moment *moment)
{
    path_drop(moment->path);
    moment->path = NULL;
    moment->at = 0;
    memset(moment->clock, 0, moment->count * sizeof(moment->clock[0]));
}

static void take_path(struct moment *moment, const struct moment *from)
{
    if (from->path != NULL)
        from->path->holders++;
    path_drop(moment->path);
    moment->path = from->path;
}

void moment_raise(struct moment *moment, const struct moment *from)
{
    if (from == NULL)
        return;
    if (from->clock[0] > moment->clock[0])
        take_path(moment, from);
    if (from->at > moment->at)
        moment->at = from->at;
    for (uint32_t i = 0; i < moment->count; i++)
        if (from->clock[i] > moment->clock[i])
            moment->clock[i] = from->clock[i];
}

bool moment_join(struct moment **into, const struct moment *from)
{
    if (from != NULL && *into == NULL)
        *into = moment_create(from->count);
    if (from != NULL && *into != NULL)
        moment_raise(*into, from);
    return from == NULL || *into != NULL;
}
