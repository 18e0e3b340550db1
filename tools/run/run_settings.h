/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_settings.h - sets and checks settings before the program is started.
 */
#ifndef TOOLS_RUN_SETTINGS_H
#define TOOLS_RUN_SETTINGS_H

#include "tools/run/run_options.h"

/* Sets the MPIPROF_* variables that options give.  Prints the library's first
 * complaint about a value, without consequences that only apply in a run: facts
 * known only there (number of ranks, counters) are not checked.  Returns -1 to
 * continue, else the exit status. */
int run_settings_set(const struct run_request *request);

#endif
