/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * unwind_null.c - without libunwind: follows frame pointers only.
 */
#include "measure/sample/sampler_internal.h"

bool unwind_works(void)
{
    return false;
}

int unwind(const struct sample *sample, void **addresses, int most,
           bool *ended)
{
    int count = 0;

    *ended = false;
    while (count < most && count < (int)sample->chain_count) {
        addresses[count] =
            (void *)(uintptr_t)(sample->chain[count] + (count == 0));
        count++;
    }
    return count;
}
