/* SPDX-License-Identifier: BSD-3-Clause */
/* no_mpi.c - linked to libmpiprof, marks a region, never calls MPI. */
#include <mpiprof.h>
#include <stdio.h>

int main(void)
{
    MPIPROF_BEGIN("hello");
    puts("hello");
    MPIPROF_END("hello");
    return 0;
}
