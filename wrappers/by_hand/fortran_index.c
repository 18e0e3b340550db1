/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fortran_index.c - finds the index that mpi_f08 returns for the first of many
 * requests.
 *
 * Asks the library itself: a null request and a finished one are tested, and
 * the result is 1 if mpi_f08 counts from 0 (MPICH 4.0), else 2.
 */
#include <pthread.h>

#include "fortran.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int first_index = 1;

static int query_request(void *state, MPI_Status *status)
{
    (void)state;
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int release_request(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel_request(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

static bool make_finished(MPI_Request *request)
{
    int (*start)(MPI_Grequest_query_function *, MPI_Grequest_free_function *,
                 MPI_Grequest_cancel_function *, void *, MPI_Request *) =
        next_function(NEXT_PMPI_Grequest_start);
    int (*complete)(MPI_Request) = next_function(NEXT_PMPI_Grequest_complete);

    return start(query_request, release_request, cancel_request, NULL,
                 request) == MPI_SUCCESS &&
           complete(*request) == MPI_SUCCESS;
}

static void ask_first_index(void)
{
    void (*testany)(void *, void *, void *, void *, void *, void *) =
        next_function(NEXT_mpi_testany_f08_);
    MPI_Fint handles[2], count = 2, index = 2, flag = 0, error = 0;
    MPI_Request finished;
    MPI_Status status;

    if (!make_finished(&finished))
        return;
    handles[0] = fortran_request(request_null());
    handles[1] = fortran_request(finished);
    testany(&count, handles, &index, &flag, &status, &error);
    if (error == MPI_SUCCESS && flag && (index == 1 || index == 2))
        first_index = index - 1;
}

int f08_first_index(void)
{
    pthread_once(&once, ask_first_index);
    return first_index;
}
