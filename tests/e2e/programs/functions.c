/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * functions.c - compiled with -finstrument-functions: calls of functions with
 * known counts and times.
 *
 *     mpiexec -n 2 ./functions PREFIX
 */
#include <mpi.h>
#include <mpiprof.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "visits.h"

#define APART __attribute__((noinline, noclone))

#define CALL(path, call) VISIT((path), (void)0, call, (void)0)

APART static void leaf(void)
{
    sleep_ms(1);
}

APART static void outer(void)
{
    int one = 1, all;

    CALL("main/outer/leaf", leaf());
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CALL("main/outer/leaf", leaf());
}

/* By itself: one region, as many visits as calls. */
APART static int again(int n)
{
    int sum;

    if (n == 0)
        return 0;
    sum = again(n - 1) + n;
    __asm__ volatile("" ::: "memory"); /* not a loop */
    return sum;
}

APART static void pong(int n);

APART static void ping(int n)
{
    if (n > 0)
        pong(n - 1);
    __asm__ volatile("" ::: "memory");
}

APART static void pong(int n)
{
    if (n > 0)
        ping(n - 1);
    __asm__ volatile("" ::: "memory");
}

static jmp_buf place;

APART static void jumps(void)
{
    longjmp(place, 1);
}

APART static void jumps_over(void)
{
    jumps();
    __asm__ volatile("" ::: "memory");
}

APART static void catches(void)
{
    if (setjmp(place) == 0)
        jumps_over();
}

APART static void tiny(void)
{
    __asm__ volatile("" ::: "memory");
}

APART static void starts_phase(void)
{
    MPIPROF_BEGIN("phase");
}

APART static void ends_phase(void)
{
    MPIPROF_END("phase");
}

/* Inside MPI, whose time it is. */
static void operation(void *in, void *out, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)out)[i] += ((int *)in)[i];
}

APART static void own_operation(void)
{
    int one = 1, all;
    MPI_Op op;

    MPI_Op_create(operation, 1, &op);
    MPI_Allreduce(&one, &all, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
}

APART static void *worker(void *unused)
{
    for (int i = 0; i < 10; i++)
        leaf();
    return unused;
}

APART static void threads(void)
{
    pthread_t list[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&list[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(list[i], NULL);
}

static volatile sig_atomic_t handled;

static void handler(int signal)
{
    (void)signal;
    handled = 1;
}

APART static void signalled(void)
{
    signal(SIGUSR2, handler);
    raise(SIGUSR2);
}

NOT_MEASURED static void simple(const char *path)
{
    visits(path, 1, 0);
}

NOT_MEASURED static void phases(void)
{
    double begin = seconds();

    starts_phase();
    CALL("main/starts_phase/phase/leaf", leaf());
    ends_phase();
    visits("main/starts_phase", 1, seconds() - begin);
    visits("main/starts_phase/phase", 1, seconds() - begin);
    simple("main/starts_phase/phase/ends_phase");
}

NOT_MEASURED static void recursion(void)
{
    if (again(1000) != 500500)
        abort();
    visits("main/again", 1001, 0);
    ping(3);
    simple("main/ping");
    simple("main/ping/pong");
    simple("main/ping/pong/ping");
    simple("main/ping/pong/ping/pong");
}

NOT_MEASURED static void odd(void)
{
    catches();
    simple("main/catches");
    simple("main/catches/jumps_over");
    simple("main/catches/jumps_over/jumps");
    for (int i = 0; i < 30000; i++)
        tiny();
    visits("main/tiny", 10001, 0);
    visits("main/tiny (folded)", 19999, 0);
    CALL("main/own_operation", own_operation());
    signalled();
    simple("main/signalled");
    simple("main/signalled/handler");
}

int main(int argc, char **argv)
{
    double measured;
    int rank, provided;

    leaf(); /* before it is measured */
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    measured = seconds();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 functions PREFIX\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (int i = 0; i < 3; i++)
        CALL("main/outer", outer());
    recursion();
    odd();
    phases();
    CALL("main/threads", threads());
    visits("main", 1, seconds() - measured);
    visits_write(argv[1], rank);
    MPI_Finalize();
    leaf();
    return 0;
}
