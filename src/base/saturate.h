/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * saturate.h - arithmetic that does not wrap: converts doubles, which damaged
 * files can make any, to 64-bit integers, and subtracts these.
 *
 * Negative numbers and NaN become 0; numbers too large become UINT64_MAX.
 */
#ifndef BASE_SATURATE_H
#define BASE_SATURATE_H

#include <stdint.h>

/* Rounds down. */
static inline uint64_t saturate_below(double value)
{
    if (!(value > 0))
        return 0;
    return value >= 0x1p64 ? UINT64_MAX : (uint64_t)value;
}

static inline uint64_t saturate_less(uint64_t from, uint64_t part)
{
    return from > part ? from - part : 0;
}

/* Rounds to nearest; halves go up. */
static inline uint64_t saturate_near(double value)
{
    return saturate_below(value + 0.5);
}

#endif
