/*
 * python_files.h - the profiles of cProfile in a run's directory.
 *
 * `python3 -m mpiprof' leaves one of each rank there: cpu_0.prof, cpu_1.prof.
 * Threads: any.  Memory: the caller frees each entry, and the list.
 */
#ifndef MODEL_PYTHON_FILES_H
#define MODEL_PYTHON_FILES_H

#include <dirent.h>

/* By rank; how many there are, 0 also where the folder cannot be read. */
int python_files_list(const char *folder, struct dirent ***out);
int python_files_rank(const struct dirent *entry);

#endif
