/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bad_option.h - explains an option that getopt_long() refused.
 *
 * Threads: one owner (getopt's variables).
 */
#ifndef TOOLS_BAD_OPTION_H
#define TOOLS_BAD_OPTION_H

#include "command.h"

/* Call after '?' or ':' from getopt_long(), with opterr 0 and ':' in the short
 * options: prints one line, "there is no option --tpo; did you mean --top?",
 * and returns EXIT_USAGE. */
int bad_option(const struct command *command, int answer, char **arguments);

#endif
