/* polling.c - rank 0 asks again and again for the message of rank 1, which
 * works longer before it sends. */
#include "cures.h"

static void poll(void)
{
    MPI_Request request;
    double data;
    int done = 0;

    MPI_Irecv(&data, 1, MPI_DOUBLE, 1, 0, WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
}

static void produce(void)
{
    double data = 0;

    work(CURED(1) ? 20 : 30);
    MPI_Send(&data, 1, MPI_DOUBLE, 0, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 6; i++) {
        if (me == 1) {
            produce();
        } else {
            work(CURED(1) ? 20 : 10);
            poll();
        }
    }
}
