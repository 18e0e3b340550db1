/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_tests.c - an MPI whose requests are done at the fourth question.
 *
 * A library that comes between the program and MPI: Test, Testall, Testany and
 * Testsome find nothing done three times, then wait.  For one thread.
 */
#include <mpi.h>
#include <stdbool.h>

#define TOO_EARLY 3

static bool is_early(void)
{
    static int asked;

    asked++;
    return asked % (TOO_EARLY + 1) != 0;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    *flag = !is_early();
    return *flag ? PMPI_Wait(request, status) : MPI_SUCCESS;
}

int MPI_Testall(int count, MPI_Request requests[], int *flag,
                MPI_Status statuses[])
{
    *flag = !is_early();
    return *flag ? PMPI_Waitall(count, requests, statuses) : MPI_SUCCESS;
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag,
                MPI_Status *status)
{
    *index = MPI_UNDEFINED;
    *flag = !is_early();
    return *flag ? PMPI_Waitany(count, requests, index, status) : MPI_SUCCESS;
}

int MPI_Testsome(int count, MPI_Request requests[], int *done, int indices[],
                 MPI_Status statuses[])
{
    *done = 0;
    return is_early() ? MPI_SUCCESS
                      : PMPI_Waitsome(count, requests, done, indices,
                                      statuses);
}
