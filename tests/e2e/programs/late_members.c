/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_members.c - collectives that one rank comes late to, for
 * check_waits.py.
 *
 *     mpiexec -n 3 ./late_members PREFIX
 *
 * Each call has a name; who waits for whom in it: see check_waits.py.
 */
#include <mpi.h>

#include "moments.h"

#define WORLD MPI_COMM_WORLD

static int from[9], to[9]; /* what is moved */

/* All come together, but one of them. */
static void come(int late)
{
    together();
    if (me == late)
        nap(150);
}

/* ---- all need all ---- */

static void barrier(void)
{
    come(1);
    CALLED("barrier", MPI_Barrier(WORLD));
}

/* The late one calls it elsewhere. */
static void barrier_of_two_places(void)
{
    come(1);
    if (me == 1) {
        CALLED("barrier elsewhere", MPI_Barrier(WORLD));
        return;
    }
    CALLED("barrier here", MPI_Barrier(WORLD));
}

static void allreduce(void)
{
    come(1);
    CALLED("allreduce", MPI_Allreduce(from, to, 1, MPI_INT, MPI_SUM, WORLD));
}

static void alltoall(void)
{
    come(2);
    CALLED("alltoall", MPI_Alltoall(from, 1, MPI_INT, to, 1, MPI_INT, WORLD));
}

static void allgather(void)
{
    come(1);
    CALLED("allgather", MPI_Allgather(from, 1, MPI_INT, to, 1, MPI_INT, WORLD));
}

static void reduce_scatter(void)
{
    static const int counts[] = { 1, 1, 1 };

    come(0);
    enter("reduce_scatter");
    MPI_Reduce_scatter(from, to, counts, MPI_INT, MPI_SUM, WORLD);
    leave();
}

static void alltoallv(void)
{
    static const int counts[] = { 1, 1, 1 }, places[] = { 0, 1, 2 };

    come(1);
    enter("alltoallv");
    MPI_Alltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT,
                  WORLD);
    leave();
}

/* Nobody gets anything from rank 1, or has anything for it.  An MPI that knows
 * that lets rank 2 wait for rank 0 only. */
static void alltoallv_of_others(void)
{
    static const int none[3], others[] = { 1, 0, 1 }, places[] = { 0, 1, 2 };
    const int *counts = me == 1 ? none : others;

    together();
    if (me < 2)
        nap(me == 0 ? 100 : 250);
    enter("alltoallv of others");
    MPI_Alltoallv(from, counts, places, MPI_INT, to, counts, places, MPI_INT,
                  WORLD);
    leave();
}

static void allreduce_in_place(void)
{
    come(2);
    enter("allreduce in place");
    MPI_Allreduce(MPI_IN_PLACE, to, 1, MPI_INT, MPI_SUM, WORLD);
    leave();
}

/* What makes a communicator needs all, too. */
static void duplicate(void)
{
    MPI_Comm copy;

    come(1);
    CALLED("comm_dup", MPI_Comm_dup(WORLD, &copy));
    together();
    CALLED("cleanup", MPI_Comm_free(&copy));
}

/* ---- nonblocking: the wait is where it ends ---- */

