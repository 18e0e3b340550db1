/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hash.h - mixes integers and bytes for hash tables.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* XORs the two halves of the product of a and b; same result on machines
 * without 128-bit integers. */
#ifdef __SIZEOF_INT128__
static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
    __uint128_t product = (__uint128_t)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}
#else
static inline uint64_t hash_fold(uint64_t a, uint64_t b)
{
    uint64_t a_low = (uint32_t)a, a_high = a >> 32;
    uint64_t b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    uint64_t other = a_low * b_high + (uint32_t)middle;

    return a * b ^ (a_high * b_high + (middle >> 32) + (other >> 32));
}
#endif

#define HASH_FACTOR 0x9e3779b97f4a7c15u
#define HASH_OTHER_FACTOR 0xd6e8feb86659fd93u

static inline uint64_t hash_mix(uint64_t seed, uint64_t value)
{
    return hash_fold(seed ^ value ^ HASH_FACTOR, HASH_OTHER_FACTOR);
}

/* For the hot path: only the high half is mixed. */
static inline uint64_t hash_pair(uint64_t a, uint64_t b)
{
    return a * HASH_FACTOR ^ b * HASH_OTHER_FACTOR;
}

static inline uint64_t hash_bytes(const void *data, size_t size, uint64_t seed)
{
    const uint8_t *at = data;
    uint64_t word;

    for (; size >= sizeof(word); size -= sizeof(word), at += sizeof(word)) {
        memcpy(&word, at, sizeof(word));
        seed = hash_mix(seed, word);
    }
    word = 0;
    memcpy(&word, at, size);
    return hash_mix(seed, word ^ ((uint64_t)size << 56));
}

#endif
