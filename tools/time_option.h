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

#include "model/time_window.h"
#include "tools/options.h"

/* Reads both; returns EXIT_OK or EXIT_USAGE. */
int time_options(const struct options *options, struct time_window *window);
/* Checks, with window->run set, that the window starts within the run. */
int time_check_run(const struct command *command, const char *run,
                   const struct time_window *window);

#endif