static void ibarrier(void)
{
    MPI_Request request;

    come(1);
    CALLED("ibarrier", MPI_Ibarrier(WORLD, &request));
    CALLED("ibarrier wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void iallreduce(void)
{
    MPI_Request request;

    come(1);
    enter("iallreduce");
    MPI_Iallreduce(from, to, 1, MPI_INT, MPI_SUM, WORLD, &request);
    leave();
    CALLED("iallreduce wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void ibcast(void)
{
    MPI_Request request;

    come(1);
    CALLED("ibcast", MPI_Ibcast(to, 1, MPI_INT, 1, WORLD, &request));
    CALLED("ibcast wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* Rank 0 works for some of the time. */
static void ireduce(void)
{
    MPI_Request request;

    come(1);
    enter("ireduce");
    MPI_Ireduce(from, to, 1, MPI_INT, MPI_SUM, 0, WORLD, &request);
    leave();
    if (me == 0)
        nap(50);
    CALLED("ireduce wait", MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* ---- all need the root ---- */

static void bcast(void)
{
    come(1);
    CALLED("bcast", MPI_Bcast(to, 1, MPI_INT, 1, WORLD));
}

/* Nobody waits for those that only receive. */
static void bcast_to_late(void)
{
    come(2);
    CALLED("bcast to late", MPI_Bcast(to, 1, MPI_INT, 1, WORLD));
}

static void scatter(void)
{
    come(1);
    CALLED("scatter", MPI_Scatter(from, 1, MPI_INT, to, 1, MPI_INT, 1, WORLD));
}

/* ---- the root needs all ---- */

static void reduce(void)
{
    come(1);
    CALLED("reduce", MPI_Reduce(from, to, 1, MPI_INT, MPI_SUM, 0, WORLD));
}

static void reduce_at_late(void)
{
    come(0);
    enter("reduce at late");
    MPI_Reduce(from, to, 1, MPI_INT, MPI_SUM, 0, WORLD);
    leave();
}

static void gather(void)
{
    come(1);
    CALLED("gather", MPI_Gather(from, 1, MPI_INT, to, 1, MPI_INT, 0, WORLD));
}

static void gather_at_late(void)
{
    come(2);
    enter("gather at late");
    MPI_Gather(from, 1, MPI_INT, to, 1, MPI_INT, 2, WORLD);
    leave();
}

/* ---- a rank needs those below it ---- */

static void scan(void)
{
    come(1);
    CALLED("scan", MPI_Scan(from, to, 1, MPI_INT, MPI_SUM, WORLD));
}

static void scan_from_late(void)
{
    come(0);
    CALLED("scan from late", MPI_Scan(from, to, 1, MPI_INT, MPI_SUM, WORLD));
}

static void exscan(void)
{
    come(1);
    CALLED("exscan", MPI_Exscan(from, to, 1, MPI_INT, MPI_SUM, WORLD));
}

/* ---- communicators of some ---- */

/* Ranks 0 and 1, the other way round. */
static void within_two(MPI_Comm two)
{
    come(1);
    if (me == 2)
        return;
    CALLED("bcast of two", MPI_Bcast(to, 1, MPI_INT, 0, two));
    if (me == 0)
        nap(150);
    CALLED("barrier of two", MPI_Barrier(two));
}

/* Ranks 0 and 1 here, 2 there. */
static void barrier_between(MPI_Comm inter)
{
    come(2);
    CALLED("barrier between", MPI_Barrier(inter));
}

/* Rank 0 needs those of the other group only. */
static void barrier_with_own_late(MPI_Comm inter)
{
    come(1);
    CALLED("barrier with own late", MPI_Barrier(inter));
}

static void allreduce_between(MPI_Comm inter)
{
    come(2);
    enter("allreduce between");
    MPI_Allreduce(from, to, 1, MPI_INT, MPI_SUM, inter);
    leave();
}

static void bcast_between(MPI_Comm inter)
{
    come(2);
    enter("bcast between");
    MPI_Bcast(to, 1, MPI_INT, me == 2 ? MPI_ROOT : 0, inter);
    leave();
}

/* Rank 2 is the root. */
static void reduce_between(MPI_Comm inter)
{
    come(1);
    enter("reduce between");
    MPI_Reduce(from, to, 1, MPI_INT, MPI_SUM, me == 2 ? MPI_ROOT : 0, inter);
    leave();
}

static void of_all(void)
{
    barrier();
    barrier_of_two_places();
    allreduce();
    alltoall();
    allgather();
    reduce_scatter();
    alltoallv();
    alltoallv_of_others();
    allreduce_in_place();
    duplicate();
    ibarrier();
    iallreduce();
    ibcast();
    ireduce();
    bcast();
    bcast_to_late();
    scatter();
    reduce();
    reduce_at_late();
    gather();
    gather_at_late();
    scan();
    scan_from_late();
    exscan();
}

static void of_some(void)
{
    MPI_Comm two, inter;

    enter("setup");
    MPI_Comm_split(WORLD, me == 2, -me, &two);
    MPI_Intercomm_create(two, 0, WORLD, me == 2 ? 1 : 2, 1, &inter);
    leave();
    within_two(two);
    barrier_between(inter);
    barrier_with_own_late(inter);
    allreduce_between(inter);
    bcast_between(inter);
    reduce_between(inter);
    enter("cleanup");
    MPI_Comm_free(&inter);
    MPI_Comm_free(&two);
    leave();
}

int main(int argc, char **argv)
{
    begin_run(&argc, &argv, MPI_THREAD_SINGLE);
    if (argc != 2 || ranks != 3)
        MPI_Abort(WORLD, 2);
    of_all();
    of_some();
    end_run(argv[1]);
    return 0;
}
