/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_path.h - makes PATH definitions from return addresses.
 *
 * Leaves out frames of mpiprof and of the MPI library, and the callers of main
 * or of a thread's start routine.  Runs once per distinct path.
 * Threads: any; a function takes recorder.lock unless it requires it.  Memory:
 * the definitions'.  Errors: without memory a path lacks a frame.
 */
#ifndef MEASURE_RECORD_PATHS_CALL_PATH_H
#define MEASURE_RECORD_PATHS_CALL_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "measure/callsite/modules.h"

struct recorder;

/* Call sites of the paths that lost their callers. */
#define PATH_SITES 65536
struct path_sites {
    struct {
        uint32_t path, site;
    } known[PATH_SITES];
};

/* A paths_resolve_function; context: the recorder.  Addresses innermost first;
 * NULL stands for frames left out.  0: no frame of the program, or no
 * memory. */
uint32_t call_path_resolve(void *context, void *const *addresses, int count);

/* Same for a sample, which may also be inside an interpreter and have frames of
 * Python; see sample_merge.h. */
uint32_t call_path_resolve_sample(void *context, void *const *addresses,
                                  int count);
/* How many of the outermost addresses are callers of main or of a thread's start
 * routine, which are no part of a path. */
int call_path_starts(struct recorder *recorder, void *const *addresses,
                     int count);
/* Whether the outermost address is in a caller of main or of a thread's start
 * routine: then the path is complete. ended: the address has no caller.  An
 * address in libc alone proves nothing: memcpy() and qsort() are there,
 * too. */
bool call_path_is_whole(struct recorder *recorder, void *const *addresses,
                        int count, bool ended);
/* A rows_site_function; context: the thread's struct path_sites.  The path is
 * "... > call site". */
uint32_t call_path_site(void *context, uint32_t path);
/* Call once, before the above: while the program runs, the loader's lock may
 * be held. */
void call_path_setup(void);

/* Returns the path one frame deeper: with a FRAME, with "...", with that of an
 * address unless it is not the program's; the same path without memory.
 * Requires the lock. */
uint32_t call_path_with(struct recorder *recorder, uint32_t path,
                        uint32_t frame);
uint32_t call_path_cut(struct recorder *recorder, uint32_t path);
uint32_t call_path_add(struct recorder *recorder, uint32_t path,
                       void *address);
/* Returns the MODULE of a file.  Requires the lock. */
uint32_t call_path_module(struct recorder *recorder, struct module *module);
/* Kind of the code at an address; code in no file is the program's.  Requires
 * the lock. */
enum module_kind call_path_kind(struct recorder *recorder, void *address);
/* Whether the address is in code that runs Python, or between Python and
 * MPI. */
bool call_path_is_python(struct recorder *recorder, const void *address);

#endif
