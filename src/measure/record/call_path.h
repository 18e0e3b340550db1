/*
 * call_path.h - makes PATH definitions from return addresses.
 *
 * Frames of mpiprof and of the MPI library are left out, and so is what calls
 * main or the start routine of a thread.  Runs once per distinct path.
 * Threads: any, under recorder.lock.
 */
#ifndef MEASURE_RECORD_CALL_PATH_H
#define MEASURE_RECORD_CALL_PATH_H

#include <stdbool.h>
#include <stdint.h>

struct recorder;

/* A paths_resolve_function; context: the recorder.  Addresses innermost
 * first.  0: nothing of the program is in it, or no memory. */
uint32_t call_path_resolve(void *context, void *const *addresses, int count);

/* The same of a sample, which may also be in an interpreter. */
uint32_t call_path_resolve_sample(void *context, void *const *addresses,
                                  int count);
/* Whether the outermost address is in what calls main or the start routine of
 * a thread: all of the path is there.  ended: it has no caller.  One in libc
 * alone tells nothing: memcpy() and qsort() are there, too. */
bool call_path_is_whole(struct recorder *recorder, void *const *addresses,
                        int count, bool ended);
/* Before that, once: while the program runs the loader's lock may be taken. */
void call_path_setup(void);

/* The return addresses from the caller of a wrapper on, innermost first; the
 * caller alone where the stack cannot be walked.  Returns how many, at most
 * `most`, which is at least 1. */
int call_path_walk(const void *caller, void **addresses, int most);
/* The path one frame deeper; unchanged where the frame is not the program's.
 * With the lock held. */
uint32_t call_path_add(struct recorder *recorder, uint32_t path,
                       void *address);
/* The MODULE of a file.  With the lock held. */
struct module;
uint32_t call_path_module(struct recorder *recorder, struct module *module);
/* Whether it lies in what runs Python, or between that and MPI. */
bool call_path_is_python(struct recorder *recorder, const void *address);

#endif
