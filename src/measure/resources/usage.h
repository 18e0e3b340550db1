/*
 * usage.h - reads what the process uses of its host.
 *
 * Files of /proc are opened for each reading: a descriptor that stayed open
 * the program might close, and then have for a file of its own.  Where one
 * cannot be read the reading is without its source.
 * Only by system calls of its own: neither a library that watches the files of
 * the program sees them, nor can a thread be cancelled in them; errno stays.
 * Units: as in model/resources.h.  Threads: any, the main thread's sources
 * only when it is the calling one.  No memory, no errors.
 */
#ifndef MEASURE_RESOURCES_USAGE_H
#define MEASURE_RESOURCES_USAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/resources.h"

/* main: the calling thread is the one that called MPI_Init. */
void usage_read(bool main, struct resource_reading *out);

/* As much of a file as fits, with a zero behind it; 0: it cannot be read. */
size_t usage_read_file(const char *path, char *text, size_t room);

#endif
