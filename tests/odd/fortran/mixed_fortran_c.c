/* SPDX-License-Identifier: BSD-3-Clause */
/* mixed_fortran_c.c - the C part of mixed_fortran.F90. */
#include <mpi.h>

int c_sum(MPI_Fint comm, int number);
MPI_Fint c_duplicate(MPI_Fint comm);
void c_calls_back(MPI_Fint comm, void (*back)(MPI_Fint comm));
void c_finalize(void);

int c_sum(MPI_Fint comm, int number)
{
    int sum = -1;

    MPI_Allreduce(&number, &sum, 1, MPI_INT, MPI_SUM, MPI_Comm_f2c(comm));
    return sum;
}

MPI_Fint c_duplicate(MPI_Fint comm)
{
    MPI_Comm copy;

    MPI_Comm_dup(MPI_Comm_f2c(comm), &copy);
    return MPI_Comm_c2f(copy);
}

void c_calls_back(MPI_Fint comm, void (*back)(MPI_Fint comm))
{
    MPI_Barrier(MPI_Comm_f2c(comm));
    back(comm);
    MPI_Barrier(MPI_Comm_f2c(comm));
}

void c_finalize(void)
{
    MPI_Finalize();
}
