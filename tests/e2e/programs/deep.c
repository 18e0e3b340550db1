/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * deep.c CALLS - MPI_Barrier below ten functions, CALLS times.
 */
#include <mpi.h>
#include <stdlib.h>

#define DEEP(name, next)                                        \
    __attribute__((noinline)) static void name(void)            \
    {                                                           \
        next();                                                 \
        __asm__ volatile("" : : : "memory"); /* no tail call */ \
    }

__attribute__((noinline)) static void f10(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    __asm__ volatile("" : : : "memory");
}

DEEP(f9, f10)
DEEP(f8, f9)
DEEP(f7, f8)
DEEP(f6, f7)
DEEP(f5, f6)
DEEP(f4, f5)
DEEP(f3, f4)
DEEP(f2, f3)
DEEP(f1, f2)

int main(int count, char **words)
{
    MPI_Init(&count, &words);
    for (int i = atoi(words[1]); i > 0; i--)
        f1();
    MPI_Finalize();
    return 0;
}
