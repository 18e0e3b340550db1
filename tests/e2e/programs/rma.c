/*
 * rma.c - windows of every kind and all one-sided calls, with known counts
 * and bytes.
 *
 *     mpiexec -n 3 ./rma PREFIX      (2 ranks or more)
 *
 * Each rank works on the window of its right neighbour.  Out is what the
 * origin gives, in what comes back; it counts at the call that starts.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect.h"

#define ROOM 1000
#define BYTES(count) ((uint64_t)(count) * sizeof(int))

static int me, ranks, left, right;
static int data[ROOM], result[ROOM];

/* ---- the calls, each beside what it must count ---- */

static void fence(MPI_Win win)
{
    MPI_Win_fence(0, win);
    expect("MPI_Win_fence", 1, 0, 0);
}

static void lock(MPI_Win win)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
    expect("MPI_Win_lock", 1, 0, 0);
}

static void unlock(MPI_Win win)
{
    MPI_Win_unlock(right, win);
    expect("MPI_Win_unlock", 1, 0, 0);
}

static void wait_for(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    expect("MPI_Wait", 1, 0, 0);
}

static void put(MPI_Win win, int target, int count)
{
    MPI_Put(data, count, MPI_INT, target, 0, count, MPI_INT, win);
    expect("MPI_Put", 1, target == MPI_PROC_NULL ? 0 : BYTES(count), 0);
}

static void get(MPI_Win win, int target, int count)
{
    MPI_Get(result, count, MPI_INT, target, 0, count, MPI_INT, win);
    expect("MPI_Get", 1, 0, target == MPI_PROC_NULL ? 0 : BYTES(count));
}

static void accumulate(MPI_Win win, int count)
{
    MPI_Accumulate(data, count, MPI_INT, right, 0, count, MPI_INT, MPI_SUM,
                   win);
    expect("MPI_Accumulate", 1, BYTES(count), 0);
}

static void release(MPI_Win *win)
{
    MPI_Win_free(win);
    expect("MPI_Win_free", 1, 0, 0);
}

/* ---- windows ---- */

