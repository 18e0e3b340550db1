/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * overhead.h - mpiprof's overhead on one rank.
 *
 * Shape: each kind of work of one thread, the thread with the largest
 * overhead, and the extra time in MPI_Finalize of the whole rank.
 * Units: ns.  An event is the entry or exit of a function or region.  Threads:
 * one owner.  Memory: none of its own.
 */
#ifndef MODEL_OVERHEAD_H
#define MODEL_OVERHEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

struct overhead {
    uint64_t calls; /* MPI calls; struct profile has the cost per call */
    uint64_t function_events, function_ns; /* from -finstrument-functions */
    uint64_t region_events, region_ns;     /* all other regions */
    uint64_t sample_ns;   /* draining samples and unwinding their stacks */
    uint64_t resource_ns; /* reading resources */
    uint64_t finalize_ns; /* not part of T */
};

/* False if all fields are 0. */
bool overhead_is_known(const struct overhead *cost);

/* Field order: share/doc/profile-format.md. */
void overhead_encode(const struct overhead *cost, struct bytes_writer *out);
void overhead_decode(struct bytes_reader *in, struct overhead *out);

#endif
