/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_files.h - mpiprof-report python FILES of profilers other than
 * cProfile.
 */
#ifndef TOOLS_PYTHON_FILES_H
#define TOOLS_PYTHON_FILES_H

#include "tools/python/python_options.h"

/* between: where "vs" is among the words, or -1.  Returns the exit status; -1
 * if these are files of cProfile, or of nothing that is known. */
int python_files(const struct python_options *options, char **words, int count,
                 int between);

#endif
