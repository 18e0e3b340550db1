/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/start_directory.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char start[START_DIRECTORY_BYTES];

void start_directory_set(const char *path)
{
    snprintf(start, sizeof(start), "%s", path == NULL ? "" : path);
}

void start_directory_make_absolute(char *path, size_t size)
{
    char here[START_DIRECTORY_BYTES];
    const char *from = start;
    size_t length;

    if (path[0] == '/')
        return;
    if (from[0] == '\0')
        from = getcwd(here, sizeof(here));
    length = from == NULL ? 0 : strlen(from);
    if (length == 0 || length + strlen(path) + 2 > size)
        return;
    memmove(path + length + 1, path, strlen(path) + 1);
    memcpy(path, from, length);
    path[length] = '/';
}
