/*
 * resources.h - what one rank used of its host, over the run.
 *
 * Shape: for each bin of time, as wide as those of its time line, how much of
 * each resource; sums, but resident memory, which is the most.
 * Units: see the list of resources.  Threads: one owner.
 * Memory: bins belong to it; resources_clear() frees.
 */
#ifndef MODEL_RESOURCES_H
#define MODEL_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

/* Where numbers come from; some cannot be had everywhere. */
enum resource_source {
    SOURCE_USAGE, /* getrusage() of the process */
    SOURCE_MAIN,  /* that of the thread that called MPI_Init */
    SOURCE_QUEUE, /* /proc/thread-self/schedstat, of that thread */
    SOURCE_IO,    /* /proc/self/io */
    SOURCE_STATM, /* /proc/self/statm */
    SOURCE_POWER, /* /sys/class/powercap or PAPI, by one rank of each host */
    RESOURCE_SOURCES
};

enum resource {
    RESOURCE_USER,   /* us of processor time, of all threads */
    RESOURCE_SYSTEM, /* the same in the kernel */
    RESOURCE_MAIN,   /* us of both, of the main thread */
    RESOURCE_OFF,    /* us: useful time of the main thread - its processor
                      * time, between two readings each, where that is more
                      * than nothing: at least so long it had no processor */
    RESOURCE_QUEUED, /* us in which the main thread waited for a processor */
    RESOURCE_MINOR_FAULTS,
    RESOURCE_MAJOR_FAULTS,
    RESOURCE_VOLUNTARY,   /* context switches of all threads */
    RESOURCE_INVOLUNTARY,
    RESOURCE_READ,        /* bytes by read() and the like */
    RESOURCE_WRITTEN,
    RESOURCE_DISK_READ,   /* bytes from and to storage */
    RESOURCE_DISK_WRITTEN,
    RESOURCE_ENERGY,      /* uJ of the whole host */
    RESOURCE_SUMS,
    RESOURCE_RESIDENT = RESOURCE_SUMS, /* KiB of memory */
    RESOURCES
};

enum resource_source resource_source(enum resource resource);

/* What was read at one moment; sums count from some other. */
struct resource_reading {
    uint32_t sources; /* 1 << each that there was */
    uint64_t value[RESOURCES];
    uint64_t peak_kib; /* the most memory since the process began */
};

struct resources {
    uint32_t sources;  /* 1 << each that there was at some time; 0: nothing was
                        * read */
    uint64_t readings, cost_ns; /* and what these took, together */
    uint64_t failed[RESOURCE_SOURCES]; /* in so many readings, after it had
                                        * been there */
    uint64_t peak_kib; /* of memory */
    uint64_t bin_width; /* ns */
    uint32_t bins;      /* <= PROFILE_TIMELINE_BINS */
    uint64_t (*value)[RESOURCES];
};

void resources_clear(struct resources *resources);
/* All bins; of memory the most. */
uint64_t resources_total(const struct resources *resources,
                         enum resource resource);
bool resources_know(const struct resources *resources, enum resource resource);

void resources_encode(const struct resources *resources,
                      struct bytes_writer *out);
/* The caller clears *out, also when this fails; nothing is logged, as in
 * profile_decode.h. */
enum status resources_decode(struct bytes_reader *in, struct resources *out);

#endif
