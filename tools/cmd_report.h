/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_report.h - the report of a run, for mpiprof-report, and for
 * mpiprof-report-mpi, where the processes of a group read the trace.
 */
#ifndef TOOLS_CMD_REPORT_H
#define TOOLS_CMD_REPORT_H

#include "command.h"
#include "archive/workers/process_group.h"
#include "show.h"
#include "time_option.h"

#define REPORT_SUMMARY                                                     \
    "Shows where the time of an MPI run went.  RUN is the directory that " \
    "the run has\nwritten, its run.otf2 or its run.mpiprof."

#define REPORT_HELP                                                            \
    SHOW_HELP                                                                  \
    "  --open            write a page of HTML (report.html in RUN, or -o), "   \
    "open it\n"                                                                \
    "  --ranks LIST      tables of single ranks show these: 0-15,64\n"         \
    "  --region PATTERN  only what happened in regions that match, such "      \
    "as\n"                                                                     \
    "                    'main/solve' or '*halo*'\n"                           \
    "  --from-trace      read the trace though there is a profile\n" TIME_HELP \
    "  --no-waits        do not look for wait states in the trace "            \
    "(faster)\n"                                                               \
    "  --waits           look for them, too, where the trace has more "        \
    "than 2 GiB\n"                                                             \
    "  --window FROM:TO  the page has single calls of these seconds of its "   \
    "time line,\n"                                                             \
    "                    too; may be repeated\n"

/* Runs the command and returns the exit status. command: named in messages
 * about options; group: or NULL. */
int report_run(const struct command *command,
               const struct process_group *group, int count, char **arguments);

#endif
