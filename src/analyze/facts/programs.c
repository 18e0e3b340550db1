/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/programs.h"

#include "base/escape.h"

static uint32_t programs_end(const struct scope *scope)
{
    return definitions_count(scope->profile->definitions, DEFINITION_PROGRAM);
}

static bool program_has_ranks(const struct scope *scope, uint32_t program)
{
    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].program == program)
            return true;
    return false;
}

uint32_t programs_count(const struct scope *scope)
{
    uint32_t count = 0;

    for (uint32_t i = 1; i < programs_end(scope); i++)
        count += program_has_ranks(scope, i);
    return count;
}

size_t programs_put_ranks(struct strbuf *out, const struct scope *scope,
                          uint32_t program)
{
    struct ranklist_text list = { .out = out };

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].program == program)
            ranklist_text_add(&list, scope->ranks[i].rank);
    return ranklist_text_end(&list);
}

static void program_put(struct strbuf *out, const struct scope *scope,
                        uint32_t program)
{
    struct definition item = definitions_get(scope->profile->definitions,
                                             DEFINITION_PROGRAM, program);
    struct strbuf ranks = { 0 };
    size_t count;

    count = programs_put_ranks(&ranks, scope, program);
    escape_put_name(out, (const char *)item.key);
    strbuf_printf(out, " (rank%s %s)", count == 1 ? "" : "s",
                  strbuf_text(&ranks));
    strbuf_clear(&ranks);
}

void programs_put_list(struct strbuf *out, const struct scope *scope,
                       uint32_t most)
{
    uint32_t told = 0, count = programs_count(scope);

    for (uint32_t i = 1; i < programs_end(scope) && told < most; i++) {
        if (!program_has_ranks(scope, i))
            continue;
        strbuf_puts(out, told++ == 0 ? "" : ", ");
        program_put(out, scope, i);
    }
    if (count > told)
        strbuf_printf(out, " and %u more", count - told);
}
