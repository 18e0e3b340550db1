/*
 * python_of_run.h - the profiles of cProfile that lie beside a run.
 *
 * `python3 -m mpiprof' leaves cpu_RANK.prof in the run's directory.
 * Memory: the caller clears *out.  Errors: logged, a line each; what cannot be
 * read is left out.
 */
#ifndef TOOLS_PYTHON_OF_RUN_H
#define TOOLS_PYTHON_OF_RUN_H

#include "model/python_times.h"
#include "model/time_window.h"

/* run: its directory, or a file in it.  None: *out is empty. */
void python_of_run(const char *run, struct python_times *out);
/* Of a part of the run they say nothing: whether there were some. */
bool python_leave_out(struct python_times *times,
                      const struct time_window *window);

#endif
