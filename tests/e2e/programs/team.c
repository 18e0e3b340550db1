/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * team.c - a team of OpenMP calls MPI at once, each member another number of
 * times.
 *
 *     mpiexec -n 2 ./team [ROUNDS] PREFIX
 *
 * Member t makes ROUNDS (10) x (t + 1) exchanges, and waits for requests that the
 * member before it started.  With ROUNDS the exchanges are with MPI_PROC_NULL,
 * many in a short time.  Exits with 77 when this MPI has no
 * MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

#include "expect.h"

#define TEAM 4
#define BYTES(count) ((uint64_t)(count) * sizeof(int))

static int other, partner, rounds = 10;
static int out[TEAM][TEAM], in[TEAM][TEAM];
static MPI_Request requests[TEAM][2];

static void start(int member)
{
    MPI_Irecv(in[member], TEAM, MPI_INT, other, member, MPI_COMM_WORLD,
              &requests[member][0]);
    MPI_Isend(out[member], member + 1, MPI_INT, other, member,
              MPI_COMM_WORLD, &requests[member][1]);
}

static void exchange(int member)
{
    int mine[TEAM] = { 0 }, room[TEAM];

    for (int i = 0; i < rounds * (member + 1); i++)
        MPI_Sendrecv(mine, member + 1, MPI_INT, partner, member, room,
                     TEAM, MPI_INT, partner, member, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}

static void run(void)
{
#pragma omp parallel num_threads(TEAM)
    {
        int member = omp_get_thread_num();

        exchange(member);
#pragma omp barrier
        start(member);
#pragma omp barrier
        MPI_Wait(&requests[(member + TEAM - 1) % TEAM][1], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[(member + TEAM - 1) % TEAM][0], MPI_STATUS_IGNORE);
    }
}

static void expect_all(void)
{
    uint64_t numbers = 0, exchanges = 0, started = 0;

    for (int member = 0; member < TEAM; member++) {
        exchanges += (uint64_t)rounds * (uint64_t)(member + 1);
        numbers += (partner == MPI_PROC_NULL ? 0 : (uint64_t)rounds) * (uint64_t)(member + 1) *
                   (uint64_t)(member + 1);
        started += (uint64_t)(member + 1);
    }
    expect("MPI_Init_thread", 1, 0, 0);
    expect("MPI_Sendrecv", exchanges, BYTES(numbers), BYTES(numbers));
    expect("MPI_Irecv", TEAM, 0, 0);
    expect("MPI_Isend", TEAM, BYTES(started), 0);
    expect("MPI_Wait", 2 * TEAM, 0, BYTES(started));
    expect("MPI_Finalize", 1, 0, 0);
}

int main(int argc, char **argv)
{
    int level, again, is_main, rank;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Query_thread(&again);
    MPI_Is_thread_main(&is_main);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (level != again || !is_main)
        MPI_Abort(MPI_COMM_WORLD, 1);
    other = partner = 1 - rank;
    if (argc > 2) {
        partner = MPI_PROC_NULL;
        rounds = atoi(argv[1]);
    }
    if (level == MPI_THREAD_MULTIPLE) {
        run();
        expect_all();
        expect_write(argv[argc - 1], rank);
    }
    MPI_Finalize();
    return level == MPI_THREAD_MULTIPLE ? 0 : 77;
}
