/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_topologies.c - topologies and collectives among neighbours. */
#include "odd.h"

#include <string.h>

#define WORLD MPI_COMM_WORLD
#define MOST 16 /* neighbours */

/* A line of processes without a ring: the ends have no neighbour. */
static MPI_Comm a_line(int periodic)
{
    int reorder = 0;
    MPI_Comm comm;

    CALL(MPI_Cart_create, WORLD, 1, &odd_ranks, &periodic, reorder, &comm);
    return comm;
}

CASE(grid)
{
    int dims[2] = { 0, 1 }, periods[2] = { 1, 0 }, coords[2], rank = -1;
    int source = -9, dest = -9, count = 0, kind = 0;
    MPI_Comm comm;

    CALL(MPI_Dims_create, odd_ranks, 2, dims);
    CHECK(dims[0] == odd_ranks);
    CALL(MPI_Cart_create, WORLD, 2, dims, periods, 1, &comm);
    CALL(MPI_Topo_test, comm, &kind);
    CHECK(kind == MPI_CART);
    CALL(MPI_Cartdim_get, comm, &count);
    CALL(MPI_Cart_get, comm, 2, dims, periods, coords);
    CALL(MPI_Cart_rank, comm, coords, &rank);
    CALL(MPI_Cart_coords, comm, rank, 2, coords);
    CALL(MPI_Cart_shift, comm, 0, 1, &source, &dest);
    CHECK(source == (rank + odd_ranks - 1) % odd_ranks);
    CALL(MPI_Cart_shift, comm, 1, 1, &source, &dest);
    CHECK(count == 2 && dest == MPI_PROC_NULL);
    CALL(MPI_Cart_map, WORLD, 2, dims, periods, &rank);
    CALL(MPI_Comm_free, &comm);
}

CASE(part_of_a_grid)
{
    int dims[2] = { odd_ranks, 1 }, periods[2] = { 0, 0 };
    int keep[2] = { 0, 1 }, size = 0;
    MPI_Comm comm, part;

    CALL(MPI_Cart_create, WORLD, 2, dims, periods, 0, &comm);
    CALL(MPI_Cart_sub, comm, keep, &part);
    CALL(MPI_Comm_size, part, &size);
    CHECK(size == 1);
    CALL(MPI_Comm_free, &part);
    CALL(MPI_Comm_free, &comm);
}

CASE(smaller_grid_than_world)
{
    int two = 2, periodic = 0;
    MPI_Comm comm;

    CALL(MPI_Cart_create, WORLD, 1, &two, &periodic, 0, &comm);
    CHECK((comm == MPI_COMM_NULL) == (odd_rank >= 2));
    if (comm != MPI_COMM_NULL)
        CALL(MPI_Comm_free, &comm);
}

CASE(grid_without_dimensions)
{
    MPI_Comm comm;

    CALL(MPI_Cart_create, WORLD, 0, NULL, NULL, 0, &comm);
    CHECK((comm == MPI_COMM_NULL) == (odd_rank > 0));
    if (comm != MPI_COMM_NULL)
        CALL(MPI_Comm_free, &comm);
}

CASE(graph)
{
    int index[MOST], edges[MOST], nodes = 0, count = 0, found[MOST];
    int rank = -1;
    MPI_Comm comm;

    for (int i = 0; i < odd_ranks; i++) {
        index[i] = i + 1;
        edges[i] = (i + 1) % odd_ranks;
    }
    CALL(MPI_Graph_create, WORLD, odd_ranks, index, edges, 0, &comm);
    CALL(MPI_Graphdims_get, comm, &nodes, &count);
    CHECK(nodes == odd_ranks && count == odd_ranks);
    CALL(MPI_Graph_get, comm, MOST, MOST, index, edges);
    CALL(MPI_Graph_neighbors_count, comm, odd_rank, &count);
    CALL(MPI_Graph_neighbors, comm, odd_rank, MOST, found);
    CHECK(count == 1 && found[0] == RIGHT);
    CALL(MPI_Graph_map, WORLD, odd_ranks, index, edges, &rank);
    CALL(MPI_Comm_free, &comm);
}

