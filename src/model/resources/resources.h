/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * resources.h - resources that one rank used on its host, over the run.
 *
 * Shape: the amount of each resource per bin of time, with the bins of the
 * rank's time line; sums, except resident memory, which is a maximum.
 * Units: see the list of resources.  Threads: one owner.  Memory: bins belong
 * to the struct; resources_clear() frees.
 */
#ifndef MODEL_RESOURCES_RESOURCES_H
#define MODEL_RESOURCES_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

#define PROFILE_TIMELINE_BINS 512 /* most of a rank's time line */

/* Sources of the numbers; not every system offers all. */
enum resource_source {
    SOURCE_USAGE, /* getrusage() of the process */
    SOURCE_MAIN,  /* getrusage() of the thread that called MPI_Init */
    SOURCE_QUEUE, /* /proc/thread-self/schedstat, of the same thread */
    SOURCE_IO,    /* /proc/self/io */
    SOURCE_STATM, /* /proc/self/statm */
    SOURCE_POWER, /* /sys/class/powercap or PAPI, by one rank of each host */
    RESOURCE_SOURCES
};

enum resource {
    RESOURCE_USER,   /* us of user CPU time, all threads */
    RESOURCE_SYSTEM, /* us of system CPU time, all threads */
    RESOURCE_MAIN,   /* us of CPU time, user and system, main thread */
    RESOURCE_OFF,    /* us off-CPU, main thread: useful time - CPU time between
                      * two readings, where positive; a lower bound */
    RESOURCE_QUEUED, /* us in which the main thread was runnable and waited for
                      * a core */
    RESOURCE_MINOR_FAULTS,
    RESOURCE_MAJOR_FAULTS,
    RESOURCE_VOLUNTARY, /* context switches, all threads */
    RESOURCE_INVOLUNTARY,
    RESOURCE_READ, /* bytes by read() and similar calls */
    RESOURCE_WRITTEN,
    RESOURCE_DISK_READ, /* bytes from and to storage */
    RESOURCE_DISK_WRITTEN,
    RESOURCE_ENERGY, /* uJ, whole host */
    RESOURCE_SUMS,
    RESOURCE_RESIDENT = RESOURCE_SUMS, /* KiB of resident memory */
    RESOURCES
};

enum resource_source resource_source(enum resource resource);

/* One reading; sums count from an arbitrary origin. */
struct resource_reading {
    uint32_t sources; /* 1 << enum resource_source of each source present */
    uint64_t value[RESOURCES];
    uint64_t peak_kib; /* peak memory since the process started */
};

struct resources {
    uint32_t sources; /* 1 << enum resource_source of each source seen; 0:
                        * nothing was read */
    uint64_t readings, cost_ns; /* number of readings and their total cost */
    uint64_t failed[RESOURCE_SOURCES]; /* readings in which a source failed
                                        * that had worked before */
    uint64_t peak_kib;                 /* peak memory */
    uint64_t bin_width;                /* ns */
    uint32_t bins;                     /* <= PROFILE_TIMELINE_BINS */
    uint64_t (*value)[RESOURCES];
};

void resources_clear(struct resources *resources);
/* Sum over all bins; for memory the maximum. */
uint64_t resources_total(const struct resources *resources,
                         enum resource resource);
bool resources_know(const struct resources *resources, enum resource resource);

void resources_encode(const struct resources *resources,
                      struct bytes_writer *out);
/* The caller clears *out, also after an error; nothing is logged, as in
 * profile_decode.h. */
enum status resources_decode(struct bytes_reader *in, struct resources *out);

#endif
