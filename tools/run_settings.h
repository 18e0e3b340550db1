/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_settings.h - checks a setting before the program is started.
 */
#ifndef TOOLS_RUN_SETTINGS_H
#define TOOLS_RUN_SETTINGS_H

#include "base/strbuf.h"

/* variable: "MPIPROF_TRACE_MB=16".  Appends the library's first complaint
 * about it, without consequences that only apply in a run.  Facts known only
 * in the run (number of ranks, counters) are not checked. */
void setting_check(const char *variable, struct strbuf *problems);

#endif
