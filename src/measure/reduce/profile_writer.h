/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile_writer.h - writes one profile file from the sections of all ranks.
 *
 * Offsets come from a prefix sum of the sizes; every rank writes its own
 * section into the file, rank 0 also the head, the definitions and the table
 * of sections (about 100 bytes per rank, on rank 0 only).  A rank that cannot
 * see the file (a directory local to other hosts) sends its section to rank 0.
 * Four passes through a tree of the ranks, each O(log P) rounds.
 * Threads: one, with SIGXFSZ blocked.  Memory: the caller destroys
 * *out.  Errors: see the functions.
 */
#ifndef MEASURE_REDUCE_PROFILE_WRITER_H
#define MEASURE_REDUCE_PROFILE_WRITER_H

#include <mpi.h>

#include "base/bytes.h"
#include "base/status.h"

struct profile_writer;

/* Not collective: the caller has all ranks agree on success. */
enum status profile_writer_create(MPI_Comm comm, struct profile_writer **out);
void profile_writer_destroy(struct profile_writer *writer);

/* Collective; errors are the same on all ranks, with no file left. run: the
 * encoded facts and definitions, on rank 0, else NULL.  A rank without its
 * data passes a bytes_writer that has failed. error: the reason, an errno of
 * some rank; the caller reports it. */
enum status profile_writer_write(struct profile_writer *writer,
                                 const char *path,
                                 const struct bytes_writer *run,
                                 const struct bytes_writer *rank, int *error);

#endif
