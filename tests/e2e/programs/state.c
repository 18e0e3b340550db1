/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * state.c - what belongs to the program is after each call as it was before.
 *
 *     mpiexec -n 2 ./state
 *
 * errno, the rounding mode, the flags of floating point exceptions, the mask of
 * signals, their handlers and the locale; at calls of each kind, at the first
 * ones, and at MPI_Finalize.  Of signals that end a process mpiprof takes a note
 * between MPI_Init and there, and at SIGUSR1 a snapshot, as long as the program
 * has no handler for them: who else has is not looked at.  That a result was
 * rounded (FE_INEXACT) is said of any computation, and not looked at.  With
 * MPIPROF_SAMPLE a signal of those that nobody uses is ours until MPI_Finalize.
 */
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER 4321 /* of an error that nobody makes */

#define SIGNALS 64
#define EXCEPTIONS (FE_ALL_EXCEPT & ~FE_INEXACT)

struct state {
    int rounding, raised;
    int held[SIGNALS + 1];
    void (*handlers[SIGNALS + 1])(int);
    char locale[256];
};

static int failures;

static void on_signal(int number)
{
    (void)number;
}

static int is_noted(int number)
{
    static const int noted[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV,
                                 SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU,
                                 SIGALRM, SIGPIPE, SIGSYS, SIGUSR1 };

    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        if (noted[i] == number)
            return 1;
    return number == SIGRTMAX - 1 && getenv("MPIPROF_SAMPLE") != NULL;
}

static void look(struct state *state)
{
    struct sigaction action;
    sigset_t mask;

    memset(state, 0, sizeof *state);
    state->rounding = fegetround();
    state->raised = fetestexcept(EXCEPTIONS);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    for (int i = 1; i <= SIGNALS; i++) {
        state->held[i] = sigismember(&mask, i);
        if (sigaction(i, NULL, &action) == 0)
            state->handlers[i] = action.sa_handler;
        if (is_noted(i) && state->handlers[i] != on_signal)
            state->handlers[i] = SIG_DFL;
    }
    snprintf(state->locale, sizeof state->locale, "%s",
             setlocale(LC_ALL, NULL));
}

static void compare(const char *call, const struct state *before)
{
    int number = errno;
    struct state after;

    look(&after);
    if (number != NUMBER) {
        printf("%s: errno is %d\n", call, number);
        failures++;
    }
    if (memcmp(before, &after, sizeof after) != 0) {
        printf("%s: rounding %d -> %d, raised %x -> %x, or signals\n", call,
               before->rounding, after.rounding, before->raised,
               after.raised);
        failures++;
    }
}

#define CHECK(call, ...)                \
    do {                                \
        struct state before;            \
        look(&before);                  \
        errno = NUMBER;                 \
        call(__VA_ARGS__);              \
        compare(#call, &before);        \
    } while (0)

static void calls(int other)
{
    int data[8] = { 0 }, room[8], flag;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Comm comm;

    for (int i = 0; i < 300; i++) { /* costs are sampled now and then */
        CHECK(MPI_Barrier, MPI_COMM_SELF);
        CHECK(MPI_Bcast, data, 8, MPI_INT, 0, MPI_COMM_SELF);
    }
    CHECK(MPI_Sendrecv, data, 8, MPI_INT, MPI_PROC_NULL, 0, room, 8, MPI_INT,
          MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(room, 8, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(data, 8, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    CHECK(MPI_Testall, 2, requests, &flag, statuses);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK(MPI_Comm_set_name, comm, "a name");
    MPI_Comm_free(&comm);
    CHECK(MPI_Pcontrol, 0);
    CHECK(MPI_Pcontrol, 1);
}

/* The program rounds up, has divided by zero, and holds a signal back. */
static void be_odd(void)
{
    struct sigaction action = { .sa_handler = on_signal };
    sigset_t held;

    fesetround(FE_UPWARD);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_DIVBYZERO);
    sigemptyset(&held);
    sigaddset(&held, SIGUSR1);
    sigprocmask(SIG_BLOCK, &held, NULL);
    sigaction(SIGUSR2, &action, NULL);
    sigaction(SIGFPE, &action, NULL);
}

int main(int argc, char **argv)
{
    struct state before, after;
    int rank;

    setlocale(LC_ALL, "C");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    be_odd();
    calls(1 - rank);
    look(&before);
    MPI_Finalize();
    look(&after);
    if (memcmp(&before, &after, sizeof before) != 0) {
        printf("MPI_Finalize: the state has changed\n");
        failures++;
    }
    return failures > 0;
}
