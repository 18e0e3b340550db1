/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * left_open.c - a program that does not clean up before MPI_Finalize.
 *
 *     mpiexec -n 2 ./left_open PREFIX
 *
 * It leaves communicators, besides one of a library, on rank 0 a file of its own and, where MPI survives
 * that, windows.  The prefix is the name of the file.
 */
#include <mpi.h>
#include <stdlib.h>

/* A library's communicator, as mpi4py makes one: it belongs to an attribute of
 * the program's, whose end frees it in MPI_Finalize. */
static int free_private(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)extra;
    return MPI_Comm_free(value);
}

static void use_library(void)
{
    static MPI_Comm private;
    int key;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_private, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &private);
    MPI_Comm_dup(MPI_COMM_WORLD, &private);
}

int main(int argc, char **argv)
{
    static int memory[4];
    MPI_Comm copy, again;
    MPI_File file;
    MPI_Win windows[2];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    use_library();
    MPI_Comm_dup(copy, &again);
    for (int i = 0; i < 2; i++)
        MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                       &windows[i]);
    MPI_Win_free(&windows[0]);
    if (rank == 0 && argc == 2)
        MPI_File_open(MPI_COMM_SELF, argv[1],
                      MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_Finalize();
    return 0;
}
