/*
 * exchange.h - moves blocks of bytes between ranks, and agrees on errors.
 *
 * On a private communicator only; PMPI names only.  A block of any size goes
 * as its length and pieces of at most 1 GiB.  Threads: one.
 */
#ifndef MEASURE_REDUCE_EXCHANGE_H
#define MEASURE_REDUCE_EXCHANGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether all ranks say yes.  Before one rank may skip a collective step. */
bool exchange_agree(MPI_Comm comm, bool yes);

void exchange_send(MPI_Comm comm, int to, const void *data, size_t size);
/* A block that the caller frees; NULL (and size 0) without memory: then the
 * bytes are received and dropped. */
void *exchange_recv(MPI_Comm comm, int from, size_t *size);

#endif
