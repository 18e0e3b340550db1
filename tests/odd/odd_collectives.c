/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_collectives.c - blocking collectives: in place, zero counts, odd roots,
 * arguments that only the root has, operators of the program. */
#include "odd.h"

#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define MOST 16 /* ranks */

static bool is_root(int root)
{
    return odd_rank == root;
}

CASE(barrier_everywhere)
{
    MPI_Comm comm;

    CALL(MPI_Barrier, MPI_COMM_SELF);
    CALL(MPI_Comm_dup, WORLD, &comm);
    for (int i = 0; i < 5; i++)
        CALL(MPI_Barrier, comm);
    CALL(MPI_Comm_free, &comm);
}

CASE(bcast_from_each)
{
    for (int root = 0; root < odd_ranks; root++) {
        int value = is_root(root) ? root + 100 : -1;

        CALL(MPI_Bcast, &value, 1, MPI_INT, root, WORLD);
        CHECK(value == root + 100);
    }
    CALL(MPI_Bcast, NULL, 0, MPI_INT, 0, WORLD);
}

CASE(bcast_types_that_match)
{
    int data[6] = { 0 };
    MPI_Datatype pair;

    CALL(MPI_Type_contiguous, 2, MPI_INT, &pair);
    CALL(MPI_Type_commit, &pair);
    if (is_root(0))
        for (int i = 0; i < 6; i++)
            data[i] = i;
    if (is_root(0))
        CALL(MPI_Bcast, data, 6, MPI_INT, 0, WORLD);
    else
        CALL(MPI_Bcast, data, 3, pair, 0, WORLD);
    CALL(MPI_Type_free, &pair);
    CHECK(data[5] == 5);
}

CASE(gather_root_only_arguments)
{
    int mine = odd_rank, all[MOST] = { 0 };

    if (is_root(1))
        CALL(MPI_Gather, &mine, 1, MPI_INT, all, 1, MPI_INT, 1, WORLD);
    else
        CALL(MPI_Gather, &mine, 1, MPI_INT, NULL, -7, MPI_DATATYPE_NULL, 1,
             WORLD);
    CHECK(!is_root(1) || all[odd_ranks - 1] == odd_ranks - 1);
}

CASE(gather_in_place)
{
    int mine = odd_rank, all[MOST];

    memset(all, -1, sizeof(all));
    all[odd_rank] = odd_rank;
    if (is_root(0))
        CALL(MPI_Gather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT,
             0, WORLD);
    else
        CALL(MPI_Gather, &mine, 1, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, 0,
             WORLD);
    CHECK(!is_root(0) || (all[0] == 0 && all[1] == 1));
}

CASE(gatherv_in_place)
{
    int counts[MOST], starts[MOST], all[2 * MOST], mine[2];

    memset(all, -1, sizeof(all));
    for (int i = 0; i < odd_ranks; i++) {
        counts[i] = i % 2 ? 2 : 1;
        starts[i] = 2 * i;
    }
    mine[0] = mine[1] = odd_rank;
    all[0] = 0;
    if (is_root(0))
        CALL(MPI_Gatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts,
             starts, MPI_INT, 0, WORLD);
    else
        CALL(MPI_Gatherv, mine, counts[odd_rank], MPI_INT, NULL, NULL, NULL,
             MPI_DATATYPE_NULL, 0, WORLD);
    CHECK(!is_root(0) || (all[2] == 1 && all[3] == 1 && all[1] == -1));
}

CASE(gatherv_zero_counts)
{
    int counts[MOST] = { 0 }, starts[MOST] = { 0 }, mine = 5, all = -1;

    counts[1] = 1;
    CALL(MPI_Gatherv, odd_rank == 1 ? &mine : NULL, odd_rank == 1, MPI_INT,
         &all, counts, starts, MPI_INT, 0, WORLD);
    CHECK(!is_root(0) || all == 5);
}

CASE(scatter_root_only_arguments)
{
    int all[MOST], mine = -1, root = odd_ranks - 1;

    for (int i = 0; i < odd_ranks; i++)
        all[i] = 10 * i;
    if (is_root(root))
        CALL(MPI_Scatter, all, 1, MPI_INT, &mine, 1, MPI_INT, root, WORLD);
    else
        CALL(MPI_Scatter, NULL, -3, MPI_DATATYPE_NULL, &mine, 1, MPI_INT,
             root, WORLD);
    CHECK(mine == 10 * odd_rank);
}

