/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_native.c - machine code that a Python program calls, by ctypes.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#define TAG 5

int native_init(int level)
{
    int provided = -1;

    MPI_Init_thread(NULL, NULL, level, &provided);
    return provided;
}

/* Two frames of machine code above the Python ones. */
static __attribute__((noinline)) int solve_inner(void)
{
    int error = MPI_Barrier(MPI_COMM_WORLD);

    __asm__ volatile("" ::: "memory");
    return error;
}

int native_solve(void)
{
    int error = solve_inner();

    __asm__ volatile("" ::: "memory");
    return error;
}

static void pause_ms(int ms)
{
    struct timespec pause = { ms / 1000, ms % 1000 * 1000000L };

    nanosleep(&pause, NULL);
}

static atomic_bool sending;
static atomic_int received;

/* To rank 1; the first message goes after that time, each other one when the
 * receiver has the answer and goes back to Python. */
int native_send(int count, int ms)
{
    received = 0;
    sending = true;
    for (int i = 0; i < count; i++) {
        if (i == 0)
            pause_ms(ms);
        while (received < i)
            sched_yield();
        MPI_Send(&i, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD);
    }
    return count;
}

/* Until the sender is here, where it needs nothing of Python's. */
void native_await_sender(void)
{
    while (!sending)
        pause_ms(1);
    sending = false;
}

/* From rank 1. */
int native_receive(void)
{
    int value = -1;

    MPI_Recv(&value, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    received++;
    return value;
}

void native_echo(int count)
{
    int value;

    for (int i = 0; i < count; i++) {
        MPI_Recv(&value, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD);
    }
}

static atomic_bool kept, called;

/* When another thread keeps Python's lock and waits for this call. */
void native_call_when_kept(void)
{
    int flag;

    sending = true;
    while (!kept)
        sched_yield();
    MPI_Iprobe(0, TAG, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    called = true;
}

void native_keep(void)
{
    kept = true;
    while (!called)
        sched_yield();
}
