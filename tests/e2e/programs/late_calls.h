/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_calls.h - calls of MPI_COMM_WORLD and others that come that much late.
 *
 * Macros, for each is to have a line of its own.  `buffer' is what is sent.
 */
#ifndef TESTS_E2E_PROGRAMS_LATE_CALLS_H
#define TESTS_E2E_PROGRAMS_LATE_CALLS_H

#include <mpi.h>

#include "moments.h"

#define WORLD MPI_COMM_WORLD

#define SEND_LATE(ms, name, bytes, to, tag, comm) \
    do { \
        nap(ms); \
        enter(name); \
        MPI_Send(buffer, bytes, MPI_BYTE, to, tag, comm); \
        leave(); \
    } while (0)

#define RECEIVE_LATE(ms, name, bytes) \
    do { \
        nap(ms); \
        enter(name); \
        MPI_Recv(buffer, bytes, MPI_BYTE, 0, 1, WORLD, MPI_STATUS_IGNORE); \
        leave(); \
    } while (0)

#endif
