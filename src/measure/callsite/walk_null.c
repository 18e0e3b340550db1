/* SPDX-License-Identifier: BSD-3-Clause */
/* walk_null.c - without libunwind: only the wrapper's caller is known. */
#include "measure/callsite/walk.h"

int walk_stack(void **addresses, int most)
{
    (void)addresses;
    (void)most;
    return 0;
}

void walk_unload_begins(void)
{
}

void walk_unload_ends(bool gone)
{
    (void)gone;
}

int walk_slots(const void *caller, void *const **slots, int most)
{
    (void)caller;
    (void)slots;
    (void)most;
    return 0;
}

bool walk_may_return_to(const void *caller, uintptr_t frame)
{
    (void)caller;
    (void)frame;
    return true;
}
