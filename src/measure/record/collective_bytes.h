/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collective_bytes.h - bytes that a collective moves out of and into a rank.
 *
 * Counted as in Score-P, so that traces compare: with b = count x size and P
 * members, e.g. Bcast root P b / b and others 0 / b, Allreduce P b / P b, Scan
 * (P - me) b / (me + 1) b; MPI_IN_PLACE drops the rank's own share;
 * neighbourhood calls count by the degrees of the topology, without neighbours
 * beyond the edge of a grid; Barrier 0 / 0.  On an intercommunicator P is the
 * size of the remote group, and the rank with MPI_ROOT is the root.  Arguments
 * significant only at the root are read only there.
 * Threads: the calling one, with its own `types'.  Memory: none of its
 * own.  Errors: none.
 */
#ifndef MEASURE_RECORD_COLLECTIVE_BYTES_H
#define MEASURE_RECORD_COLLECTIVE_BYTES_H

#include "measure/record/hook.h"
#include "measure/track/comms.h"
#include "measure/track/datatypes.h"
#include "model/call.h"

struct collective_bytes {
    uint64_t out, in;
};

/* Whether the collective has a root argument.  Otherwise hook_collective has
 * root -1, which is MPI_PROC_NULL in some MPIs. */
bool collective_has_root(enum call_coll coll);

struct collective_bytes collective_bytes(enum call_coll coll,
                                         const struct hook_collective *args,
                                         struct comm_info *info,
                                         struct datatypes *types);

#endif
