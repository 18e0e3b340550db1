/* SPDX-License-Identifier: BSD-3-Clause */
#include "entries.h"

#include <string.h>

#include "analyze/advice/rules.h"
#include "analyze/facts/efficiency.h"
#include "analyze/facts/terms.h"
#include "base/fuzzy_match.h"
#include "replay/log/replay_result.h"
#include "report/sections.h"
#include "tables.h"

#define CLOSEST 5
#define LONGEST_NAME 64

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
    struct strbuf title;

    strbuf_init(&title);
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

/* The nearest so far, the nearest first. */
struct nearest {
    const char *called;
    bool columns;
    int count;
    struct {
        char name[LONGEST_NAME];
        int distance;
    } found[CLOSEST];
};

static bool has_name(const struct nearest *nearest, const char *name)
{
    for (int i = 0; i < nearest->count; i++)
        if (strcmp(nearest->found[i].name, name) == 0)
            return true;
    return false;
}

static void keep(struct nearest *nearest, const char *name, int distance)
{
    int at = nearest->count;

    if (distance > WORDS_FAR || strlen(name) >= LONGEST_NAME ||
        has_name(nearest, name))
        return;
    while (at > 0 && nearest->found[at - 1].distance > distance)
        at--;
    if (at == CLOSEST)
        return;
    if (nearest->count < CLOSEST)
        nearest->count++;
    memmove(&nearest->found[at + 1], &nearest->found[at],
            (size_t)(nearest->count - 1 - at) * sizeof(nearest->found[0]));
    strcpy(nearest->found[at].name, name);
    nearest->found[at].distance = distance;
}

static void compare(const struct entry *entry, void *context)
{
    struct nearest *nearest = context;
    int by_name = fuzzy_match_distance(nearest->called, entry->name);
    int by_title = fuzzy_match_distance(nearest->called, entry->title);

    if (nearest->columns && entry->kind != ENTRY_COLUMN)
        return;
    keep(nearest, entry->name, by_name < by_title ? by_name : by_title);
}

void entries_closest(const char *called, bool columns, struct strbuf *out)
{
    struct nearest nearest = { .called = called, .columns = columns };

    entries_each(compare, &nearest);
    for (int i = 0; i < nearest.count; i++)
        strbuf_printf(out, "%s%s", i == 0 ? "" : ", ", nearest.found[i].name);
}
