/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * synthetic.h - a made-up run whose every number has a closed form.
 *
 * A heat2d of 100 steps on any number of ranks, two hosts (the first half of
 * the ranks on "alpha", the others on "beta").  Rank 2 is slow in "solve".
 * Rank r, in seconds:
 *
 *     outside regions   useful 0.2
 *     main/solve        useful 2.0, rank 2: 3.5
 *     main/halo         MPI_Isend 0.01, MPI_Irecv 0.01 (200 calls each),
 *                       MPI_Waitall 3.7 - solve (100 calls)
 *     main/residual     MPI_Allreduce 0.08 (100 calls)
 *
 * so that each rank runs for 4.0 s.  Every rank sends 100 x 8192 bytes to
 * each of its two neighbours in a ring.  MPI_Init takes 0.5 s.
 * Memory: profile_destroy().
 */
#ifndef TESTS_GOLDEN_SYNTHETIC_H
#define TESTS_GOLDEN_SYNTHETIC_H

#include "model/profile.h"

#define SYNTHETIC_SLOW_RANK 2

enum { SYNTHETIC_INIT, SYNTHETIC_ISEND, SYNTHETIC_IRECV, SYNTHETIC_WAITALL,
       SYNTHETIC_ALLREDUCE, SYNTHETIC_CALLS };

/* Memory, all zero; without any the program ends. */
void *synthetic_zeroed(size_t count, size_t size);
/* All ranks in memory. */
enum status synthetic_create(uint32_t ranks, struct profile **out);
/* Ranks are made one at a time, each with `copies` times as many rows.
 * host_ranks: so many neighbouring ones are on a host of their own, "alpha",
 * "beta", "n2", "n3" ...; 0: there are two. */
enum status synthetic_create_large(uint32_t ranks, uint32_t copies,
                                   uint32_t host_ranks,
                                   struct profile **out);

#endif
