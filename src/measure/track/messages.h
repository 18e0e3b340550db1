/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * messages.h - the communicators of matched but not yet received messages.
 *
 * Between MPI_Mprobe and MPI_Mrecv only the message handle is known.
 * Threads: any, serialised here.  Memory: a hash table that grows.
 * Errors: without memory a message is unknown.
 */
#ifndef MEASURE_TRACK_MESSAGES_H
#define MEASURE_TRACK_MESSAGES_H

#include <mpi.h>

#include "measure/track/comms.h"

void messages_add(MPI_Message message, struct comm_info *comm);
/* Removes the entry; NULL: unknown.  If another thread has since got the same
 * handle, the entry added first is meant. */
struct comm_info *messages_take(MPI_Message message);
void messages_teardown(void);

#endif
