/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_events.c - two threads that mark what they do.
 *
 *     sampled_events STEPS [full|killed|long|other|silent]
 *
 * By turns both work in a region, which alone calls in_region(), and outside;
 * the first one calls MPI, and pauses the recording in between.  What is done
 * in the pause is in_pause(), and is not recorded.  With `full' the first thread
 * makes 50000 calls and works once more, with `killed' all processes end by
 * SIGKILL.  With `long' there is the first thread only, and one second of work on a deep stack comes last; with
 * `silent' a third thread does unmarked() and says nothing.  With `other' the
 * second thread pauses the recording, once while the first works and once while
 * that waits.
 */
#include <mpi.h>
#include <mpiprof.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "sampled_spin.h"

static __thread volatile double sum;

__attribute__((noinline)) static void spin(double seconds)
{
    double end = used() + seconds;

    while (used() < end)
        for (int i = 0; i < 5000; i++)
            sum += i;
}

__attribute__((noinline)) static void in_region(void)
{
    spin(0.0061);
    sum += 1;
}

__attribute__((noinline)) static void outside(void)
{
    spin(0.0037);
    sum += 1;
}

__attribute__((noinline)) static void in_pause(void)
{
    spin(0.05);
    sum += 1;
}

static void step(void)
{
    MPIPROF_BEGIN("region");
    in_region();
    MPIPROF_END("region");
    outside();
}

static void *marks(void *steps)
{
    for (int i = 0; i < *(int *)steps; i++)
        step();
    return NULL;
}

__attribute__((noinline)) static void deep(void)
{
    volatile char room[16384] = "";

    spin(1);
    sum += room[0];
}

__attribute__((noinline)) static void unmarked(void)
{
    spin(0.1);
    sum += 1;
}

static void *is_silent(void *argument)
{
    unmarked();
    return argument;
}

static void fill(void)
{
    for (int i = 0; i < 50000; i++)
        MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    step();
}

static void pause_all(void)
{
    spin(0.05);
    MPI_Pcontrol(0);
    spin(0.05);
    MPI_Pcontrol(1);
    spin(0.05);
}

static void *pauses(void *argument)
{
    pause_all();
    return argument;
}

/* Nothing is marked before the end of each. */
static void with_other(void)
{
    pthread_t other;

    for (int waits = 0; waits < 2; waits++) {
        if (waits)
            for (int i = 0; i < 40; i++)
                outside();
        pthread_create(&other, NULL, pauses, NULL);
        for (int i = 0; i < 40 && !waits; i++)
            outside();
        pthread_join(other, NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 1, level = 0;
    const char *more = argc > 2 ? argv[2] : "";
    int is_long = strcmp(more, "long") == 0;
    int has_silent = strcmp(more, "silent") == 0;
    pthread_t other, silent;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (strcmp(more, "other") == 0) {
        with_other();
        MPI_Finalize();
        return 0;
    }
    if (!is_long)
        pthread_create(&other, NULL, marks, &steps);
    if (has_silent)
        pthread_create(&silent, NULL, is_silent, NULL);
    for (int i = 0; i < steps; i++) {
        step();
        if (i % 8 == 3) {
            MPI_Pcontrol(0);
            in_pause();
            MPI_Pcontrol(1);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (strcmp(more, "full") == 0)
        fill();
    if (is_long)
        deep();
    else
        pthread_join(other, NULL);
    if (has_silent)
        pthread_join(silent, NULL);
    if (strcmp(more, "killed") == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        raise(SIGKILL);
    }
    MPI_Finalize();
    return 0;
}
