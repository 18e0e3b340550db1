/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run.c - a program's queries about its run, and notes about its end.
 */
#include "mpiprof.h"
#include "start.h"

EXPORTED const char *mpiprof_run_directory(void)
{
    return hook_state.directory;
}

EXPORTED int mpiprof_run_rank(void)
{
    return hook_state.directory == NULL ? -1 : hook_state.rank;
}

EXPORTED void mpiprof_note_signal(int signal)
{
    if (hook_state.mode == HOOK_ON && hook_state.ops->unfinished != NULL)
        hook_state.ops->unfinished(HOOK_SIGNAL, signal);
}
