/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * own_cost.c - as many events as are asked for, and nothing else.
 *
 *     own_cost functions|regions|work COUNT
 *
 * functions: COUNT calls, by a function called 1000 times less often; regions:
 * COUNT of them; work: so many ms of CPU time.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mpiprof.h"

#define QUIET __attribute__((no_instrument_function))

__attribute__((noinline, noclone)) static void empty(void)
{
    __asm__ volatile("" ::: "memory");
}

__attribute__((noinline, noclone)) static void thousand(void)
{
    for (int i = 0; i < 1000; i++)
        empty();
}

QUIET static void functions(long count)
{
    for (; count > 0; count -= 1000)
        thousand();
}

QUIET static void regions(long count)
{
    for (; count > 0; count--) {
        MPIPROF_BEGIN("part");
        MPIPROF_END("part");
    }
}

/* A call of MPI takes out what was sampled. */
QUIET static void work(long ms)
{
    int size;

    while (clock() < ms * (CLOCKS_PER_SEC / 1000))
        MPI_Type_size(MPI_INT, &size);
}

QUIET int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(long);
    } cases[] = { { "functions", functions },
                  { "regions", regions },
                  { "work", work } };
    long count = argc > 2 ? atol(argv[2]) : 0;

    MPI_Init(&argc, &argv);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        if (argc > 1 && strcmp(argv[1], cases[i].name) == 0)
            cases[i].run(count);
    MPI_Finalize();
    return 0;
}
