/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/resources/core_set.h"

#include <string.h>

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

bool core_set_has(const struct core_set *set, const struct core_set *part)
{
    for (int i = 0; i < CORE_SET_WORDS; i++)
        if ((part->words[i] & ~set->words[i]) != 0)
            return false;
    return true;
}

/* Process to core: a new one may make others move. */
struct matching {
    const struct core_set *const *sets;
    uint32_t owners[CORE_SET_WORDS * WORD_BITS]; /* process + 1, or 0 */
    struct core_set tried;
};

static uint64_t untried_cores(const struct matching *matching,
                              uint32_t process, uint32_t word)
{
    return matching->sets[process]->words[word] & ~matching->tried.words[word];
}

/* As deep as there are cores. */
static bool matching_place(struct matching *matching, uint32_t process)
{
    uint64_t left;

    for (uint32_t word = 0; word < CORE_SET_WORDS; word++)
        while ((left = untried_cores(matching, process, word)) != 0) {
            uint32_t bit = (uint32_t)__builtin_ctzll(left);
            uint32_t *owner = &matching->owners[word * WORD_BITS + bit];

            matching->tried.words[word] |= UINT64_C(1) << bit;
            if (*owner == 0 || matching_place(matching, *owner - 1)) {
                *owner = process + 1;
                return true;
            }
        }
    return false;
}

/* Returns the cores that were tried in vain, if they do not suffice: their
 * processes can go nowhere else. */
bool core_sets_suffice(const struct core_set *const *sets, uint32_t count,
                       struct core_set *out)
{
    struct matching matching = { .sets = sets };
    bool suffice = true;

    memset(out, 0, sizeof(*out));
    for (uint32_t i = 0; i < count; i++) {
        memset(&matching.tried, 0, sizeof(matching.tried));
        if (matching_place(&matching, i))
            continue;
        core_set_add(out, &matching.tried);
        suffice = false;
    }
    return suffice;
}

void core_set_encode(const struct core_set *set, struct bytes_writer *out)
{
    uint32_t words = CORE_SET_WORDS;

    while (words > 0 && set->words[words - 1] == 0)
        words--;
    PUT_NUMBERS(out, set->online, words);
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
