/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unseen.c - reports at the end of the process what was not measured, and why.
 *
 * With libmpi before libmpiprof in the link order the program's calls never
 * get here.  The end of the process shows this: MPI was initialised, and we
 * are still asleep.  With a measurement still on, MPI_Finalize was not
 * reached.  A process that ends by _exit() or a signal bypasses all this.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#include "base/flavours.h"
#include "start.h"

static bool mpi_was_used(void)
{
    int (*initialized)(int *) =
        (int (*)(int *))dlsym(RTLD_DEFAULT, "PMPI_Initialized");
    int yes = 0;

    return initialized != NULL && initialized(&yes) == MPI_SUCCESS && yes;
}

__attribute__((destructor)) static void tell_unseen(void)
{
    unfinished(HOOK_EXIT, 0);
    if (hook_state.mode == HOOK_ASLEEP && start_is_wanted() &&
        flavours_first_rank() && mpi_was_used())
        fprintf(stderr,
                "mpiprof: the program used MPI, but none of its calls "
                "came here: link -lmpiprof before the MPI library, or use "
                "mpiprof-run; nothing was measured\n");
}
