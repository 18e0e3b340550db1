/*
 * overhead.h - what measuring took of one rank.
 *
 * Shape: of one thread, that which it took most of, each kind of work; and what
 * MPI_Finalize was longer for the whole rank.  Units: ns.  An event is the
 * begin or the end of a function or region.
 * Threads: one owner.  Memory: none of its own.
 */
#ifndef MODEL_OVERHEAD_H
#define MODEL_OVERHEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

struct overhead {
    uint64_t calls; /* of MPI; what one costs is in struct profile */
    uint64_t function_events, function_ns; /* of -finstrument-functions */
    uint64_t region_events, region_ns;     /* of all other regions */
    uint64_t sample_ns;   /* taking samples out, following their stacks */
    uint64_t resource_ns; /* reading resources */
    uint64_t finalize_ns; /* not part of T */
};

/* False: all is 0. */
bool overhead_is_known(const struct overhead *cost);

/* In the order of share/doc/profile-format.md. */
void overhead_encode(const struct overhead *cost, struct bytes_writer *out);
void overhead_decode(struct bytes_reader *in, struct overhead *out);

#endif
