/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * room.h - checks that a process can have the memory and files that mpiprof
 * needs.
 *
 * Under limits (ulimit -v, -d, -n) the program would lack what mpiprof takes,
 * and MPI ends a program that runs out.  A process with little room is left
 * alone.
 * Threads: one.  Errors: unknown limits count as enough room.
 */
#ifndef WRAPPERS_ROOM_H
#define WRAPPERS_ROOM_H

#include <stddef.h>

/* Returns NULL, or the reason in text, of size bytes. */
const char *room_lacks(char *text, size_t size);

#endif
