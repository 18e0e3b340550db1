/*
 * profile_writer.h - all ranks write their sections of one profile file.
 *
 * Offsets come from a prefix sum of the sizes; every rank writes its own
 * section into the file, rank 0 the head, the definitions and the table of
 * sections (which takes 24 bytes per rank there, and nowhere else).  A rank
 * that does not see the file (a directory local to other hosts) hands its
 * section to rank 0.
 * Collective over comm; errors the same on all ranks, with no file left.
 * Threads: one; SIGXFSZ is to be blocked in it.
 */
#ifndef MEASURE_REDUCE_PROFILE_WRITER_H
#define MEASURE_REDUCE_PROFILE_WRITER_H

#include <mpi.h>

#include "base/bytes.h"
#include "base/status.h"

/* run: the encoded facts and definitions, on rank 0, else NULL.
 * error: why not, an errno of some rank; the caller says so. */
enum status profile_write(MPI_Comm comm, const char *path,
                          const struct bytes_writer *run,
                          const struct bytes_writer *rank, int *error);

#endif
