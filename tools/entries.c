/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/entries.h"

#include <string.h>

#include "analyze/advice/rules.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/terms.h"
#include "base/text/fuzzy_match.h"
#include "replay/log/replay_result.h"
#include "report/sections.h"
#include "tools/tables.h"

static void each_word(entry_visit *visit, void *context)
{
    for (size_t i = 0; i < term_count; i++)
        visit(&(struct entry){ .kind = ENTRY_TERM,
                               .name = terms[i].name,
                               .title = terms[i].title,
                               .definition = terms[i].definition },
              context);
    for (size_t i = 0; i < efficiency_term_count; i++)
        visit(&(struct entry){ .kind = ENTRY_EFFICIENCY,
                               .name = efficiency_terms[i].name,
                               .title = efficiency_terms[i].title,
                               .definition = efficiency_terms[i].definition },
              context);
    for (int i = 0; i < WAIT_KINDS; i++)
        visit(&(struct entry){ .kind = ENTRY_TERM,
                               .name = wait_kind_name((enum wait_kind)i),
                               .title = wait_kind_title((enum wait_kind)i),
                               .definition =
                                   wait_kind_definition((enum wait_kind)i) },
              context);
    for (int i = 0; i < RULES; i++)
        visit(&(struct entry){ .kind = ENTRY_RULE,
                               .name = rules[i].name,
                               .title = rules[i].title,
                               .definition = rules[i].definition,
                               .remedy = rules[i].remedy },
              context);
}

static void each_section(entry_visit *visit, void *context)
{
    for (int i = 1; i <= SECTION_COMPLETENESS; i++) {
        const struct section *section = section_of(i);

        if (section != NULL)
            visit(&(struct entry){ .kind = ENTRY_SECTION,
                                   .name = section->title,
                                   .title = section->title,
                                   .definition = section->definition,
                                   .section = i },
                  context);
    }
}

static void each_column(const struct table_form *form, entry_visit *visit,
                        void *context)
{
    struct strbuf title = { 0 };

    for (size_t i = 0; i < form->column_count; i++) {
        strbuf_truncate(&title, 0);
        column_title(&title, &form->columns[i]);
        visit(&(struct entry){ .kind = ENTRY_COLUMN,
                               .name = form->columns[i].name,
                               .title = strbuf_text(&title),
                               .definition = form->columns[i].definition,
                               .table = form->name },
              context);
    }
    strbuf_clear(&title);
}

void entries_each(entry_visit *visit, void *context)
{
    const struct table_form *form;

    each_word(visit, context);
    each_section(visit, context);
    for (size_t i = 0; (form = tables_at(TABLES_ALL, i)) != NULL; i++)
        visit(&(struct entry){ .kind = ENTRY_TABLE,
                               .name = form->name,
                               .title = form->title,
                               .definition = form->title,
                               .section = form->section },
              context);
    for (size_t i = 0; (form = tables_at(TABLES_ALL, i)) != NULL; i++)
        each_column(form, visit, context);
}

bool entry_is_called(const struct entry *entry, const char *called)
{
    return fuzzy_match_same(entry->name, called) ||
           fuzzy_match_same(entry->title, called);
}

static void offer_entry(const struct entry *entry, void *context)
{
    fuzzy_match_offer(context, entry->name, entry->name);
    fuzzy_match_offer(context, entry->title, entry->name);
}

const char *entries_closest(const char *called)
{
    struct fuzzy_match match = { .typed = called };

    entries_each(offer_entry, &match);
    return match.name;
}
