/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * complete.h - what may stand at the cursor of a command line, for shells.
 *
 * `mpiprof-report --complete PROGRAM WORD...' prints what may be in the place of
 * the last word and begins like it: "word, tab, what it is" in each line.  A
 * line :files or :commands means names of these, too.  share/completion has the
 * scripts that call it.
 */
#ifndef TOOLS_COMPLETE_H
#define TOOLS_COMPLETE_H

/* words[0]: mpiprof-report, mpiprof-report-mpi or mpiprof-run, whatever folder
 * stands before it.  Returns the exit status. */
int complete(int count, char **words);

#endif
