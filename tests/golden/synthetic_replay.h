/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * synthetic_replay.h - what a replay would say of the run of synthetic.h.
 *
 * In each of its 100 steps all ranks wait 15 ms in MPI_Waitall for rank 2,
 * until it comes to MPI_Isend (rank 2 itself 1 ms for rank 1), and rank 0
 * waits 0.5 ms in MPI_Allreduce for rank 1.  In MPI_Init rank 1 waits 0.25 s.
 * Rank 2 is to blame with its work in main/solve: 1.2 s direct and 0.3 s for
 * each rank above 1 passed on; rank 1 with 0.1 s inside MPI_Allreduce.  The
 * path is 4 s long: 3.5 s of rank 2 in main/solve until MPI_Isend, 0.5 s of
 * rank 0 inside MPI_Allreduce.  T_ideal is 3.8 s.
 */
#ifndef TESTS_GOLDEN_SYNTHETIC_REPLAY_H
#define TESTS_GOLDEN_SYNTHETIC_REPLAY_H

#include "synthetic.h"

/* Adds it to a profile of at least 3 ranks. */
enum status synthetic_replay(struct profile *profile);

#endif
