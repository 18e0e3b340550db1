/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spawn.c - a world that starts another one: two runs.
 *
 *     mpiexec -n 2 ./spawn [multiple]
 *
 * Two parents spawn two children, by MPI_Comm_spawn or
 * MPI_Comm_spawn_multiple; parent 0 sends 40 bytes to child 1.
 */
#include <mpi.h>

static int spawn(char *self, int multiple, MPI_Comm *children)
{
    char *commands[] = { self, self };
    int counts[] = { 1, 1 };
    MPI_Info infos[] = { MPI_INFO_NULL, MPI_INFO_NULL };

    if (multiple)
        return MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts,
                                       infos, 0, MPI_COMM_WORLD, children,
                                       MPI_ERRCODES_IGNORE);
    return MPI_Comm_spawn(self, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0,
                          MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE);
}

static int parents(char *self, int multiple)
{
    MPI_Comm children;
    int data[10] = { 0 };
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (spawn(self, multiple, &children) != MPI_SUCCESS)
        return 77;
    if (rank == 0)
        MPI_Send(data, 10, MPI_INT, 1, 5, children);
    MPI_Comm_disconnect(&children);
    return 0;
}

static int child(MPI_Comm parent)
{
    int data[10];
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Recv(data, 10, MPI_INT, 0, 5, parent, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&parent);
    return 0;
}

int main(int count, char **arguments)
{
    MPI_Comm parent;
    int result;

    MPI_Init(&count, &arguments);
    MPI_Comm_get_parent(&parent);
    result = parent == MPI_COMM_NULL ? parents(arguments[0], count > 1)
                                     : child(parent);
    MPI_Finalize();
    return result;
}
