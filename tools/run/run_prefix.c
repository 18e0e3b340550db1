/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/run/run_prefix.h"

#include <string.h>
#include <unistd.h>

#define PATH_MOST 4096

bool run_prefix(struct strbuf *path, const char *below)
{
    char program[PATH_MOST];
    ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
    char *slash;

    if (length <= 0)
        return false;
    program[length] = '\0';
    for (int i = 0; i < 2; i++) {
        slash = strrchr(program, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
    }
    strbuf_printf(path, "%s%s", program, below);
    return !path->failed;
}
