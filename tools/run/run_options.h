/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_options.h - the options of mpiprof-run: its own, and the settings.
 *
 * Every setting of settings.h is an option: MPIPROF_TRACE_MB is --trace-mb.
 */
#ifndef TOOLS_RUN_RUN_OPTIONS_H
#define TOOLS_RUN_RUN_OPTIONS_H

#include "settings/settings.h"
#include "tools/command.h"

struct run_request {
    const char *mpi;                     /* "openmpi", "mpich" or "auto" */
    const char *settings[SETTING_COUNT]; /* values of options; or NULL */
    bool list_counters;
    char **arguments; /* the program and its arguments */
};

/* mpiprof-run as a command; its options store into a struct run_request. */
const struct command *run_command(void);
/* Sets the MPIPROF_* variables that options give (run_settings.c).  Prints the
 * library's first complaint about a value, without consequences that only apply in
 * a run: facts known only there (number of ranks, counters) are not checked.
 * Returns -1 to continue, else the exit status. */
int run_settings_set(const struct run_request *request);

#endif
