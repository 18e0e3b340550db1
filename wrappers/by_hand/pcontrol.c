/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pcontrol.c - MPI_Pcontrol of C: the only variadic procedure of MPI.
 *
 * No MPI library uses further arguments; only the level is forwarded.
 */
#include "wrap.h"

int c_MPI_Pcontrol(const int level, ...) EXPORTED_AS("MPI_Pcontrol");
int c_MPI_Pcontrol(const int level, ...)
{
    struct hook_call call;

    if (!hook_enter(&call, CALL_MPI_Pcontrol, HOOK_C, CALLER))
        return NEXT_C(MPI_Pcontrol)(level);
    hook_begin(&call);
    call.result = NEXT_C(MPI_Pcontrol)(level);
    hook_end(&call);
    hook_state.ops->pcontrol(&call, level);
    hook_leave(&call);
    return call.result;
}
