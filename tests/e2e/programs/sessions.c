/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sessions.c - sessions that not all processes have, or end.
 *
 *     mpiexec -n 3 ./sessions late SECONDS RANK   this rank is late at the end
 *     mpiexec -n 3 ./sessions exits               nobody ends its session
 *     mpiexec -n 3 ./sessions early               nor has a common communicator
 *     mpiexec -n 3 ./sessions quits               _exit() after the last one
 *
 * Ranks are those of mpi://WORLD.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank;

static MPI_Comm everybody(MPI_Session session, int wanted)
{
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group group;

    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Group_rank(group, &rank);
    if (wanted)
        MPI_Comm_create_from_group(group, "everybody", MPI_INFO_NULL,
                                   MPI_ERRORS_RETURN, &comm);
    MPI_Group_free(&group);
    return comm;
}

/* The launcher ends the others when one exits: rank 0 does so first. */
static void leave_early(void)
{
    sleep(rank == 0 ? 1 : 5);
    exit(0);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    MPI_Session session;
    MPI_Comm comm = MPI_COMM_NULL;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    comm = everybody(session, strcmp(what, "early") != 0);
    if (comm != MPI_COMM_NULL)
        MPI_Barrier(comm);
    if (strcmp(what, "exits") == 0 || strcmp(what, "early") == 0)
        leave_early();
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    if (strcmp(what, "late") == 0 && rank == atoi(arguments[3]))
        sleep((unsigned)atoi(arguments[2]));
    MPI_Session_finalize(&session);
    printf("%d ends\n", rank);
    fflush(stdout);
    if (strcmp(what, "quits") == 0) {
        sleep(1); /* a launcher may end those who have not come so far */
        _exit(0);
    }
    return 0;
}
