/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * order.h - the smaller and the larger of two numbers, and comparisons for
 * qsort() and bsearch().
 *
 *     ORDER(longest_first, struct wait, DOWN(ns) UP(rank));
 *
 * defines a static function that puts the longest wait first, and of waits that
 * are equally long the one of the lowest rank; ORDER_SHARED() one for a header.
 * Threads: any.  No memory, no errors.
 */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

#include <stdint.h>
#include <string.h>

#define ORDER(name, type, members) static ORDER_SHARED(name, type, members)
#define ORDER_SHARED(name, type, members)         \
    int name(const void *left, const void *right) \
    {                                             \
        const type *a = left, *b = right;         \
                                                  \
        members return 0;                         \
    }                                             \
    int name(const void *left, const void *right)

/* Numbers, ascending and descending, and strings. */
#define UP(member)              \
    if (a->member != b->member) \
        return a->member < b->member ? -1 : 1;
#define DOWN(member)            \
    if (a->member != b->member) \
        return a->member > b->member ? -1 : 1;
#define A_TO_Z(member)                     \
    if (strcmp(a->member, b->member) != 0) \
        return strcmp(a->member, b->member);

static inline uint64_t order_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t order_most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline int order_int(const void *left, const void *right)
{
    const int *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static inline int order_uint32(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static inline int order_uint64(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

#endif
