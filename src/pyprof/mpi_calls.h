/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpi_calls.h - which functions of a Python profile communicate.
 *
 * Threads: any.  No memory, no errors.
 */
#ifndef PYPROF_MPI_CALLS_H
#define PYPROF_MPI_CALLS_H

enum mpi_call {
    MPI_CALL_NONE,
    MPI_CALL_MPI,     /* mpi4py, and transfers of petsc4py: waits, no work */
    MPI_CALL_CLASS,   /* called like a class method of mpi4py, such as Waitall:
                     * MPI in a program that uses mpi4py */
    MPI_CALL_FUTURES, /* mpi4py.futures: waits for tasks, and moves them */
    MPI_CALL_H5PY,    /* I/O of h5py, which counts as MPI in parallel files */
    MPI_CALL_MIXED,   /* petsc4py, slepc4py: work and MPI, inseparable here */
    MPI_CALL_OPENS_H5PY /* opens a parallel file of h5py */
};

/* file and name: as cProfile has them. */
enum mpi_call mpi_call_of(const char *file, const char *name);

#endif
