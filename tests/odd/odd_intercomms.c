/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_intercomms.c - communication between two groups. */
#include "odd.h"

#define WORLD MPI_COMM_WORLD
#define MOST 16 /* ranks */
#define FIRST (odd_rank == 0) /* alone in its group */

/* The first process on one side, all others on the other.  *local is the
 * communicator of the own side. */
static MPI_Comm two_sides(MPI_Comm *local)
{
    MPI_Comm inter;

    CALL(MPI_Comm_split, WORLD, FIRST, 0, local);
    CALL(MPI_Intercomm_create, *local, 0, WORLD, FIRST ? 1 : 0, 3, &inter);
    return inter;
}

static void part(MPI_Comm *inter, MPI_Comm *local)
{
    CALL(MPI_Comm_free, inter);
    CALL(MPI_Comm_free, local);
}

CASE(sizes)
{
    int flag = 0, size = -1, remote = -1;
    MPI_Comm local, inter = two_sides(&local);
    MPI_Group group;

    CALL(MPI_Comm_test_inter, inter, &flag);
    CALL(MPI_Comm_size, inter, &size);
    CALL(MPI_Comm_remote_size, inter, &remote);
    CHECK(flag && size + remote == odd_ranks);
    CALL(MPI_Comm_remote_group, inter, &group);
    CALL(MPI_Group_size, group, &size);
    CHECK(size == remote);
    CALL(MPI_Group_free, &group);
    part(&inter, &local);
}

CASE(messages)
{
    int value = odd_rank, others = odd_ranks - 1;
    MPI_Comm local, inter = two_sides(&local);
    MPI_Status status;

    for (int i = 0; FIRST && i < others; i++) {
        CALL(MPI_Recv, &value, 1, MPI_INT, MPI_ANY_SOURCE, 1, inter,
             &status);
        CHECK(value == status.MPI_SOURCE + 1);
        CALL(MPI_Send, &value, 1, MPI_INT, status.MPI_SOURCE, 2, inter);
    }
    if (!FIRST) {
        CALL(MPI_Send, &value, 1, MPI_INT, 0, 1, inter);
        CALL(MPI_Recv, &value, 1, MPI_INT, 0, 2, inter, &status);
        CHECK(value == odd_rank && status.MPI_SOURCE == 0);
    }
    CALL(MPI_Sendrecv, &value, 1, MPI_INT, MPI_PROC_NULL, 3, &value, 1,
         MPI_INT, MPI_PROC_NULL, 3, inter, MPI_STATUS_IGNORE);
    part(&inter, &local);
}

CASE(rooted_collectives)
{
    int value = 5, all[MOST] = { 0 }, root = FIRST ? MPI_ROOT : 0, sum = 0;
    MPI_Comm local, inter = two_sides(&local);

    if (!FIRST)
        value = 0;
    CALL(MPI_Bcast, &value, 1, MPI_INT, root, inter);
    CHECK(value == 5);
    CALL(MPI_Gather, &value, 1, MPI_INT, all, 1, MPI_INT, root, inter);
    CHECK(!FIRST || all[odd_ranks - 2] == 5);
    CALL(MPI_Reduce, &value, &sum, 1, MPI_INT, MPI_SUM, root, inter);
    CHECK(!FIRST || sum == 5 * (odd_ranks - 1));
    CALL(MPI_Scatter, all, 1, MPI_INT, &value, 1, MPI_INT, root, inter);
    part(&inter, &local);
}

CASE(root_among_many)
{
    int value = odd_rank == 1 ? 8 : 0;
    int root = FIRST ? 0 : odd_rank == 1 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Comm local, inter = two_sides(&local);

    CALL(MPI_Bcast, &value, 1, MPI_INT, root, inter);
    CHECK(value == (odd_rank < 2 ? 8 : 0));
    part(&inter, &local);
}

CASE(collectives_of_all)
{
    int mine = odd_rank + 1, sum = 0, all[MOST] = { 0 };
    MPI_Comm local, inter = two_sides(&local);

    CALL(MPI_Barrier, inter);
    CALL(MPI_Allreduce, &mine, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(FIRST || sum == 1);
    CALL(MPI_Allgather, &mine, 1, MPI_INT, all, 1, MPI_INT, inter);
    CHECK(all[0] == (FIRST ? 2 : 1));
    CALL(MPI_Alltoall, all, 1, MPI_INT, all + 8, 1, MPI_INT, inter);
    part(&inter, &local);
}

CASE(collectives_without_waiting)
{
    int mine = 1, sum = 0;
    MPI_Comm local, inter = two_sides(&local);
    MPI_Request all[2];

    CALL(MPI_Ibarrier, inter, &all[0]);
    CALL(MPI_Iallreduce, &mine, &sum, 1, MPI_INT, MPI_SUM, inter, &all[1]);
    CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    CHECK(sum == (FIRST ? odd_ranks - 1 : 1));
    part(&inter, &local);
}

CASE(merged)
{
    int rank = -1, size = -1;
    MPI_Comm local, all, inter = two_sides(&local);

    CALL(MPI_Intercomm_merge, inter, FIRST, &all);
    CALL(MPI_Comm_rank, all, &rank);
    CALL(MPI_Comm_size, all, &size);
    CHECK(size == odd_ranks && rank == (odd_rank + odd_ranks - 1) % size);
    CALL(MPI_Bcast, &size, 1, MPI_INT, 0, all);
    CALL(MPI_Comm_free, &all);
    part(&inter, &local);
}

CASE(duplicated_and_split)
{
    int remote = -1;
    MPI_Comm local, twice, half, inter = two_sides(&local);

    CALL(MPI_Comm_dup, inter, &twice);
    CALL(MPI_Comm_remote_size, twice, &remote);
    CHECK(remote == (FIRST ? odd_ranks - 1 : 1));
    CALL(MPI_Barrier, twice);
    CALL(MPI_Comm_split, inter, odd_rank < 2, 0, &half);
    if (odd_rank < 2) {
        CALL(MPI_Comm_remote_size, half, &remote);
        CHECK(remote == 1);
        CALL(MPI_Sendrecv, &odd_rank, 1, MPI_INT, 0, 1, &remote, 1, MPI_INT,
             0, 1, half, MPI_STATUS_IGNORE);
        CHECK(remote == 1 - odd_rank);
    }
    if (half != MPI_COMM_NULL)
        CALL(MPI_Comm_free, &half);
    CALL(MPI_Comm_free, &twice);
    part(&inter, &local);
}
