/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * energy.h - the energy used by a host, from PAPI.
 *
 * Uses PAPI components that measure the host, not a device in it; sums all
 * such counters of the first component that has any.  Only used after counters
 * have started PAPI, since PAPI may load libraries and look for devices.
 * Components not used, and why: share/doc/resources.md.
 * Units: uJ.  Threads: the one that opened it.  Memory: none of its own.
 * Errors: none; failures leave nothing to read.  Without PAPI (energy_null.c)
 * nothing can ever be read.
 */
#ifndef MEASURE_COUNTERS_ENERGY_H
#define MEASURE_COUNTERS_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

/* CPUs on which the kernel's energy counters are read. */
#define ENERGY_CPUS "/sys/bus/event_source/devices/power/cpumask"

/* False if nothing can be read. */
bool energy_open(const char *cpus);
/* Energy since open; false if unreadable this time, or on this thread. */
bool energy_read(uint64_t *energy);
/* Allowed when not open. */
void energy_close(void);

#endif
