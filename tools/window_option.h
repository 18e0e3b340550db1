/*
 * window_option.h - --window FROM:TO: single calls of that time are to be in
 * the page.
 *
 * Seconds on the time line of the page.
 */
#ifndef TOOLS_WINDOW_OPTION_H
#define TOOLS_WINDOW_OPTION_H

#include "command.h"
#include "report/detail_windows.h"

/* EXIT_OK or EXIT_USAGE. */
int window_option(const struct command *command, const char *text,
                  struct closeups *closeups);
/* Whether each of those that were asked for is in the run, and its calls are
 * known: EXIT_OK, EXIT_USAGE or EXIT_FAILED. */
int window_check(const struct command *command, const char *run,
                 const struct closeups *closeups);

#endif
