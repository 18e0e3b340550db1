/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * late_remote.c - one-sided synchronisation that one rank comes late to, for
 * check_waits.py.
 *
 *     mpiexec -n 3 ./late_remote PREFIX
 *
 * Each call has a name; who waits for whom in it: see check_waits.py.  A call
 * whose partner is to be there already comes a little later.
 */
#include <mpi.h>

#include "moments.h"

#define WORLD MPI_COMM_WORLD
#define A_LITTLE 30

static int memory[4];
static MPI_Group of_rank[3];

static void come(int late)
{
    together();
    if (me == late)
        nap(150);
}

static void put(MPI_Win win, int target)
{
    static const int value = 1;

    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
}

/* ---- of all members ---- */

static MPI_Win create(void)
{
    MPI_Win win;

    come(1);
    enter("create");
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL,
                   WORLD, &win);
    leave();
    return win;
}

static void fence(MPI_Win win)
{
    together();
    CALLED("setup", MPI_Win_fence(0, win));
    come(2);
    CALLED("fence", MPI_Win_fence(0, win));
    together();
}

static void free_window(MPI_Win *win)
{
    come(0);
    CALLED("free", MPI_Win_free(win));
}

/* ---- two groups ---- */

static void post_late(MPI_Win win)
{
    together();
    if (me == 0) {
        enter("late post");
        MPI_Win_start(of_rank[1], 0, win);
        put(win, 1);
        MPI_Win_complete(win);
        leave();
    } else if (me == 1) {
        nap(200);
        CALLED("post", MPI_Win_post(of_rank[0], 0, win));
        nap(A_LITTLE);
        CALLED("wait for nobody", MPI_Win_wait(win));
    }
}

/* The origin works until it completes. */
static void complete_late(MPI_Win win)
{
    together();
    if (me == 0) {
        nap(A_LITTLE);
        enter("setup");
        MPI_Win_start(of_rank[1], 0, win);
        put(win, 1);
        leave();
        nap(200);
        CALLED("complete", MPI_Win_complete(win));
    } else if (me == 1) {
        CALLED("setup", MPI_Win_post(of_rank[0], 0, win));
        nap(80);
        CALLED("late complete", MPI_Win_wait(win));
    }
}

/* The origin has something to do before its last access. */
static void wait_early(MPI_Win win)
{
    together();
    if (me == 2) {
        nap(A_LITTLE);
        CALLED("setup", MPI_Win_start(of_rank[1], 0, win));
        nap(180);
        enter("put and complete");
        put(win, 1);
        MPI_Win_complete(win);
        leave();
    } else if (me == 1) {
        CALLED("setup", MPI_Win_post(of_rank[2], 0, win));
        nap(60);
        CALLED("early wait", MPI_Win_wait(win));
    }
}

static void never_wait(MPI_Win win)
{
    int done = 0;

    together();
    if (me == 0) {
        nap(A_LITTLE);
        enter("setup");
        MPI_Win_start(of_rank[1], 0, win);
        put(win, 1);
        leave();
        nap(100);
        CALLED("setup", MPI_Win_complete(win));
    } else if (me == 1) {
        CALLED("setup", MPI_Win_post(of_rank[0], 0, win));
        enter("tests");
        while (!done) {
            nap(2);
            MPI_Win_test(win, &done);
        }
        leave();
    }
}

/* ---- locks ---- */

/* Of the memory of rank 0, which does nothing but MPI for all of the time. */
static void contend(MPI_Win win, int kind, const char *name)
{
    together();
    if (me == 0) {
        for (int i = 0; i < 30; i++) {
            int flag;

            nap(10);
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, WORLD, &flag,
                       MPI_STATUS_IGNORE);
        }
    } else if (me == 1) {
        enter("setup");
        MPI_Win_lock(kind, 0, 0, win);
        put(win, 0);
        MPI_Win_flush(0, win);
        leave();
        nap(200);
        enter(kind == MPI_LOCK_SHARED ? "unlock shared" : "unlock");
        MPI_Win_unlock(0, win);
        leave();
    } else {
        nap(50);
        enter(name);
        MPI_Win_lock(kind, 0, 0, win);
        put(win, 0);
        MPI_Win_unlock(0, win);
        leave();
    }
    together();
}

int main(int argc, char **argv)
{
    MPI_Group world;
    MPI_Win win;

    begin_run(&argc, &argv, MPI_THREAD_SINGLE);
    if (argc != 2 || ranks != 3)
        MPI_Abort(WORLD, 2);
    MPI_Comm_group(WORLD, &world);
    for (int i = 0; i < 3; i++)
        MPI_Group_incl(world, 1, &i, &of_rank[i]);
    win = create();
    fence(win);
    post_late(win);
    complete_late(win);
    wait_early(win);
    never_wait(win);
    contend(win, MPI_LOCK_EXCLUSIVE, "lock");
    contend(win, MPI_LOCK_SHARED, "lock shared");
    free_window(&win);
    end_run(argv[1]);
    return 0;
}
