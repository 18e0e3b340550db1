/*
 * late_probes.c - messages that are looked for before they come, for
 * check_waits.py.
 *
 *     mpiexec -n 2 ./late_probes PREFIX
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
    end_run(argv[1]);
    return 0;
}
