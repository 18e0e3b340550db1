/*
 * unify.h - one table of definitions out of those of all ranks.
 *
 * Up a binomial tree each rank merges its children's tables into its own and
 * sends the result on; down the tree everybody learns the run's ids of what it
 * had sent.  O(log P) rounds; a rank holds its own table and one child's.
 * Collective over comm.  Threads: one.  Memory: outputs are the caller's.
 * Errors: a rank without memory, and those whose names went through it, know
 * nothing; the others do, so the caller has all ranks agree.
 */
#ifndef MEASURE_REDUCE_UNIFY_H
#define MEASURE_REDUCE_UNIFY_H

#include <mpi.h>

#include "model/definitions.h"

/* *run: on rank 0 the table of the run, elsewhere NULL.  map[kind][own id] is
 * the run's id; the arrays are the caller's to free. */
enum status unify_definitions(MPI_Comm comm, const struct definitions *own,
                              struct definitions **run,
                              uint32_t *map[DEFINITION_KINDS]);

#endif
