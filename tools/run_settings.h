/*
 * run_settings.h - checks a setting before the program is started.
 */
#ifndef TOOLS_RUN_SETTINGS_H
#define TOOLS_RUN_SETTINGS_H

#include "base/strbuf.h"

/* variable: "MPIPROF_TRACE_MB=16".  Appends what the library would say of it
 * first, without what follows from it there: here nothing is started.  What
 * only shows in the run (how many ranks there are, which counters) is not
 * asked for. */
void setting_check(const char *variable, struct strbuf *problems);

#endif
