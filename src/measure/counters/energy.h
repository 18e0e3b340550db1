/*
 * energy.h - the energy of a host, as PAPI tells it.
 *
 * Of the components of PAPI that know what a host uses, not what a device in it
 * does; all that the first of them has of it, in one number.  Asked only when
 * counters have started PAPI: that may load libraries and look for devices.
 * Those that are not asked, and why: share/doc/resources.md.
 * Units: uJ.  Threads: the one that opened it.  Memory: none of its own.
 * Errors: none, there is nothing to be read then.  Without PAPI
 * (energy_null.c) there never is.
 */
#ifndef MEASURE_COUNTERS_ENERGY_H
#define MEASURE_COUNTERS_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

/* The processors that the kernel's energy counters are read on. */
#define ENERGY_CPUS "/sys/bus/event_source/devices/power/cpumask"

/* False: there is nothing that can be read. */
bool energy_open(const char *cpus);
/* Since it was opened; false: it could not be read this time, or on this
 * thread. */
bool energy_read(uint64_t *energy);
/* Also when it is not open. */
void energy_close(void);

#endif
