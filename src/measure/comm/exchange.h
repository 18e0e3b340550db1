/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * exchange.h - moves bytes and numbers between the ranks of a run.
 *
 * Uses a private communicator and PMPI names only.  All traffic follows one
 * binomial tree rooted at rank 0, so a rank talks to at most log2 P others,
 * always the same ones.  A waiting rank sleeps, with growing naps: ranks may
 * outnumber cores, and hundreds of polling ranks would leave no core to the
 * one that works.
 * Threads: one at a time.  Memory: static, and the block of exchange_recv().
 * Errors: MPI errors are left to MPI.
 */
#ifndef MEASURE_COMM_EXCHANGE_H
#define MEASURE_COMM_EXCHANGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Number of ranks on this host started by one launcher, as reported by the
 * launcher; 0: unknown. */
long exchange_ranks_on_host(void);

/* MPI_Wait that sleeps. */
void exchange_wait(MPI_Request *request);

/* ---- between two ranks ---- */

/* Sends a block of any size, as its length and pieces of at most 1 GiB. */
void exchange_send(MPI_Comm comm, int to, const void *data, size_t size);
/* Returns a block that the caller frees; NULL (and size 0) without memory: the
 * bytes are then received and dropped. */
void *exchange_recv(MPI_Comm comm, int from, size_t *size);

/* ---- collective: O(log P) rounds, no memory from the heap ---- */

/* Whether all ranks pass true.  Call before one rank may skip a collective
 * step. */
bool exchange_agree(MPI_Comm comm, bool yes);

/* Reduces each word over all ranks by its own operation, in a single round. */
enum exchange_fold { FOLD_SUM, FOLD_LEAST, FOLD_MOST, FOLD_BITS };
void exchange_fold(MPI_Comm comm, uint64_t *words,
                   const enum exchange_fold *folds, size_t count);

/* Broadcasts bytes of rank 0.  A rank without memory for them passes NULL. */
void exchange_share(MPI_Comm comm, void *data, size_t size);

/* Returns the sum of the sizes of all lower ranks, and broadcasts words of
 * rank 0 (up to EXCHANGE_WORDS). */
#define EXCHANGE_WORDS 7
uint64_t exchange_offset(MPI_Comm comm, uint64_t size, uint64_t *words,
                         size_t count);

/* Gathers `size' bytes (up to 64 KiB) of each rank on rank 0, into all, by
 * rank. */
void exchange_gather(MPI_Comm comm, const void *data, size_t size, void *all);

#endif
