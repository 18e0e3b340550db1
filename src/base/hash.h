/*
 * hash.h - mixing of integers and bytes for hash tables.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t seed, uint64_t value)
{
    __uint128_t product = (__uint128_t)(seed ^ value ^ 0x9e3779b97f4a7c15u) *
                          0xd6e8feb86659fd93u;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
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
