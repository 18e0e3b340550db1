/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tested.c - one-sided transfers and transfers of files, tested until done.
 *
 *     mpiexec -n 2 ./tested
 *
 * Rank 0 alone transfers: to rank 1's window, and to and from a file.
 */
#include <mpi.h>

#define N 10

static int data[N], room[N];
static MPI_Win window;
static MPI_File file;

static void test(MPI_Request *request)
{
    int flag = 0;

    while (!flag)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

static void one_at_a_time(void)
{
    MPI_Request request;

    MPI_Rput(data, N, MPI_INT, 1, 0, N, MPI_INT, window, &request);
    test(&request);
    MPI_Rget(room, N, MPI_INT, 1, 0, N, MPI_INT, window, &request);
    test(&request);
    MPI_Raccumulate(data, N, MPI_INT, 1, 0, N, MPI_INT, MPI_SUM, window,
                    &request);
    test(&request);
    MPI_File_iwrite_at(file, 0, data, N, MPI_INT, &request);
    test(&request);
    MPI_File_iread_at(file, 0, room, 5, MPI_INT, &request);
    test(&request);
}

/* Both kinds in one call; the others are MPI_REQUEST_NULL. */
static void many_at_once(void)
{
    MPI_Request requests[3] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                                MPI_REQUEST_NULL };
    MPI_Status statuses[3];
    int flag = 0, index, done = 0, indices[3];

    MPI_Rput(data, N, MPI_INT, 1, 0, N, MPI_INT, window, &requests[0]);
    MPI_File_iwrite_at(file, 0, data, N, MPI_INT, &requests[2]);
    while (!flag)
        MPI_Testall(3, requests, &flag, statuses);
    MPI_Rput(data, N, MPI_INT, 1, 0, N, MPI_INT, window, &requests[1]);
    for (flag = 0; !flag;)
        MPI_Testany(3, requests, &index, &flag, &statuses[0]);
    MPI_File_iwrite_at(file, 0, data, N, MPI_INT, &requests[2]);
    while (done == 0)
        MPI_Testsome(3, requests, &done, indices, statuses);
}

/* What a flush has completed is no longer tested. */
static void flushed(void)
{
    MPI_Request request;

    MPI_Rput(data, N, MPI_INT, 1, 0, N, MPI_INT, window, &request);
    MPI_Win_flush(1, window);
    test(&request);
}

int main(int count, char **arguments)
{
    static int shown[N];
    int rank;

    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(shown, sizeof(shown), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window);
    MPI_File_open(MPI_COMM_WORLD, "tested.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Win_lock_all(0, window);
    if (rank == 0) {
        one_at_a_time();
        many_at_once();
        flushed();
    }
    MPI_Win_unlock_all(window);
    MPI_File_close(&file);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
