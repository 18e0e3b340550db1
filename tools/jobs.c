/* SPDX-License-Identifier: BSD-3-Clause */
#include "jobs.h"

#include <errno.h>
#include <stdlib.h>

#include "archive/workers/shares.h"

int jobs_set(const struct command *command, const char *text, uint32_t *jobs)
{
    char *end;
    long number;

    errno = 0;
    number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < 1 ||
        number > (long)SHARES_MOST)
        return command_usage(command,
                             "--jobs %s: give a number of processes "
                             "from 1 to %u",
                             text, SHARES_MOST);
    *jobs = (uint32_t)number;
    return EXIT_OK;
}