CASE(scatter_in_place)
{
    int all[MOST], mine = -1;

    for (int i = 0; i < odd_ranks; i++)
        all[i] = 10 * i;
    if (is_root(0))
        CALL(MPI_Scatter, all, 1, MPI_INT, MPI_IN_PLACE, 0,
             MPI_DATATYPE_NULL, 0, WORLD);
    else
        CALL(MPI_Scatter, NULL, 0, MPI_DATATYPE_NULL, &mine, 1, MPI_INT, 0,
             WORLD);
    CHECK(is_root(0) ? all[0] == 0 : mine == 10 * odd_rank);
}

CASE(scatterv_in_place)
{
    int all[MOST], counts[MOST], starts[MOST], mine[2] = { -1, -1 };

    for (int i = 0; i < odd_ranks; i++) {
        all[i] = i + 1;
        counts[i] = i == 2 ? 0 : 1;
        starts[i] = i;
    }
    if (is_root(0))
        CALL(MPI_Scatterv, all, counts, starts, MPI_INT, MPI_IN_PLACE, 0,
             MPI_DATATYPE_NULL, 0, WORLD);
    else
        CALL(MPI_Scatterv, NULL, NULL, NULL, MPI_DATATYPE_NULL, mine,
             odd_rank == 2 ? 0 : 1, MPI_INT, 0, WORLD);
    CHECK(is_root(0) || mine[0] == (odd_rank == 2 ? -1 : odd_rank + 1));
}

CASE(allgather_in_place)
{
    int all[MOST];

    memset(all, -1, sizeof(all));
    all[odd_rank] = odd_rank * 3;
    CALL(MPI_Allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT,
         WORLD);
    for (int i = 0; i < odd_ranks; i++)
        CHECK(all[i] == i * 3);
}

CASE(allgatherv_in_place)
{
    int all[2 * MOST], counts[MOST], starts[MOST];

    memset(all, -1, sizeof(all));
    for (int i = 0; i < odd_ranks; i++) {
        counts[i] = i; /* nothing from the first */
        starts[i] = 2 * (odd_ranks - 1 - i); /* backwards, with gaps */
    }
    for (int i = 0; i < odd_rank && i < 2; i++)
        all[starts[odd_rank] + i] = odd_rank;
    CALL(MPI_Allgatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts,
         starts, MPI_INT, WORLD);
    CHECK(all[starts[1]] == 1 && all[starts[1] + 1] == -1);
    CALL(MPI_Allgatherv, &odd_rank, odd_rank > 0, MPI_INT, all,
         (int[]){ 0, 1, 1 }, (int[]){ 0, 4, 5 }, MPI_INT, WORLD);
    CHECK(all[4] == 1 && all[5] == 2);
}

CASE(alltoall_in_place)
{
    int all[MOST];

    for (int i = 0; i < odd_ranks; i++)
        all[i] = 100 * odd_rank + i;
    CALL(MPI_Alltoall, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT,
         WORLD);
    for (int i = 0; i < odd_ranks; i++)
        CHECK(all[i] == 100 * i + odd_rank);
    CALL(MPI_Alltoall, NULL, 0, MPI_INT, NULL, 0, MPI_INT, WORLD);
}

CASE(alltoallv_in_place)
{
    int all[MOST], counts[MOST], starts[MOST];

    for (int i = 0; i < odd_ranks; i++) {
        all[i] = 100 * odd_rank + i;
        counts[i] = 1;
        starts[i] = i;
    }
    CALL(MPI_Alltoallv, MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, all,
         counts, starts, MPI_INT, WORLD);
    for (int i = 0; i < odd_ranks; i++)
        CHECK(all[i] == 100 * i + odd_rank);
}

