/*
 * left_open.h - says which windows and files were left open at MPI_Finalize,
 * which communicators and windows of all ranks share a row, and whether there
 * were more requests than are followed.
 *
 * Threads: one; collective over comm.  remarks: gets lines on rank 0.
 */
#ifndef MEASURE_LEFT_OPEN_H
#define MEASURE_LEFT_OPEN_H

#include <mpi.h>

#include "base/strbuf.h"

void left_open_tell(MPI_Comm comm, struct strbuf *remarks);

#endif
