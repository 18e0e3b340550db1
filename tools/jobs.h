/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * jobs.h - option -j: the number of processes that read a trace.
 */
#ifndef TOOLS_JOBS_H
#define TOOLS_JOBS_H

#include <stdint.h>

#include "command.h"

/* Rows of a struct option array; with "j:" in the short options. */
#define JOBS_OPTION                          \
    {                                        \
        "jobs", required_argument, NULL, 'j' \
    }

#define JOBS_HELP                                                           \
    "  -j, --jobs N      so many processes read a trace (default: one for " \
    "each\n"                                                                \
    "                    processor, at most 8; of a small trace one)\n"

/* Parses its value.  Returns EXIT_OK or EXIT_USAGE. */
int jobs_set(const struct command *command, const char *text, uint32_t *jobs);

#endif
