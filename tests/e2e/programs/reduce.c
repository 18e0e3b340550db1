/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * reduce.c - a collective, called by a pointer in constant data and by one in
 * a variable.
 *
 * With -DINNER a part is in a library.
 */
#include <mpi.h>
#include <stddef.h>

int inner(void);
#ifndef INNER
int inner(void)
{
    return 0;
}
#endif

typedef int allreduce(const void *, void *, int, MPI_Datatype, MPI_Op,
                      MPI_Comm);
static allreduce *const by_pointer[] = { NULL, MPI_Allreduce };
allreduce *by_variable = MPI_Allreduce;

int main(int count, char **arguments)
{
    int in = 1, out = 0;

    MPI_Init(&count, &arguments);
    MPI_Barrier(MPI_COMM_WORLD);
    by_pointer[count](&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    by_variable(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Finalize() + inner();
}
