/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * powercap.h - the energy used by a host, from the kernel's powercap.
 *
 * Sums all packages and memories with counters; counters wrap around now and
 * then, which is detected if it happens at most once between two readings
 * (after a minute at the earliest).
 * Units: uJ.  Threads: one owner.  Memory: in the caller's storage.  Errors:
 * unreadable counters, which most systems reserve to root, are skipped.
 */
#ifndef MEASURE_RESOURCES_POWERCAP_H
#define MEASURE_RESOURCES_POWERCAP_H

#include <stdbool.h>
#include <stdint.h>

#define POWERCAP_ROOT "/sys/class/powercap"
#define POWERCAP_ZONES 32 /* per host */
#define POWERCAP_PATH_BYTES 256

struct powercap {
    int count;
    struct powercap_zone {
        char path[POWERCAP_PATH_BYTES]; /* of the zone's counter */
        uint64_t range;                 /* value at which the counter wraps
                                         * around */
        uint64_t last;
    } zones[POWERCAP_ZONES];
    uint64_t energy; /* since open */
};

/* False if nothing can be read. */
bool powercap_open(struct powercap *powercap, const char *root);
/* Energy since open; false if a counter was unreadable this time. */
bool powercap_read(struct powercap *powercap, uint64_t *energy);

#endif
