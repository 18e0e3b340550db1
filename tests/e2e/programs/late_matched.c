/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_matched.c - waits of calls whose records do not say for what they wait,
 * for check_waits.py.
 *
 *     mpiexec -n 2 ./late_matched PREFIX
 */
#include <mpi.h>

#include "late_calls.h"

static char buffer[8];

static void receive_one(void)
{
    MPI_Recv(buffer, 8, MPI_BYTE, 1, 1, WORLD, MPI_STATUS_IGNORE);
}

static void sends(void)
{
    SEND_LATE(100, "probe.late", 8, 0, 1, WORLD);
    together();
    SEND_LATE(150, "iprobe.late", 8, 0, 1, WORLD);
    together();
    SEND_LATE(200, "testsome.late", 8, 0, 1, WORLD);
}

static void looks(void)
{
    MPI_Request request;
    int found = 0, index;

    CALLED("probe", MPI_Probe(1, 1, WORLD, MPI_STATUS_IGNORE));
    receive_one();
    together();
    enter("iprobe");
    while (!found)
        MPI_Iprobe(1, 1, WORLD, &found, MPI_STATUS_IGNORE);
    leave();
    receive_one();
    together();
    MPI_Irecv(buffer, 8, MPI_BYTE, 1, 1, WORLD, &request);
    enter("testsome");
    for (found = 0; found == 0;)
        MPI_Testsome(1, &request, &found, &index, MPI_STATUSES_IGNORE);
    leave();
}

#if MPI_VERSION >= 4
/* Rank 0 starts them in the other order. */
static void persistent(void)
{
    MPI_Request requests[2];

    for (int i = 0; i < 2; i++)
        MPI_Bcast_init(buffer + i, 1, MPI_BYTE, 1, WORLD, MPI_INFO_NULL,
                       &requests[i]);
    together();
    if (me == 1) {
        MPI_Start(&requests[0]);
        nap(150);
        CALLED("persistent bcast.late", MPI_Start(&requests[1]));
    } else {
        MPI_Start(&requests[1]);
        MPI_Start(&requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        CALLED("persistent bcast", MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}
#else
static void persistent(void)
{
}
#endif

int main(int argc, char **argv)
{
    begin_run(&argc, &argv, MPI_THREAD_SINGLE);
    if (argc != 2 || ranks != 2)
        MPI_Abort(WORLD, 2);
    together();
    if (me == 0)
        looks();
    else
        sends();
    persistent();
    end_run(argv[1]);
    return 0;
}
