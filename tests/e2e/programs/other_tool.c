/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * other_tool.c - another tool between the program and MPI: counts four
 * procedures and says so at MPI_Finalize, in TOOL_OUTPUT.RANK.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static long sends, receives, reductions;
static int rank;

int MPI_Init(int *count, char ***arguments)
{
    int result = PMPI_Init(count, arguments);

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return result;
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int dest,
             int tag, MPI_Comm comm)
{
    sends++;
    return PMPI_Send(data, count, type, dest, tag, comm);
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int source, int tag,
             MPI_Comm comm, MPI_Status *status)
{
    receives++;
    return PMPI_Recv(data, count, type, source, tag, comm, status);
}

int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm)
{
    reductions++;
    return PMPI_Allreduce(in, out, count, type, op, comm);
}

int MPI_Finalize(void)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof(path), "%s.%d", getenv("TOOL_OUTPUT"), rank);
    file = fopen(path, "w");
    if (file != NULL) {
        fprintf(file, "%ld %ld %ld\n", sends, receives, reductions);
        fclose(file);
    }
    return PMPI_Finalize();
}