CASE(alltoallv_uneven)
{
    int out[MOST * MOST], in[MOST * MOST];
    int out_counts[MOST], in_counts[MOST], starts[MOST];

    memset(in, -1, sizeof(in));
    for (int i = 0; i < MOST * MOST; i++)
        out[i] = odd_rank;
    for (int i = 0; i < odd_ranks; i++) {
        out_counts[i] = (odd_rank + i) % 3;
        in_counts[i] = (odd_rank + i) % 3;
        starts[i] = i * MOST;
    }
    CALL(MPI_Alltoallv, out, out_counts, starts, MPI_INT, in, in_counts,
         starts, MPI_INT, WORLD);
    for (int i = 0; i < odd_ranks; i++)
        CHECK(in[i * MOST] == (in_counts[i] > 0 ? i : -1));
}

CASE(alltoallw_mixed)
{
    int out[MOST], in[MOST], counts[MOST], starts[MOST];
    MPI_Datatype types[MOST];

    for (int i = 0; i < odd_ranks; i++) {
        out[i] = 10 * odd_rank + i;
        in[i] = -1;
        counts[i] = (odd_rank + i) % 2 ? (int)sizeof(int) : 1;
        types[i] = (odd_rank + i) % 2 ? MPI_BYTE : MPI_INT;
        starts[i] = i * (int)sizeof(int);
    }
    CALL(MPI_Alltoallw, out, counts, starts, types, in, counts, starts,
         types, WORLD);
    for (int i = 0; i < odd_ranks; i++)
        CHECK(in[i] == 10 * i + odd_rank);
    CALL(MPI_Alltoallw, MPI_IN_PLACE, NULL, NULL, NULL, in, counts, starts,
         types, WORLD);
    CHECK(in[odd_rank] == 11 * odd_rank);
}

