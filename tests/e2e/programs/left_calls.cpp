/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * left_calls.cpp - leaves MPI calls without returning, in the way of its first
 * argument, ten times; behind each MPI_Send that is left come an MPI_Allreduce
 * and, from further in the stack, an MPI_Barrier.  Each rank prints the seconds
 * from before the sends to where they were left.
 *
 * All ways leave the error handler of a send to a rank that does not exist.
 */
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <pthread.h>
#include <string>
#include <ucontext.h>
#include <unistd.h>

#include <mpi.h>

enum { TIMES = 10, STACK = 1 << 18 };

static std::string way;
static MPI_Comm comm;
static sigjmp_buf back;
static ucontext_t main_context, fibre_context;
static char handler_stack[STACK], fibre_stack[STACK];

extern "C" void send_in_fortran_(const int *comm) __attribute__((weak));

static void bad_send()
{
    int none = 0;

    usleep(1000);
    if (way == "fortran") {
        none = MPI_Comm_c2f(comm);
        send_in_fortran_(&none);
        return;
    }
    MPI_Send(&none, 1, MPI_INT, 1000000, 0, comm);
}

static void handle_signal(int)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (way != "inside")
        siglongjmp(back, 1);
}

static void ask_rank()
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

/* What is called from inside the send is part of it. */
static void look_around()
{
    ask_rank();
    raise(SIGUSR1);
    getcontext(&fibre_context);
    fibre_context.uc_stack.ss_sp = fibre_stack;
    fibre_context.uc_stack.ss_size = STACK;
    fibre_context.uc_link = &main_context;
    makecontext(&fibre_context, ask_rank, 0);
    swapcontext(&main_context, &fibre_context);
    ask_rank();
}

static void on_error(MPI_Comm *, int *code, ...)
{
    usleep(5000);
    if (way == "inside")
        look_around();
    else if (way == "longjmp")
        longjmp(back, 1);
    else if (way == "signal" || way == "altstack")
        raise(SIGUSR1);
    else if (way == "fibre" || way == "resumed")
        swapcontext(&fibre_context, &main_context);
    else if (way == "exit")
        pthread_exit(nullptr);
    else if (way == "cancel") {
        pthread_cancel(pthread_self());
        pthread_testcancel();
    } else
        throw *code;
}

static void on_fibre()
{
    getcontext(&fibre_context);
    fibre_context.uc_stack.ss_sp = fibre_stack;
    fibre_context.uc_stack.ss_size = STACK;
    fibre_context.uc_link = &main_context;
    makecontext(&fibre_context, bad_send, 0);
    swapcontext(&main_context, &fibre_context);
}

static void *in_thread(void *)
{
    bad_send();
    return nullptr;
}

static void on_thread()
{
    pthread_t thread;

    pthread_create(&thread, nullptr, in_thread, nullptr);
    pthread_join(thread, nullptr);
}

static void leave()
{
    if (way == "fibre" || way == "resumed")
        on_fibre();
    else if (way == "exit" || way == "cancel")
        on_thread();
    else
        bad_send();
}

/* Further in the stack than the send was. */
static void deep_barrier()
{
    volatile char room[1 << 16];

    room[0] = room[sizeof room - 1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    room[0] = 1;
}

static double seconds()
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static double in_sends;

static void once(int i)
{
    int sum;

    in_sends -= seconds();
    try {
        if (sigsetjmp(back, 1) == 0)
            leave();
    } catch (int) {
    }
    in_sends += seconds();
    usleep(20000);
    deep_barrier();
    MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (way == "resumed")
        swapcontext(&main_context, &fibre_context);
}

static void handle_signals()
{
    struct sigaction action = {};
    stack_t stack = {};

    action.sa_handler = handle_signal;
    stack.ss_sp = handler_stack;
    stack.ss_size = STACK;
    if (way == "altstack" || way == "inside") {
        sigaltstack(&stack, nullptr);
        action.sa_flags = SA_ONSTACK;
    }
    sigaction(SIGUSR1, &action, nullptr);
}

static void *all(void *)
{
    for (int i = 0; i < TIMES; i++)
        once(i);
    return nullptr;
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler;
    pthread_t thread;
    int provided;

    way = argc > 1 ? argv[1] : "";
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    handle_signals();
    if (argc > 2) {
        pthread_create(&thread, nullptr, all, nullptr);
        pthread_join(thread, nullptr);
    } else {
        all(nullptr);
    }
    MPI_Finalize();
    std::printf("%.9f\n", in_sends);
}
