/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * time_option.h - options --from S and --to S: only that part of the run.
 *
 * Seconds since the run's start, the first end of MPI_Init, as on the time
 * line of the HTML report.  Without --from the time before the start is
 * included, and without --to the time after the run's end.
 * Errors: one line.
 */
#ifndef TOOLS_TIME_OPTION_H
#define TOOLS_TIME_OPTION_H

#include "command.h"
#include "model/time_window.h"

#define TIME_HELP                                                            \
    "  --from S, --to S  only what is between these seconds of the run, by " \
    "its trace;\n"                                                           \
    "                    they count from the first end of MPI_Init\n"

/* name: "from" or "to".  Returns -1 to continue; else the exit status. */
int time_option(const struct command *command, const char *name,
                const char *text, struct time_window *window);
/* Call after the last option; returns EXIT_OK or EXIT_USAGE. */
int time_check(const struct command *command,
               const struct time_window *window);
/* Checks, with window->run set, that the window starts within the run. */
int time_check_run(const struct command *command, const char *run,
                   const struct time_window *window);

#endif
