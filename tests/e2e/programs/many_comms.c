/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * many_comms.c - communicators and windows made and freed, again and again.
 *
 *     mpiexec -n N ./many_comms NUMBER PREFIX
 *
 * First each one is a duplicate of the one before, CHAIN times; then NUMBER
 * times two are made of MPI_COMM_WORLD, and then windows.  Prints
 * how many bytes were in use, per communicator, from half of them on.
 */
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect.h"

#define CHAIN 300

static int rank;

static void use(MPI_Comm comm)
{
    int one = 1, sum;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
}

static void chain(void)
{
    MPI_Comm last, next;

    MPI_Comm_dup(MPI_COMM_WORLD, &last);
    for (int i = 1; i < CHAIN; i++) {
        MPI_Comm_dup(last, &next);
        use(next);
        MPI_Comm_free(&last);
        last = next;
    }
    MPI_Comm_free(&last);
}

static void siblings(int number)
{
    size_t half = 0;

    for (int i = 0; i < number; i++) {
        MPI_Comm comm, kept;

        if (i == number / 2)
            half = mallinfo2().uordblks;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_dup(MPI_COMM_WORLD, &kept); /* two at a time */
        use(comm);
        MPI_Comm_free(&comm);
        use(kept);
        MPI_Comm_free(&kept);
    }
    if (rank == 0)
        printf("%ld bytes each\n",
               ((long)mallinfo2().uordblks - (long)half) / number);
}

static void windows(int number)
{
    static int memory[4];
    MPI_Win win;

    for (int i = 0; i < number; i++) {
        MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL,
                       MPI_COMM_WORLD, &win);
        MPI_Win_free(&win);
    }
}

int main(int argc, char **argv)
{
    int number = argc == 3 ? atoi(argv[1]) : 0, ranks;
    uint64_t used = CHAIN - 1 + 2 * (uint64_t)number;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    chain();
    siblings(number);
    windows(1200);
    expect("MPI_Init", 1, 0, 0);
    expect("MPI_Comm_dup", CHAIN + 2 * number, 0, 0);
    expect("MPI_Comm_free", CHAIN + 2 * number, 0, 0);
    expect("MPI_Allreduce", used, used * sizeof(int) * ranks,
           used * sizeof(int) * ranks);
    expect("MPI_Win_create", 1200, 0, 0);
    expect("MPI_Win_free", 1200, 0, 0);
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[2], rank);
    MPI_Finalize();
    return 0;
}
