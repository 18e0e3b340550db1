/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_options.h - the command line of mpiprof-run.
 *
 * Every setting of settings.h is an option: MPIPROF_TRACE_MB is --trace-mb.
 * The first word that is not an option is the program.
 */
#ifndef TOOLS_RUN_OPTIONS_H
#define TOOLS_RUN_OPTIONS_H

struct run_request {
    const char *mpi;  /* name of a flavour, or "auto" */
    char **arguments; /* the program and its arguments */
};

/* Sets MPIPROF_* in the environment.  Returns -1 to continue; else the exit
 * status. */
int run_options_parse(int count, char **arguments,
                      struct run_request *request);

#endif
