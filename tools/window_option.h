/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * window_option.h - option --window FROM:TO: puts single calls of that time
 * into the HTML report.
 *
 * Seconds on the time line of the HTML report.
 */
#ifndef TOOLS_WINDOW_OPTION_H
#define TOOLS_WINDOW_OPTION_H

#include "options.h"
#include "report/detail_windows.h"

/* Returns EXIT_OK or EXIT_USAGE. */
int window_options(const struct options *options,
                   struct detail_windows *detail_windows);
/* Whether each requested window is in the run, and its calls are known:
 * EXIT_OK, EXIT_USAGE or EXIT_FAILED. */
int window_check(const struct command *command, const char *run,
                 const struct detail_windows *detail_windows);

#endif