/* In a job of its own: in one that has made other communicators, Open MPI 4.1
 * now and then waits forever in MPI_Dist_graph_create, also without mpiprof. */
JOB(distributed_graph, 3, 0)
{
    int left, right, one = 1, in = 0, out = 0, weighted = 1;
    int sources[MOST], targets[MOST], in_weights[MOST], out_weights[MOST];
    MPI_Comm comm;

    odd_init();
    left = LEFT;
    right = RIGHT;
    CALL(MPI_Dist_graph_create_adjacent, WORLD, 1, &left, &one, 1, &right,
         &one, MPI_INFO_NULL, 0, &comm);
    CALL(MPI_Dist_graph_neighbors_count, comm, &in, &out, &weighted);
    CHECK(in == 1 && out == 1 && weighted);
    CALL(MPI_Dist_graph_neighbors, comm, 1, sources, in_weights, 1, targets,
         out_weights);
    CHECK(sources[0] == LEFT && targets[0] == RIGHT);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Dist_graph_create, WORLD, 1, &odd_rank, &one, &right,
         MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    CALL(MPI_Dist_graph_neighbors_count, comm, &in, &out, &weighted);
    CHECK(in == 1 && out == 1 && !weighted);
    CALL(MPI_Comm_free, &comm);
    odd_finalize();
}

CASE(nobody_is_a_neighbour)
{
    int data = 1, room = 2;
    MPI_Comm comm;

    CALL(MPI_Dist_graph_create_adjacent, WORLD, 0, NULL, MPI_WEIGHTS_EMPTY,
         0, NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &comm);
    CALL(MPI_Neighbor_allgather, &data, 1, MPI_INT, &room, 1, MPI_INT, comm);
    CALL(MPI_Neighbor_alltoall, &data, 1, MPI_INT, &room, 1, MPI_INT, comm);
    CHECK(room == 2);
    CALL(MPI_Comm_free, &comm);
}

CASE(neighbours_on_a_line)
{
    int data[2] = { odd_rank, odd_rank }, room[2] = { -1, -1 };
    int last = odd_ranks - 1;
    MPI_Comm comm = a_line(0);

    CALL(MPI_Neighbor_allgather, data, 1, MPI_INT, room, 1, MPI_INT, comm);
    CHECK(room[0] == (odd_rank > 0 ? odd_rank - 1 : -1));
    CHECK(room[1] == (odd_rank < last ? odd_rank + 1 : -1));
    CALL(MPI_Neighbor_alltoall, data, 1, MPI_INT, room, 1, MPI_INT, comm);
    CHECK(room[0] == (odd_rank > 0 ? odd_rank - 1 : -1));
    CALL(MPI_Comm_free, &comm);
}

struct vectors {
    int out[2], in[2], counts[2], starts[2];
    MPI_Aint bytes[2];
    MPI_Datatype types[2];
};

static struct vectors vectors_of_line(void)
{
    struct vectors v = {
        .out = { odd_rank, 10 + odd_rank }, .in = { -1, -1 },
        .counts = { 1, 1 }, .starts = { 0, 1 }, .bytes = { 0, sizeof(int) },
        .types = { MPI_INT, MPI_INT },
    };

    return v;
}

CASE(neighbours_with_vectors)
{
    struct vectors v = vectors_of_line();
    MPI_Comm comm = a_line(1);

    CALL(MPI_Neighbor_allgatherv, v.out, 1, MPI_INT, v.in, v.counts,
         v.starts, MPI_INT, comm);
    CHECK(v.in[0] == LEFT && v.in[1] == RIGHT);
    CALL(MPI_Neighbor_alltoallv, v.out, v.counts, v.starts, MPI_INT, v.in,
         v.counts, v.starts, MPI_INT, comm);
    CHECK(v.in[0] == 10 + LEFT && v.in[1] == RIGHT);
    CALL(MPI_Neighbor_alltoallw, v.out, v.counts, v.bytes, v.types, v.in,
         v.counts, v.bytes, v.types, comm);
    CHECK(v.in[0] == 10 + LEFT && v.in[1] == RIGHT);
    CALL(MPI_Comm_free, &comm);
}

