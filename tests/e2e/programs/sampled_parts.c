/* SPDX-License-Identifier: BSD-3-Clause */
/* sampled_parts.c - two parts of sampled.c; the second is inlined work. */
#include "sampled_spin.h"

void part_a(double seconds);
void part_b(double seconds);

static __thread volatile double sum;

__attribute__((noinline)) void part_a(double seconds)
{
    double end = used() + seconds;

    while (used() < end)
        for (int i = 0; i < 5000; i++)
            sum += i; /* LINE part_a */
}

static inline __attribute__((always_inline)) void inlined(double end)
{
    while (used() < end)
        for (int i = 0; i < 5000; i++)
            sum += 2 * i; /* LINE inlined */
}

__attribute__((noinline)) void part_b(double seconds)
{
    inlined(used() + seconds);
    sum += 1;
}
