/*
 * powercap.h - the energy of a host, as the kernel's powercap tells it.
 *
 * All packages and memories that it has counters of, in one number; they
 * begin anew once in a while, which is seen when it happens at most once
 * between two readings (a minute at the least).
 * Units: uJ.  Threads: one owner.  Memory: in the caller's storage.
 * Errors: a counter that cannot be read, which most systems keep to root, does
 * not count.
 */
#ifndef MEASURE_RESOURCES_POWERCAP_H
#define MEASURE_RESOURCES_POWERCAP_H

#include <stdbool.h>
#include <stdint.h>

#define POWERCAP_ROOT "/sys/class/powercap"
#define POWERCAP_ZONES 32 /* of a host */
#define POWERCAP_PATH_BYTES 256

struct powercap {
    int count;
    struct powercap_zone {
        char path[POWERCAP_PATH_BYTES]; /* of its counter */
        uint64_t range;                 /* where it begins anew */
        uint64_t last;
    } zones[POWERCAP_ZONES];
    uint64_t energy; /* since it was opened */
};

/* False: there is nothing that can be read. */
bool powercap_open(struct powercap *powercap, const char *root);
/* Since it was opened; false: a counter could not be read this time. */
bool powercap_read(struct powercap *powercap, uint64_t *energy);

#endif
