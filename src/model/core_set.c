/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/core_set.h"

#define WORD_BITS 64u

uint32_t core_set_count(const struct core_set *set)
{
    uint32_t count = 0;

    for (int i = 0; i < CORE_SET_WORDS; i++)
        count += (uint32_t)__builtin_popcountll(set->words[i]);
    return count;
}

static uint32_t first_core(const struct core_set *set)
{
    for (uint32_t i = 0; i < CORE_SET_WORDS; i++)
        if (set->words[i] != 0)
            return i * WORD_BITS + (uint32_t)__builtin_ctzll(set->words[i]);
    return UINT32_MAX;
}

void core_set_say(const struct core_set *set, struct strbuf *out)
{
    uint32_t count = core_set_count(set);

    if (count == 1)
        strbuf_printf(out, "core %u", first_core(set));
    else
        strbuf_printf(out, "%u cores", count);
}

void core_set_add(struct core_set *set, const struct core_set *other)
{
    if (other->online > set->online)
        set->online = other->online;
    for (int i = 0; i < CORE_SET_WORDS; i++)
        set->words[i] |= other->words[i];
}

void core_set_encode(const struct core_set *set, struct bytes_writer *out)
{
    uint32_t words = CORE_SET_WORDS;

    while (words > 0 && set->words[words - 1] == 0)
        words--;
    bytes_put_number(out, set->online);
    bytes_put_number(out, words);
    for (uint32_t i = 0; i < words; i++)
        bytes_put_number(out, set->words[i]);
}

void core_set_decode(struct bytes_reader *in, struct core_set *out)
{
    uint32_t words;

    out->online = bytes_get_below(in, UINT32_MAX);
    words = bytes_get_below(in, CORE_SET_WORDS + 1);
    for (uint32_t i = 0; i < words; i++)
        out->words[i] = bytes_get_number(in);
    if (out->online == 0) /* it would not be there */
        in->failed = true;
}
