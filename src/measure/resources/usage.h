/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * usage.h - reads the resources that the process uses on its host.
 *
 * Files of /proc are opened for each reading: the program might close a
 * descriptor left open, and reuse its number for a file of its own.  A source
 * that cannot be read is missing from the reading.  Uses direct system calls
 * only: no library that watches the program's files sees them, and no thread
 * can be cancelled in them; errno is preserved.
 * Units: as in model/resources/resources.h.  Threads: any, but the main thread's sources
 * only from the main thread.  No memory, no errors.
 */
#ifndef MEASURE_RESOURCES_USAGE_H
#define MEASURE_RESOURCES_USAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/resources/resources.h"

/* Before the first page of a file of ours is counted: the kernel counts it only
 * when it is touched, and what it counts until usage_read() is ours. */
void usage_begin(void);

/* main: the calling thread is the one that called MPI_Init. */
void usage_read(bool main, struct resource_reading *out);

/* Reads as much of a file as fits and appends a zero; 0: unreadable. */
size_t usage_read_file(const char *path, char *text, size_t room);

#endif
