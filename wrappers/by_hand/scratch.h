/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scratch.h - per-thread memory for copies of request and status arrays.
 *
 * Grows to the largest array a thread ever passed, is reused by the thread's
 * next call and freed when the thread ends.
 * Threads: one scratch each.  Errors: NULL without memory; the call is then
 * counted as time only.
 */
#ifndef WRAPPERS_BY_HAND_SCRATCH_H
#define WRAPPERS_BY_HAND_SCRATCH_H

#include <mpi.h>

struct scratch {
    int room;
    MPI_Request *requests; /* `room' elements in each array */
    MPI_Status *statuses;
    int *indices;
    int ended; /* number of indices, see completion.h */
    int type_room[2];
    MPI_Datatype *types[2]; /* Alltoallw: to send, to receive */
};

/* Room for count requests, statuses and indices. */
struct scratch *scratch_get(int count);

/* Room for count types in types[which]. */
struct scratch *scratch_get_types(int which, int count);

#endif
