/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_of_run.h - reads the cProfile profiles in a run's directory.
 *
 * `python3 -m mpiprof' writes cpu_RANK.prof to the run's directory, and
 * memory_RANK.tsv with MPIPROF_PYTHON_MEMORY=on.
 * Errors: logged, a line each; unreadable files are left out.
 */
#ifndef TOOLS_PYTHON_PYTHON_OF_RUN_H
#define TOOLS_PYTHON_PYTHON_OF_RUN_H

#include "analyze/analyze.h"

/* As analyze_run(), with these profiles, and with a line of progress.  run: its
 * directory, or a file in it.  The profiles are dropped, as `asked' then says, if
 * only part of the run is reported, since they cover all of it. */
enum status python_of_run_analyze(const char *run, struct profile *profile,
                                  struct analyze_options *asked,
                                  struct report **out);
/* Adds the charts of these profiles to a report. */
void python_chart_of_run(const char *run, struct report *report);

#endif
