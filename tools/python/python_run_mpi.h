/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_run_mpi.h - MPI time by Python function, of a run that was measured
 * while cProfile profiled it.
 *
 * Threads: one owner.  Memory: python_run_mpi_close() frees; what a rank has is
 * valid until the next rank is asked for.  Errors: logged; a rank that cannot be
 * read has no MPI time.
 */
#ifndef TOOLS_PYTHON_PYTHON_RUN_MPI_H
#define TOOLS_PYTHON_PYTHON_RUN_MPI_H

#include "model/profile.h"
#include "pyprof/pyprof.h"

struct python_run_mpi {
    struct profile *profile; /* NULL: none */
    struct pyprof_mpi mpi;   /* of the current rank */
};

/* Opens the profile of the run in a folder, if that has one. */
void python_run_mpi_open(struct python_run_mpi *run, const char *folder);
const struct pyprof_mpi *python_run_mpi_rank(struct python_run_mpi *run,
                                             int rank);
void python_run_mpi_close(struct python_run_mpi *run);

#endif
