/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * start_directory.h - makes paths absolute, from where the program started.
 *
 * A program may go to another directory before MPI_Init or after it; names
 * that its user gave are relative to where it was started.
 * Threads: set once, by one.
 */
#ifndef BASE_START_DIRECTORY_H
#define BASE_START_DIRECTORY_H

#include <stddef.h>

#define START_DIRECTORY_BYTES 4096

/* path: NULL or empty: the current directory at each use. */
void start_directory_set(const char *path);
/* Prepends it to a relative path, if the result fits into `size' bytes. */
void start_directory_make_absolute(char *path, size_t size);
#endif
