/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "maps.h"

#include <stdlib.h>
#include <string.h>

FILE *maps_open(const char *process, const char *what)
{
    char path[64];

    snprintf(path, sizeof path, "/proc/%.20s/%s", process, what);
    return fopen(path, "re");
}

void maps_read(const char *process, maps_take *take, void *context)
{
    FILE *file = maps_open(process, "maps");
    char *line = NULL;
    size_t room = 0;

    while (file != NULL && getline(&line, &room, file) > 0) {
        char *path = strchr(line, '/');

        if (path == NULL || strstr(line, " r-xp ") == NULL)
            continue;
        path[strcspn(path, "\n")] = '\0';
        take(path, context);
    }
    free(line);
    if (file != NULL)
        fclose(file);
}
