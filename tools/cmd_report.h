/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_report.h - the report of a run, for mpiprof-report, and for
 * mpiprof-report-mpi, where the processes of a group read the trace.
 */
#ifndef TOOLS_CMD_REPORT_H
#define TOOLS_CMD_REPORT_H

#include "archive/workers/process_group.h"
#include "tools/options.h"

/* Runs the command and returns the exit status. group: or NULL. */
int report_run(const struct command *command,
               const struct process_group *group, int count, char **arguments);

#endif
