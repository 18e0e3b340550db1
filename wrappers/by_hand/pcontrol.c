/*
 * pcontrol.c - MPI_Pcontrol of C: the one variadic procedure of MPI.
 *
 * Further arguments mean something to no MPI library; only the level is
 * passed on.
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