CASE(reductions_in_place)
{
    int sum = odd_rank + 1, total = odd_ranks * (odd_ranks + 1) / 2, all[2];

    if (is_root(0))
        CALL(MPI_Reduce, MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, 0, WORLD);
    else
        CALL(MPI_Reduce, &sum, NULL, 1, MPI_INT, MPI_SUM, 0, WORLD);
    CHECK(sum == (is_root(0) ? total : odd_rank + 1));
    all[0] = odd_rank;
    all[1] = -odd_rank;
    CALL(MPI_Allreduce, MPI_IN_PLACE, all, 2, MPI_INT, MPI_MAX, WORLD);
    CHECK(all[0] == odd_ranks - 1 && all[1] == 0);
    sum = 1;
    CALL(MPI_Scan, MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    CHECK(sum == odd_rank + 1);
    sum = 1;
    CALL(MPI_Exscan, MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    CHECK(odd_rank == 0 || sum == odd_rank);
}

CASE(reductions_of_nothing)
{
    CALL(MPI_Reduce, NULL, NULL, 0, MPI_DOUBLE, MPI_SUM, 0, WORLD);
    CALL(MPI_Allreduce, NULL, NULL, 0, MPI_DOUBLE, MPI_MIN, WORLD);
    CALL(MPI_Scan, NULL, NULL, 0, MPI_INT, MPI_SUM, WORLD);
    CALL(MPI_Exscan, NULL, NULL, 0, MPI_INT, MPI_SUM, WORLD);
}

CASE(reduce_scatter_both)
{
    int counts[MOST], data[MOST], mine[2] = { -1, -1 };

    for (int i = 0; i < odd_ranks; i++) {
        counts[i] = 1;
        data[i] = i;
    }
    CALL(MPI_Reduce_scatter, data, mine, counts, MPI_INT, MPI_SUM, WORLD);
    CHECK(mine[0] == odd_rank * odd_ranks);
    CALL(MPI_Reduce_scatter_block, data, mine, 1, MPI_INT, MPI_SUM, WORLD);
    CHECK(mine[0] == odd_rank * odd_ranks);
    CALL(MPI_Reduce_scatter_block, MPI_IN_PLACE, data, 1, MPI_INT, MPI_SUM,
         WORLD);
    CHECK(data[0] == odd_rank * odd_ranks);
}

CASE(reduce_scatter_in_place)
{
    int counts[MOST] = { 0 }, data[4] = { 1, 2, 3, 4 };

    counts[0] = 1;
    counts[odd_ranks - 1] = 3;
    CALL(MPI_Reduce_scatter, MPI_IN_PLACE, data, counts, MPI_INT, MPI_SUM,
         WORLD);
    CHECK(odd_rank != 0 || data[0] == odd_ranks);
    CHECK(odd_rank != odd_ranks - 1 || data[2] == 4 * odd_ranks);
}

static void multiply_add(void *in, void *inout, int *count,
                         MPI_Datatype *type)
{
    int *a = in, *b = inout, size = 0;

    UNSEEN(MPI_Type_size, *type, &size);
    for (int i = 0; i < *count * size / (int)sizeof(int); i++)
        b[i] = a[i] * 2 + b[i];
}

CASE(operator_of_the_program)
{
    int mine = 1, all = 0, commutes = 5;
    MPI_Op op;

    CALL(MPI_Op_create, multiply_add, 0, &op);
    CALL(MPI_Op_commutative, op, &commutes);
    CHECK(commutes == 0);
    CALL(MPI_Reduce, &mine, &all, 1, MPI_INT, op, 0, WORLD);
    CHECK(odd_rank != 0 || all > 1);
    all = 0;
    CALL(MPI_Allreduce, &mine, &all, 1, MPI_INT, op, WORLD);
    CHECK(all > 1);
    CALL(MPI_Op_free, &op);
    CHECK(op == MPI_OP_NULL);
}

CASE(operator_on_derived_type)
{
    int mine[4] = { 1, 2, 3, 4 }, all[4] = { 0 };
    MPI_Datatype pair;
    MPI_Op op;

    CALL(MPI_Type_contiguous, 2, MPI_INT, &pair);
    CALL(MPI_Type_commit, &pair);
    CALL(MPI_Op_create, multiply_add, 1, &op);
    CALL(MPI_Allreduce, mine, all, 2, pair, op, WORLD);
    CHECK(all[3] > 4);
    CALL(MPI_Op_free, &op);
    CALL(MPI_Type_free, &pair);
}

CASE(reduce_local)
{
    int in[2] = { 1, 2 }, inout[2] = { 10, 20 }, commutes = 0;

    CALL(MPI_Reduce_local, in, inout, 2, MPI_INT, MPI_SUM);
    CHECK(inout[0] == 11 && inout[1] == 22);
    CALL(MPI_Op_commutative, MPI_SUM, &commutes);
    CHECK(commutes);
}

CASE(every_operator)
{
    MPI_Op all[] = { MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND,
                     MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR };
    struct { double value; int where; } mine = { odd_rank, odd_rank }, best;
    int one = 1, result = -1;

    for (int i = 0; i < COUNT_OF(all); i++)
        CALL(MPI_Allreduce, &one, &result, 1, MPI_INT, all[i], WORLD);
    CHECK(result == odd_ranks % 2);
    CALL(MPI_Allreduce, &mine, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, WORLD);
    CHECK(best.where == odd_ranks - 1);
    CALL(MPI_Allreduce, &mine, &best, 1, MPI_DOUBLE_INT, MPI_MINLOC, WORLD);
    CHECK(best.where == 0);
}

CASE(alone_with_itself)
{
    int data = 4, room = 0;

    CALL(MPI_Bcast, &data, 1, MPI_INT, 0, MPI_COMM_SELF);
    CALL(MPI_Allreduce, &data, &room, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    CALL(MPI_Gather, &data, 1, MPI_INT, &room, 1, MPI_INT, 0, MPI_COMM_SELF);
    CALL(MPI_Alltoall, &data, 1, MPI_INT, &room, 1, MPI_INT, MPI_COMM_SELF);
    CALL(MPI_Exscan, &data, &room, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    CHECK(room == 4);
}

CASE(error_in_a_collective)
{
    int data = 1, code, class = -1;

    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_RETURN);
    code = CALL(MPI_Bcast, &data, 1, MPI_INT, odd_ranks, WORLD);
    CALL(MPI_Error_class, code, &class);
    CHECK(class == MPI_ERR_ROOT);
    code = CALL(MPI_Allreduce, &data, &data, -1, MPI_INT, MPI_SUM, WORLD);
    CALL(MPI_Error_class, code, &class);
    CHECK(class == MPI_ERR_COUNT || class == MPI_ERR_BUFFER);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_ARE_FATAL);
}
