/*
 * saturate.h - whole numbers of real ones, which damaged files can make any.
 *
 * Below 0, and what is no number, is 0; what 64 bits do not hold is the
 * largest that they do.
 */
#ifndef BASE_SATURATE_H
#define BASE_SATURATE_H

#include <stdint.h>

/* The greatest that is not above it. */
static inline uint64_t saturate_below(double value)
{
    if (!(value > 0))
        return 0;
    return value >= 0x1p64 ? UINT64_MAX : (uint64_t)value;
}

/* The nearest; halves go up. */
static inline uint64_t saturate_near(double value)
{
    return saturate_below(value + 0.5);
}

#endif
