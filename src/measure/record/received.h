/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * received.h - the message that a receive got, from its status.
 * Threads: any.  No memory.  Errors: an unknown size counts as 0 bytes.
 */
#ifndef MEASURE_RECORD_RECEIVED_H
#define MEASURE_RECORD_RECEIVED_H

#include <mpi.h>
#include <stdint.h>

struct received {
    int source, tag; /* rank in the communicator */
    uint64_t bytes;
};

static inline uint64_t received_bytes(const MPI_Status *status)
{
    MPI_Count bytes = 0;

    if (PMPI_Get_elements_x((MPI_Status *)status, MPI_BYTE, &bytes) !=
            MPI_SUCCESS ||
        bytes < 0)
        return 0;
    return (uint64_t)bytes;
}

#endif
