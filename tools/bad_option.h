/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bad_option.h - explains an option that getopt_long() refused.
 *
 * Threads: one owner (getopt's variables).
 */
#ifndef TOOLS_BAD_OPTION_H
#define TOOLS_BAD_OPTION_H

#include <getopt.h>

#include "base/strbuf.h"

/* Call after '?' or ':' from getopt_long(), with opterr 0 and ':' in the short
 * options: appends "there is no option --tpo; did you mean --top?". */
void bad_option_describe(const struct option *options, int answer,
                         char **arguments, struct strbuf *out);

/* Prints the problem on stderr, and where to find help. */
void bad_option_tell(const char *what, const char *help);

#endif
