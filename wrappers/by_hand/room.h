/*
 * room.h - whether a process may have as much memory and as many files as
 * mpiprof needs.
 *
 * Where these are limited (ulimit -v, -d, -n) the program lacks what mpiprof
 * takes, and MPI ends a program that finds none.  So little is left alone.
 * Threads: one.  Errors: where it cannot be told there is room.
 */
#ifndef WRAPPERS_ROOM_H
#define WRAPPERS_ROOM_H

#include <stddef.h>

/* NULL, or why not: text, of size bytes. */
const char *room_lacks(char *text, size_t size);

#endif
