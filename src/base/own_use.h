/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * own_use.h - adds up what mpiprof itself uses of the process it measures, so
 * that this is not taken for the program's.
 *
 * Larger pieces of our work lie between begin and end: a thread's tables, the
 * trace on its way to a file.  Work shorter than a system call is not worth two
 * of them.
 * Units: as in struct rusage.  Threads: any; begin and end in the same one.
 * No memory, no errors; errno is preserved.
 */
#ifndef BASE_OWN_USE_H
#define BASE_OWN_USE_H

#include <stdbool.h>
#include <stdint.h>

struct rusage;

enum own_use_kind {
    OWN_USER_US,
    OWN_SYSTEM_US,
    OWN_MINOR_FAULTS,
    OWN_MAJOR_FAULTS,
    OWN_VOLUNTARY, /* context switches */
    OWN_INVOLUNTARY,
    OWN_WRITTEN, /* bytes, by write() and the like */
    OWN_STORED,  /* bytes that the kernel counts as written to storage: when a
                  * page of a file becomes dirty, also by a store to memory */
    OWN_USES
};

/* Use up to some moment, such as the start of a piece of our work in a
 * thread. */
struct own_use {
    uint64_t value[OWN_WRITTEN];
};

void own_use_of(const struct rusage *usage, struct own_use *out);
void own_use_begin(struct own_use *use);
void own_use_end(const struct own_use *use);
void own_use_wrote(uint64_t bytes);
void own_use_stored(uint64_t bytes);
/* Whether the file is on storage, not in memory like those of a tmpfs. */
bool own_use_stores(int file);
/* Sum so far, of all threads. */
uint64_t own_use_sum(enum own_use_kind kind);

#endif
