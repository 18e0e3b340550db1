/*
 * call_path.h - makes PATH definitions from return addresses.
 *
 * Frames of mpiprof and of the MPI library are left out, and so is what calls
 * main or the start routine of a thread.  Runs once per distinct path.
 * Threads: any, under recorder.lock.
 */
#ifndef MEASURE_RECORD_CALL_PATH_H
#define MEASURE_RECORD_CALL_PATH_H

#include <stdint.h>

/* A paths_resolve_function; context: the recorder.  Addresses innermost
 * first.  0: nothing of the program is in it, or no memory. */
uint32_t call_path_resolve(void *context, void *const *addresses, int count);

#endif
