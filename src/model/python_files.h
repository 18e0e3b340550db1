/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_files.h - finds cProfile profiles in a run's directory.
 *
 * `python3 -m mpiprof' writes one per rank: cpu_0.prof, cpu_1.prof.
 * Threads: any.  Memory: the caller frees each entry, and the list.
 */
#ifndef MODEL_PYTHON_FILES_H
#define MODEL_PYTHON_FILES_H

#include <dirent.h>

/* Lists the profiles by rank and returns their number, 0 also if the folder
 * cannot be read. */
int python_files_list(const char *folder, struct dirent ***out);
int python_files_rank(const struct dirent *entry);

#endif
