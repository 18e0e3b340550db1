/*
 * profile_writer.h - all ranks write their sections of one profile file.
 *
 * Offsets come from a prefix sum of the sizes; every rank writes its own
 * section into the file, rank 0 also the head, the definitions and the table
 * of sections (which takes some 100 bytes per rank there, and nowhere else).
 * A rank that does not see the file (a directory local to other hosts) hands
 * its section to rank 0.
 * Four times through a tree of the ranks, each O(log P) rounds.
 * Threads: one; SIGXFSZ is to be blocked in it.
 */
#ifndef MEASURE_REDUCE_PROFILE_WRITER_H
#define MEASURE_REDUCE_PROFILE_WRITER_H

#include <mpi.h>

#include "base/bytes.h"
#include "base/status.h"

struct profile_writer;

/* Not collective: the caller has all ranks agree that there was memory. */
enum status profile_writer_create(MPI_Comm comm, struct profile_writer **out);
void profile_writer_destroy(struct profile_writer *writer);

/* Collective; errors the same on all ranks, with no file left.
 * run: the encoded facts and definitions, on rank 0, else NULL.  A rank that
 * has not its data passes a bytes_writer that has failed.
 * error: why not, an errno of some rank; the caller says so. */
enum status profile_writer_write(struct profile_writer *writer,
                                 const char *path,
                                 const struct bytes_writer *run,
                                 const struct bytes_writer *rank, int *error);

#endif
