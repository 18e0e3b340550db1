/*
 * exchange.h - moves bytes and numbers between the ranks of a run.
 *
 * On a private communicator only; PMPI names only.  Everything goes along one
 * binomial tree with rank 0 at its root, so a rank talks to at most log2 P
 * others, always the same ones.
 * Who waits sleeps, with naps that become longer: there may be more ranks
 * than cores, and hundreds that poll leave no core to the one that works.
 * Threads: one at a time.  Errors of MPI are not handled: MPI does.
 */
#ifndef MEASURE_COMM_EXCHANGE_H
#define MEASURE_COMM_EXCHANGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of those that one launcher started, as it tells them; 0: it does not. */
long exchange_ranks_on_host(void);

/* MPI_Wait, asleep. */
void exchange_wait(MPI_Request *request);

/* ---- between two ranks ---- */

/* A block of any size goes as its length and pieces of at most 1 GiB. */
void exchange_send(MPI_Comm comm, int to, const void *data, size_t size);
/* A block that the caller frees; NULL (and size 0) without memory: then the
 * bytes are received and dropped. */
void *exchange_recv(MPI_Comm comm, int from, size_t *size);

/* ---- collective: O(log P) rounds, no memory from the heap ---- */

/* Whether all ranks say yes.  Before one rank may skip a collective step. */
bool exchange_agree(MPI_Comm comm, bool yes);

/* Each of the words becomes what its operation makes of it over all ranks, in
 * one round for all of them. */
enum exchange_fold { FOLD_SUM, FOLD_LEAST, FOLD_MOST, FOLD_BITS };
void exchange_fold(MPI_Comm comm, uint64_t *words,
                   const enum exchange_fold *folds, size_t count);

/* The bytes of rank 0 for all.  A rank with no memory for them says NULL. */
void exchange_share(MPI_Comm comm, void *data, size_t size);

/* The sum of the sizes of all lower ranks; and the words (up to
 * EXCHANGE_WORDS) of rank 0 for all. */
#define EXCHANGE_WORDS 7
uint64_t exchange_offset(MPI_Comm comm, uint64_t size, uint64_t *words,
                         size_t count);

/* `size` bytes (up to 64 KiB) of each rank to rank 0, into all, by rank. */
void exchange_gather(MPI_Comm comm, const void *data, size_t size, void *all);

#endif
