/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * maps.h - reads what /proc says of a process of this host: the files whose code
 * it has mapped, and others.
 *
 * Threads: any.  Memory: freed.  Errors: a process that is gone, or is not
 * ours to look at, has none.
 */
#ifndef WRAPPERS_BY_HAND_MAPS_H
#define WRAPPERS_BY_HAND_MAPS_H

#include <stdio.h>

/* Opens a file of /proc/PROCESS, a number or "self"; NULL: none. */
FILE *maps_open(const char *process, const char *what);

typedef void maps_take(const char *path, void *context);
void maps_read(const char *process, maps_take *take, void *context);

#endif
