/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comm_names.c - communicators from every creator, with names and parents.
 *
 *     mpiexec -n 3 ./comm_names
 *
 * Some are named at once, some after they were used, some twice, some never.
 */
#include <mpi.h>
#include <stdio.h>

#define WORLD MPI_COMM_WORLD

static int rank, ranks;

static void use(MPI_Comm comm)
{
    MPI_Barrier(comm);
}

static void named(MPI_Comm comm, const char *name)
{
    use(comm);
    MPI_Comm_set_name(comm, name);
}

static void from_another(void)
{
    MPI_Comm first, second, third, half;
    MPI_Request request;

    MPI_Comm_dup(WORLD, &first);
    named(first, "an early name");
    named(first, "first");
    MPI_Comm_idup(first, &second, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    named(second, "second");
    MPI_Comm_split(second, rank > 0, 0, &half);
    named(half, rank > 0 ? "the others" : "the first one");
    MPI_Comm_dup(half, &third);
    use(third);
    MPI_Comm_free(&half);
    MPI_Comm_free(&third);
    MPI_Comm_split_type(first, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &half);
    named(half, "near");
    MPI_Comm_free(&half);
    MPI_Comm_free(&second);
    MPI_Comm_free(&first);
}

static void from_groups(void)
{
    MPI_Group all, two;
    MPI_Comm comm;
    int members[2] = { 0, 1 };

    MPI_Comm_group(WORLD, &all);
    MPI_Group_incl(all, 2, members, &two);
    MPI_Comm_create(WORLD, two, &comm);
    if (comm != MPI_COMM_NULL) {
        named(comm, "two of all");
        MPI_Comm_free(&comm);
    }
    if (rank < 2) {
        MPI_Comm_create_group(WORLD, two, 3, &comm);
        named(comm, "only two");
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&two);
    MPI_Group_free(&all);
}

static void topologies(void)
{
    int periodic = 1, keep = 1, index[3] = { 1, 2, 2 }, edges[2] = { 1, 0 };
    int from = (rank + ranks - 1) % ranks, to = (rank + 1) % ranks;
    MPI_Comm grid, comm;

    MPI_Cart_create(WORLD, 1, &ranks, &periodic, 0, &grid);
    named(grid, "grid");
    MPI_Cart_sub(grid, &keep, &comm);
    named(comm, "all of the grid");
    MPI_Comm_free(&comm);
    MPI_Comm_free(&grid);
    MPI_Graph_create(WORLD, 3, index, edges, 0, &comm);
    named(comm, "graph");
    MPI_Comm_free(&comm);
    MPI_Dist_graph_create_adjacent(WORLD, 1, &from, MPI_UNWEIGHTED, 1, &to,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    named(comm, "ring");
    MPI_Comm_free(&comm);
}

static void two_sides(void)
{
    MPI_Comm side, bridge, both;

    MPI_Comm_split(WORLD, rank > 0, 0, &side);
    MPI_Intercomm_create(side, 0, WORLD, rank > 0 ? 0 : 1, 9, &bridge);
    named(bridge, "bridge");
    MPI_Intercomm_merge(bridge, rank > 0, &both);
    named(both, "merged");
    MPI_Comm_free(&both);
    MPI_Comm_free(&bridge);
    MPI_Comm_free(&side);
}

/* Of all ranks' MPI_COMM_SELF one has another name. */
static void alone(void)
{
    int out = rank, in;

    if (rank == 0)
        MPI_Comm_set_name(MPI_COMM_SELF, "rank 0 alone");
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 5, &in, 1, MPI_INT, 0, 5, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &ranks);
    if (ranks != 3) {
        fprintf(stderr, "usage: mpiexec -n 3 comm_names\n");
        MPI_Abort(WORLD, 2);
    }
    from_another();
    from_groups();
    topologies();
    two_sides();
    alone();
    MPI_Finalize();
    return 0;
}
