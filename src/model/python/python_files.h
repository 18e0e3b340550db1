/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_files.h - finds the files of Python in a run's directory.
 *
 * `python3 -m mpiprof' writes one per rank: cpu_0.prof, cpu_1.prof for cProfile,
 * memory_0.tsv for memory.
 * Threads: any.  Memory: the caller frees each entry, and the list.
 */
#ifndef MODEL_PYTHON_PYTHON_FILES_H
#define MODEL_PYTHON_PYTHON_FILES_H

#include <dirent.h>
#include <stdbool.h>

/* Lists the profiles by rank and returns their number, 0 also if the folder
 * cannot be read. */
int python_files_list(const char *folder, struct dirent ***out);
int python_files_list_memory(const char *folder, struct dirent ***out);
/* Whether the file is in a folder of Python, or of packages installed for it. */
bool python_files_installed(const char *file);
/* The rank in the name of a listed file. */
int python_files_rank(const struct dirent *entry);

#endif
