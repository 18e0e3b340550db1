/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * jumps.c - longjmp() out of functions, and of regions, that are nested deeper
 * than there are regions for: what comes after it has its calls and times.
 *
 *     mpiexec -n 1 ./jumps PREFIX functions   compiled with
 *                                             -finstrument-functions
 *     mpiexec -n 1 ./jumps PREFIX marks       without
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <mpiprof.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "visits.h"

#define APART __attribute__((noinline, noclone))
#define LEVELS 200
#define MOST_REGIONS 127
#define LEAF_MS 2

static jmp_buf place;

APART static void leaf(void)
{
    sleep_ms(LEAF_MS);
}

APART static void ping(int n, void (*last)(void));

APART static void pong(int n, void (*last)(void))
{
    if (n > 0)
        ping(n - 1, last);
    else
        last();
    __asm__ volatile("" ::: "memory");
}

APART static void ping(int n, void (*last)(void))
{
    if (n > 0)
        pong(n - 1, last);
    else
        last();
    __asm__ volatile("" ::: "memory");
}

/* Deeper in the stack than what is called after it. */
NOT_MEASURED APART static void go_deep(void (*last)(void))
{
    volatile char room[4096];

    room[0] = 0;
    ping(LEVELS, last);
    room[1] = 0;
}

NOT_MEASURED static void jump(void)
{
    longjmp(place, 1);
}

/* LEVELS and one of them, in a region that has `depth'; ms for all calls. */
NOT_MEASURED static void nest(const char *path, int depth, int calls, int ms)
{
    char name[MOST_REGIONS * 8];
    size_t length = strlen(strcpy(name, path));

    for (int i = 0; i <= LEVELS && depth + i < MOST_REGIONS; i++) {
        length += (size_t)sprintf(name + length,
                                  i % 2 == 0 ? "/ping" : "/pong");
        visits(name, calls, 1e-3 * ms);
    }
}

NOT_MEASURED static void known_leaf(const char *path)
{
    leaf();
    visits(path, 1, 1e-3 * LEAF_MS);
}

APART static void catches_and_works(void)
{
    if (setjmp(place) == 0)
        go_deep(jump);
    known_leaf("main/catches_and_works/leaf");
}

APART static void catches(void)
{
    if (setjmp(place) == 0)
        go_deep(jump);
}

/* Not the time between its end and the next function. */
NOT_MEASURED static void call(const char *path, void (*function)(void))
{
    double begin = seconds();

    function();
    visits(path, 1, seconds() - begin);
    nest(path, 2, 1, 0);
    sleep_ms(20);
}

/* ---- one that is open since before it was folded ---- */

#define SHORT_CALLS 20000

APART static void solves(int outermost);

APART static void repeats(void)
{
    for (int i = 0; i < SHORT_CALLS; i++)
        solves(0);
}

APART static void jumps(void)
{
    longjmp(place, 1);
}

APART static void solves(int outermost)
{
    if (!outermost)
        return;
    repeats();
    if (setjmp(place) == 0)
        jumps();
}

NOT_MEASURED static void folded(void)
{
    solves(1);
    visits("main/solves", 1, 0);
    visits("main/solves/jumps", 1, 0);
    visits("main/solves/repeats", 1, 0);
    visits("main/solves/repeats/solves", 10001, 0);
    visits("main/solves/repeats/solves (folded)", SHORT_CALLS - 10001, 0);
    sleep_ms(20);
    known_leaf("main/leaf");
}

/* ---- the same function, further out ---- */

APART static int halves(int n);

APART static int splits(int n)
{
    return halves(n - 1) + 1;
}

APART static int halves(int n)
{
    if (n == 0)
        longjmp(place, 1);
    if (n == 2 && setjmp(place) != 0)
        sleep_ms(LEAF_MS);
    else
        return splits(n) + 1;
    return 0;
}