CASE(neighbours_without_waiting)
{
    struct vectors v = vectors_of_line();
    MPI_Comm comm = a_line(1);
    MPI_Request request;

    CALL(MPI_Ineighbor_allgather, v.out, 1, MPI_INT, v.in, 1, MPI_INT, comm,
         &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Ineighbor_allgatherv, v.out, 1, MPI_INT, v.in, v.counts,
         v.starts, MPI_INT, comm, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(v.in[0] == LEFT && v.in[1] == RIGHT);
    CALL(MPI_Ineighbor_alltoall, v.out, 1, MPI_INT, v.in, 1, MPI_INT, comm,
         &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Ineighbor_alltoallv, v.out, v.counts, v.starts, MPI_INT, v.in,
         v.counts, v.starts, MPI_INT, comm, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Ineighbor_alltoallw, v.out, v.counts, v.bytes, v.types, v.in,
         v.counts, v.bytes, v.types, comm, &request);
    CALL(MPI_Waitall, 1, &request, MPI_STATUSES_IGNORE);
    CHECK(v.in[0] == 10 + LEFT && v.in[1] == RIGHT);
    CALL(MPI_Comm_free, &comm);
}

#if MPI_VERSION >= 4
static void run_twice(MPI_Request *request)
{
    for (int i = 0; i < 2; i++) {
        CALL(MPI_Start, request);
        CALL(MPI_Wait, request, MPI_STATUS_IGNORE);
    }
    CALL(MPI_Request_free, request);
}

CASE(persistent_neighbours)
{
    struct vectors v = vectors_of_line();
    MPI_Comm comm = a_line(1);
    MPI_Request request;

    CALL(MPI_Neighbor_allgather_init, v.out, 1, MPI_INT, v.in, 1, MPI_INT,
         comm, MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Neighbor_allgatherv_init, v.out, 1, MPI_INT, v.in, v.counts,
         v.starts, MPI_INT, comm, MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(v.in[0] == LEFT && v.in[1] == RIGHT);
    CALL(MPI_Neighbor_alltoall_init, v.out, 1, MPI_INT, v.in, 1, MPI_INT,
         comm, MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Neighbor_alltoallv_init, v.out, v.counts, v.starts, MPI_INT,
         v.in, v.counts, v.starts, MPI_INT, comm, MPI_INFO_NULL, &request);
    run_twice(&request);
    CALL(MPI_Neighbor_alltoallw_init, v.out, v.counts, v.bytes, v.types,
         v.in, v.counts, v.bytes, v.types, comm, MPI_INFO_NULL, &request);
    run_twice(&request);
    CHECK(v.in[0] == 10 + LEFT && v.in[1] == RIGHT);
    CALL(MPI_Comm_free, &comm);
}
#else
ABSENT(persistent_neighbours, "MPI_Neighbor_..._init is not in mpi.h")
#endif

CASE(messages_to_neighbours)
{
    int source = -9, dest = -9, room = -1;
    MPI_Comm comm = a_line(0);
    MPI_Status status;

    CALL(MPI_Cart_shift, comm, 0, 1, &source, &dest);
    CALL(MPI_Sendrecv, &odd_rank, 1, MPI_INT, dest, 1, &room, 1, MPI_INT,
         source, 1, comm, &status);
    CHECK(room == (odd_rank > 0 ? odd_rank - 1 : -1));
    CHECK(status.MPI_SOURCE == source);
    CALL(MPI_Comm_free, &comm);
}
