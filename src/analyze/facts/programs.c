/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/programs.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/text/escape.h"

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

    programs_put_ranks(&ranks, scope, program);
    escape_put_name(out, (const char *)item.key);
    strbuf_puts(out, " (");
    ranklist_name(out, strbuf_text(&ranks));
    strbuf_putc(out, ')');
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

static enum status refuse_program(const struct profile *profile,
                                  const char *name)
{
    const struct definitions *table = profile->definitions;
    uint32_t end = definitions_count(table, DEFINITION_PROGRAM);
    struct strbuf known;
    enum status status;

    strbuf_init(&known);
    for (uint32_t i = 1; i < end; i++) {
        strbuf_puts(&known, i == 1 ? "" : ", ");
        escape_put_name(
            &known,
            (const char *)definitions_get(table, DEFINITION_PROGRAM, i).key);
    }
    if (end < 2)
        status = log_fail(STATUS_BAD_VALUE,
                          "this run has no profile (run.mpiprof), which says "
                          "which program each rank ran; use --ranks LIST");
    else
        status =
            log_fail(STATUS_BAD_VALUE,
                     "none of the ranks ran '%s'; programs of this run: %s",
                     name, strbuf_text(&known));
    strbuf_clear(&known);
    return status;
}

enum status programs_choose(struct profile *profile, const char *name,
                            struct ranklist *ranks)
{
    uint32_t program = definitions_find(
        profile->definitions, DEFINITION_PROGRAM, 0, 0, name, strlen(name));
    const struct rank_data *rank;
    size_t kept = 0;

    for (size_t i = 0; i < ranks->count && program != DEFINITION_NONE; i++)
        if (profile_rank(profile, (uint32_t)ranks->members[i], &rank) ==
                STATUS_OK &&
            rank->program == program)
            ranks->members[kept++] = ranks->members[i];
    ranks->count = kept;
    return kept > 0 ? STATUS_OK : refuse_program(profile, name);
}
