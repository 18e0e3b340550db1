/* SPDX-License-Identifier: BSD-3-Clause */
/* sampled_part_c.c - the third part of sampled.c, in a shared library. */
#include "sampled_spin.h"

void part_c(double seconds);

static __thread volatile double sum;

__attribute__((noinline)) void part_c(double seconds)
{
    double end = used() + seconds;

    while (used() < end)
        for (int i = 0; i < 5000; i++)
            sum += i; /* LINE part_c */
}
