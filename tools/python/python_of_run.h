/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_of_run.h - reads the cProfile profiles in a run's directory.
 *
 * `python3 -m mpiprof' writes cpu_RANK.prof to the run's directory, and
 * memory_RANK.tsv with MPIPROF_PYTHON_MEMORY=on.
 * Memory: the caller clears *out.  Errors: logged, a line each; unreadable
 * files are left out.
 */
#ifndef TOOLS_PYTHON_OF_RUN_H
#define TOOLS_PYTHON_OF_RUN_H

#include "model/python/python_times.h"
#include "model/time_window.h"
#include "report/table.h"

/* run: its directory, or a file in it.  Without profiles *out is empty. */
void python_of_run(const char *run, struct python_times *out);
/* Adds the charts of these profiles to a report. */
void python_chart_of_run(const char *run, struct report *report);
/* Drops the profiles if only part of the run is reported, since they cover all
 * of it; returns whether there were any. */
bool python_leave_out(struct python_times *times,
                      const struct time_window *window);

#endif
