/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counted_calls.h - put before heat2d.c: it counts its own MPI calls, in files
 * named by the variable COUNTS, and writes its process id beside them.
 */
#ifndef TESTS_FAULTS_PROGRAMS_COUNTED_CALLS_H
#define TESTS_FAULTS_PROGRAMS_COUNTED_CALLS_H

#include <mpi.h>

#include "counts_file.h"

static int counted_as(int result)
{
    count();
    return result;
}

static inline int counted_init(int *argc, char ***argv)
{
    const char *prefix = getenv("COUNTS");
    int result = MPI_Init(argc, argv), rank;
    char path[4096];
    FILE *file;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    open_counts(prefix, rank, ONLY_THREAD);
    count();
    snprintf(path, sizeof(path), "%s.%d.pid", prefix, rank);
    file = fopen(path, "w");
    if (file == NULL)
        exit(9);
    fprintf(file, "%ld\n", (long)getpid());
    fclose(file);
    return result;
}

#define MPI_Init(...) counted_init(__VA_ARGS__)
#define MPI_Allreduce(...) counted_as(MPI_Allreduce(__VA_ARGS__))
#define MPI_Cart_coords(...) counted_as(MPI_Cart_coords(__VA_ARGS__))
#define MPI_Cart_create(...) counted_as(MPI_Cart_create(__VA_ARGS__))
#define MPI_Cart_shift(...) counted_as(MPI_Cart_shift(__VA_ARGS__))
#define MPI_Comm_free(...) counted_as(MPI_Comm_free(__VA_ARGS__))
#define MPI_Dims_create(...) counted_as(MPI_Dims_create(__VA_ARGS__))
#define MPI_Irecv(...) counted_as(MPI_Irecv(__VA_ARGS__))
#define MPI_Isend(...) counted_as(MPI_Isend(__VA_ARGS__))
#define MPI_Reduce(...) counted_as(MPI_Reduce(__VA_ARGS__))
#define MPI_Type_commit(...) counted_as(MPI_Type_commit(__VA_ARGS__))
#define MPI_Type_free(...) counted_as(MPI_Type_free(__VA_ARGS__))
#define MPI_Type_vector(...) counted_as(MPI_Type_vector(__VA_ARGS__))
#define MPI_Waitall(...) counted_as(MPI_Waitall(__VA_ARGS__))

#endif
