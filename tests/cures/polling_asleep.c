/* polling_asleep.c - rank 0 looks again and again for the message of rank 1,
 * which works longer before it sends, and sleeps in between. */
#include "cures.h"

static void receive(void)
{
    MPI_Status status;
    double data;
    int found = 0;

    while (!found) {
        MPI_Iprobe(1, 0, WORLD, &found, &status);
        if (!found)
            wait_for_disk(0.4);
    }
    MPI_Recv(&data, 1, MPI_DOUBLE, 1, 0, WORLD, MPI_STATUS_IGNORE);
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
            receive();
        }
    }
}
