/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report_unmeasured.c - reports at the end of the process what was not measured,
 * and why.
 *
 * With libmpi before libmpiprof in the link order, or opened apart from all
 * else, calls never get here.  The end of the process shows this: MPI
 * was initialised, or it is loaded apart from us, and we are still asleep.  If
 * measuring is still on, MPI_Finalize was not reached.  A process that ends by
 * _exit() or a signal bypasses all this, and a child of fork() is another one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/flavours.h"
#include "lookups.h"
#include "maps.h"
#include "start.h"

static pid_t process;

__attribute__((constructor)) static void note_process(void)
{
    process = getpid();
}

/* MPI by dlmopen(): its names are no names of ours. */
static void look_at(const char *path, void *apart)
{
    void *handle;

    if (!flavours_have_module(path))
        return;
    handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == NULL)
        *(bool *)apart = true;
    else
        dlclose(handle);
}

static bool mpi_is_apart(void)
{
    bool apart = false;

    maps_read("self", look_at, &apart);
    return apart;
}

/* Also one that RTLD_LOCAL hides. */
static bool mpi_was_used(void)
{
    int (*initialized)(int *) =
        (int (*)(int *))next_anywhere("PMPI_Initialized");
    int yes = 0;

    if (initialized == NULL)
        return mpi_is_apart();
    return initialized(&yes) == MPI_SUCCESS && yes;
}

static const char *what_to_do(void)
{
    const char *list = getenv("LD_PRELOAD");

    if (list == NULL || strstr(list, "libmpiprof") == NULL)
        return "link -lmpiprof before the MPI library, or use mpiprof-run";
    return LOOKUPS_SEEN
               ? "open the MPI library, and what calls it, without "
                 "RTLD_DEEPBIND and without dlmopen()"
               : "open the MPI library with RTLD_GLOBAL, not RTLD_DEEPBIND "
                 "or dlmopen(), and look its names up in RTLD_DEFAULT";
}

__attribute__((destructor)) static void tell_unseen(void)
{
    unfinished(HOOK_EXIT, 0);
    if (hook_state.mode == HOOK_ASLEEP && getpid() == process &&
        start_is_wanted() && flavours_first_rank() && mpi_was_used())
        fprintf(stderr,
                "mpiprof: the program used MPI, but none of its calls "
                "reached mpiprof: %s; nothing was measured\n",
                what_to_do());
}
