/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * bench.c - nanoseconds per MPI call, as the program sees them.
 *
 *     mpiexec -n 1|2 ./bench CALLS REPEATS
 *
 * Prints a line per case: its name and the least of REPEATS measurements of
 * CALLS calls each.  Calls are made DEPTH frames below main(), as in a real
 * program.  On one rank, calls that cost MPI next to nothing: to
 * MPI_PROC_NULL and on MPI_COMM_SELF, and as floor the two clock readings
 * that a measured call cannot do without.  On two ranks a ping-pong of 8
 * bytes, halved: a Send and a Recv.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#define READ_CLOCK() __rdtsc()
#else
#define READ_CLOCK() (uint64_t)now_ns()
#endif

#define DEPTH 8 /* or BENCH_DEPTH of the environment */

typedef void bench_loop(long calls);

static int me;
static int data[2], room[2];
static volatile uint64_t sink;

static double now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* ---- what is measured ---- */

static void two_clocks(long calls)
{
    for (long i = 0; i < calls; i++) {
        sink = READ_CLOCK();
        sink = READ_CLOCK();
    }
}

static void send_to_nobody(long calls)
{
    for (long i = 0; i < calls; i++)
        MPI_Send(data, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void barrier_alone(long calls)
{
    for (long i = 0; i < calls; i++)
        MPI_Barrier(MPI_COMM_SELF);
}

static void allreduce_alone(long calls)
{
    for (long i = 0; i < calls; i++)
        MPI_Allreduce(data, room, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

static void pair(int peer, MPI_Comm comm)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Isend(data, 1, MPI_INT, peer, 0, comm, &requests[0]);
    MPI_Irecv(room, 1, MPI_INT, peer, 0, comm, &requests[1]);
    MPI_Waitall(2, requests, statuses);
}

static void pair_with_nobody(long calls)
{
    for (long i = 0; i < calls; i++)
        pair(MPI_PROC_NULL, MPI_COMM_WORLD);
}

static void pair_with_itself(long calls)
{
    for (long i = 0; i < calls; i++)
        pair(0, MPI_COMM_SELF);
}

static void duplicate(long calls)
{
    MPI_Comm made;

    for (long i = 0; i < calls; i++) {
        MPI_Comm_dup(MPI_COMM_SELF, &made);
        MPI_Comm_free(&made);
    }
}

static void ping_pong(long calls)
{
    for (long i = 0; i < calls / 2; i++) {
        if (me == 0)
            MPI_Send(data, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(room, 2, MPI_INT, 1 - me, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (me == 1)
            MPI_Send(data, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
}

/* ---- how ---- */

__attribute__((noinline)) static double deeper(int frames, bench_loop *loop,
                                               long calls)
{
    double begin, time;

    if (frames > 0) {
        time = deeper(frames - 1, loop, calls);
    } else {
        begin = now_ns();
        loop(calls);
        time = now_ns() - begin;
    }
    __asm__ volatile("" : : : "memory"); /* no tail call */
    return time;
}

static void measure(const char *name, bench_loop *loop, long calls,
                    int repeats)
{
    const char *asked = getenv("BENCH_DEPTH");
    int depth = asked != NULL ? atoi(asked) : DEPTH;
    double least = 0, time;

    deeper(depth - 2, loop, calls / 10);
    for (int i = 0; i < repeats; i++) {
        time = deeper(depth - 2, loop, calls);
        if (i == 0 || time < least)
            least = time;
    }
    if (me == 0)
        printf("%s %.2f\n", name, least / (double)calls);
}

static void measure_alone(long calls, int repeats)
{
    measure("clocks", two_clocks, calls, repeats);
    measure("send", send_to_nobody, calls, repeats);
    measure("barrier", barrier_alone, calls, repeats);
    measure("allreduce", allreduce_alone, calls, repeats);
    measure("pair_null", pair_with_nobody, calls, repeats);
    measure("pair_self", pair_with_itself, calls, repeats);
    measure("duplicate", duplicate, calls / 10, repeats);
}

int main(int argc, char **argv)
{
    int ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3 || ranks > 2) {
        fprintf(stderr, "usage: mpiexec -n 1|2 bench CALLS REPEATS\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (ranks == 1)
        measure_alone(atol(argv[1]), atoi(argv[2]));
    else
        measure("ping_pong", ping_pong, atol(argv[1]), atoi(argv[2]));
    MPI_Finalize();
    return 0;
}