/* Those that it jumps out of are left when the one that it jumps to is. */
NOT_MEASURED static void recursion(void)
{
    char path[128] = "main/halves";

    halves(4);
    visits("main/halves", 1, 1e-3 * LEAF_MS);
    for (int i = 1; i <= 8; i++) {
        strcat(path, i % 2 == 1 ? "/splits" : "/halves");
        visits(path, 1, 1e-3 * LEAF_MS);
    }
    known_leaf("main/leaf");
}

/* ---- other stacks, from which no function is left ---- */

static ucontext_t outside, inside;

NOT_MEASURED static void come_out(void)
{
    swapcontext(&inside, &outside);
}

APART static void coroutine(void)
{
    ping(LEVELS, come_out);
}

NOT_MEASURED static void other_stack(void)
{
    size_t size = 1 << 20;
    char *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        abort();
    getcontext(&inside);
    inside.uc_stack.ss_sp = pages;
    inside.uc_stack.ss_size = size;
    inside.uc_link = &outside;
    makecontext(&inside, coroutine, 0);
    swapcontext(&outside, &inside);
    leaf(); /* this thread is too deep */
    swapcontext(&outside, &inside);
    visits("main/coroutine", 1, 1e-3 * LEAF_MS);
    nest("main/coroutine", 2, 1, LEAF_MS);
    known_leaf("main/leaf");
}

static void handler(int signal)
{
    (void)signal;
    leaf();
}

NOT_MEASURED static void raise_it(void)
{
    raise(SIGUSR2);
}

/* Its stack is further out than what the signal meets. */
NOT_MEASURED static void other_stack_inside(void)
{
    char room[65536];
    stack_t mine = { .ss_sp = room, .ss_size = sizeof(room) };
    stack_t none = { .ss_flags = SS_DISABLE };
    struct sigaction action = { .sa_handler = handler,
                                .sa_flags = SA_ONSTACK };

    sigaltstack(&mine, NULL);
    sigaction(SIGUSR2, &action, NULL);
    go_deep(raise_it);
    nest("main", 1, 1, LEAF_MS);
    known_leaf("main/leaf");
    sigaltstack(&none, NULL);
}

/* ---- marks ---- */

NOT_MEASURED static void mark(int level)
{
    char name[32];

    snprintf(name, sizeof(name), "level%d", level);
    MPIPROF_BEGIN(name);
    if (level == LEVELS)
        longjmp(place, 1);
    mark(level + 1);
    MPIPROF_END(name);
}

NOT_MEASURED static void marks(void)
{
    char path[MOST_REGIONS * 12] = "outer";
    size_t length = strlen(path);

    MPIPROF_BEGIN("outer");
    if (setjmp(place) == 0)
        mark(0);
    MPIPROF_END("outer");
    visits(path, 1, 0);
    for (int i = 0; i < MOST_REGIONS - 1; i++) {
        length += (size_t)sprintf(path + length, "/level%d", i);
        visits(path, 1, 0);
    }
    VISIT("after", MPIPROF_BEGIN("after"), sleep_ms(LEAF_MS),
          MPIPROF_END("after"));
}

NOT_MEASURED static void functions(void)
{
    call("main/catches_and_works", catches_and_works);
    known_leaf("main/leaf");
    call("main/catches", catches);
    known_leaf("main/leaf");
    folded();
    recursion();
    for (int i = 0; i < 3; i++) {
        if (setjmp(place) == 0)
            go_deep(jump);
        known_leaf("main/leaf");
    }
    nest("main", 1, 3, 0);
    other_stack();
    other_stack_inside();
}

int main(int argc, char **argv)
{
    double begin;

    MPI_Init(&argc, &argv);
    begin = seconds();
    if (argc != 3) {
        fprintf(stderr, "usage: mpiexec -n 1 jumps PREFIX WHAT\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (strcmp(argv[2], "marks") == 0) {
        marks();
    } else {
        functions();
        visits("main", 1, seconds() - begin);
    }
    visits_write(argv[1], 0);
    MPI_Finalize();
    return 0;
}
