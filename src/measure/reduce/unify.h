/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unify.h - merges the definitions of all ranks into one table.
 *
 * Up a binomial tree each rank merges its children's tables into its own and
 * sends the result on; down the tree every rank learns the run's ids of the
 * definitions it sent.  O(log P) rounds; a rank holds its own table and one
 * child's.  Collective over comm.
 * Threads: one.  Memory: outputs are the caller's.  Errors: a rank without
 * memory fails, and so do those whose names went through it; others succeed,
 * so the caller has all ranks agree.
 */
#ifndef MEASURE_REDUCE_UNIFY_H
#define MEASURE_REDUCE_UNIFY_H

#include <mpi.h>

#include "model/definitions.h"

/* *run: the run's table on rank 0, else NULL. map[kind][own id] is the run's
 * id; the caller frees the arrays. */
enum status unify_definitions(MPI_Comm comm, const struct definitions *own,
                              struct definitions **run,
                              uint32_t *map[DEFINITION_KINDS]);

#endif