static void created(void)
{
    int *memory = calloc(ROOM, sizeof *memory);
    MPI_Win win;

    MPI_Win_create(memory, ROOM * sizeof *memory, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    expect("MPI_Win_create", 1, 0, 0);
    MPI_Win_set_name(win, "halo window");
    expect("MPI_Win_set_name", 1, 0, 0);
    fence(win);
    put(win, right, 10);
    put(win, MPI_PROC_NULL, 10);
    fence(win);
    get(win, right, 20);
    get(win, MPI_PROC_NULL, 20);
    fence(win);
    accumulate(win, 30);
    fence(win);
    release(&win);
    free(memory);
}

/* Post, start, complete, wait with the two neighbours. */
static void by_groups(MPI_Win win)
{
    MPI_Group world, to, from;
    int flag = 0;

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    expect("MPI_Comm_group", 1, 0, 0);
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Group_incl(world, 1, &left, &from);
    expect("MPI_Group_incl", 2, 0, 0);
    MPI_Win_post(from, 0, win);
    expect("MPI_Win_post", 1, 0, 0);
    MPI_Win_start(to, 0, win);
    expect("MPI_Win_start", 1, 0, 0);
    put(win, right, 5);
    MPI_Win_complete(win);
    expect("MPI_Win_complete", 1, 0, 0);
    if (me == 0) {
        MPI_Win_wait(win);
        expect("MPI_Win_wait", 1, 0, 0);
    }
    while (me > 0 && !flag) {
        MPI_Win_test(win, &flag);
        expect("MPI_Win_test", 1, 0, 0);
    }
    MPI_Group_free(&world);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    expect("MPI_Group_free", 3, 0, 0);
}

/* One value at a time, and what comes back with it. */
static void atomics(MPI_Win win)
{
    int nothing = 0, value = 1, old;

    lock(win);
    MPI_Get_accumulate(data, 7, MPI_INT, result, 7, MPI_INT, right, 0, 7,
                       MPI_INT, MPI_SUM, win);
    expect("MPI_Get_accumulate", 1, BYTES(7), BYTES(7));
    MPI_Get_accumulate(NULL, 0, MPI_INT, result, 8, MPI_INT, right, 0, 8,
                       MPI_INT, MPI_NO_OP, win);
    expect("MPI_Get_accumulate", 1, 0, BYTES(8));
    MPI_Fetch_and_op(&value, &old, MPI_INT, right, 0, MPI_SUM, win);
    expect("MPI_Fetch_and_op", 1, BYTES(1), BYTES(1));
    MPI_Win_flush_local(right, win);
    expect("MPI_Win_flush_local", 1, 0, 0);
    MPI_Compare_and_swap(&value, &nothing, &old, MPI_INT, right, 0, win);
    expect("MPI_Compare_and_swap", 1, BYTES(1), BYTES(1));
    MPI_Win_flush(right, win);
    expect("MPI_Win_flush", 1, 0, 0);
    unlock(win);
}

static void with_requests(MPI_Win win)
{
    MPI_Request request;

    MPI_Win_lock_all(0, win);
    expect("MPI_Win_lock_all", 1, 0, 0);
    MPI_Rput(data, 11, MPI_INT, right, 0, 11, MPI_INT, win, &request);
    expect("MPI_Rput", 1, BYTES(11), 0);
    wait_for(&request);
    MPI_Rget(result, 12, MPI_INT, right, 0, 12, MPI_INT, win, &request);
    expect("MPI_Rget", 1, 0, BYTES(12));
    wait_for(&request);
    MPI_Raccumulate(data, 13, MPI_INT, right, 0, 13, MPI_INT, MPI_SUM, win,
                    &request);
    expect("MPI_Raccumulate", 1, BYTES(13), 0);
    wait_for(&request);
    MPI_Rget_accumulate(data, 14, MPI_INT, result, 14, MPI_INT, right, 0, 14,
                        MPI_INT, MPI_SUM, win, &request);
    expect("MPI_Rget_accumulate", 1, BYTES(14), BYTES(14));
    wait_for(&request);
    MPI_Win_flush_all(win);
    expect("MPI_Win_flush_all", 1, 0, 0);
    MPI_Win_flush_local_all(win);
    expect("MPI_Win_flush_local_all", 1, 0, 0);
    MPI_Win_unlock_all(win);
    expect("MPI_Win_unlock_all", 1, 0, 0);
}

static void allocated(void)
{
    MPI_Win win;
    int *memory;

    MPI_Win_allocate(ROOM * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    expect("MPI_Win_allocate", 1, 0, 0);
    by_groups(win);
    MPI_Barrier(MPI_COMM_WORLD);
    expect("MPI_Barrier", 1, 0, 0);
    atomics(win);
    MPI_Barrier(MPI_COMM_WORLD);
    expect("MPI_Barrier", 1, 0, 0);
    with_requests(win);
    release(&win);
}

static void shared(void)
{
    MPI_Win win;
    MPI_Aint size;
    int *memory, unit;

    MPI_Win_allocate_shared(ROOM * sizeof(int), sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &memory, &win);
    expect("MPI_Win_allocate_shared", 1, 0, 0);
    MPI_Win_shared_query(win, right, &size, &unit, &memory);
    expect("MPI_Win_shared_query", 1, 0, 0);
    lock(win);
    put(win, right, 6);
    MPI_Win_sync(win);
    expect("MPI_Win_sync", 1, 0, 0);
    unlock(win);
    release(&win);
}

/* Two ranks of a communicator of its own, the last two in reverse order. */
static void dynamic(void)
{
    MPI_Comm pair;
    MPI_Win win;
    MPI_Aint mine, theirs;
    int size;

    MPI_Comm_split(MPI_COMM_WORLD, me >= ranks - 2, -me, &pair);
    expect("MPI_Comm_split", 1, 0, 0);
    MPI_Win_create_dynamic(MPI_INFO_NULL, pair, &win);
    expect("MPI_Win_create_dynamic", 1, 0, 0);
    MPI_Win_attach(win, result, sizeof result);
    expect("MPI_Win_attach", 1, 0, 0);
    MPI_Get_address(result, &mine);
    MPI_Comm_size(pair, &size);
    MPI_Allreduce(&mine, &theirs, 1, MPI_AINT, MPI_SUM, pair);
    expect("MPI_Allreduce", 1, size * sizeof mine, size * sizeof mine);
    fence(win);
    if (me == ranks - 1) { /* to rank ranks - 2, the other of the pair */
        MPI_Put(data, 9, MPI_INT, 1, theirs - mine, 9, MPI_INT, win);
        expect("MPI_Put", 1, BYTES(9), 0);
    }
    fence(win);
    MPI_Win_detach(win, result);
    expect("MPI_Win_detach", 1, 0, 0);
    release(&win);
    MPI_Comm_free(&pair);
    expect("MPI_Comm_free", 1, 0, 0);
}

/* A type with holes: only what is in it counts, also after its end. */
static void strided(void)
{
    MPI_Datatype odd;
    MPI_Win win;
    int *memory;

    MPI_Type_vector(4, 1, 2, MPI_INT, &odd);
    expect("MPI_Type_vector", 1, 0, 0);
    MPI_Type_commit(&odd);
    expect("MPI_Type_commit", 1, 0, 0);
    MPI_Win_allocate(ROOM * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    expect("MPI_Win_allocate", 1, 0, 0);
    fence(win);
    MPI_Put(data, 2, odd, right, 0, 2, odd, win);
    expect("MPI_Put", 1, BYTES(8), 0);
    MPI_Type_free(&odd);
    expect("MPI_Type_free", 1, 0, 0);
    fence(win);
    release(&win);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    expect("MPI_Init", 1, 0, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2 || ranks < 2) {
        fprintf(stderr, "usage: mpiexec -n 3 rma PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    right = (me + 1) % ranks;
    left = (me + ranks - 1) % ranks;
    created();
    allocated();
    shared();
    dynamic();
    strided();
    expect("MPI_Finalize", 1, 0, 0);
    expect_write(argv[1], me);
    MPI_Finalize();
    return 0;
}
