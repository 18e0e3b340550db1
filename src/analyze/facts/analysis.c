/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/analysis.h"

#include <string.h>

bool analysis_of_samples(const void *state, const struct scope *scope)
{
    (void)state;
    return scope->sampled.sampled_ranks > 0;
}

bool analysis_of_endings(const void *state, const struct scope *scope)
{
    (void)state;
    return scope->ends.ranks != NULL;
}

enum status report_add_filled(struct report *report,
                              const struct table_form *form,
                              const struct scope *scope, const void *state,
                              table_fill *fill)
{
    struct table *table = report_add_form(report, form);

    return table == NULL ? STATUS_NO_MEMORY : fill(table, scope, state);
}

/* The procedures are the first table of the short report with such sums. */
static void note_sums(struct table *table, const struct scope *scope)
{
    if (scope->rank_count < 2 || table->note != NULL)
        return;
    table_set_note(table, "times are sums over ranks; of total: share of all "
                          "ranks' total times; -: outside the run time");
    table->note_needed = table->note != NULL;
}

/* Calls outside T have no share, and come last. */
enum status report_add_tallies(struct report *report,
                               const struct table_form *form,
                               const struct scope *scope, const void *state,
                               const struct tallies *tallies, tally_row *add,
                               const char *sort)
{
    struct table *table = report_add_form(report, form);

    if (table == NULL)
        return STATUS_NO_MEMORY;
    for (size_t i = 0; i < tallies->count; i++)
        add(table, scope, state, &tallies->items[i]);
    table_sort(table, (size_t)table_column(table, sort));
    if (tallies == &scope->calls || tallies == &scope->sites)
        table_sort(table, (size_t)table_column(table, "share"));
    if (table_column(table, "share") >= 0 && tallies != &scope->regions)
        scope_note_threads(table, scope);
    if (tallies == &scope->calls)
        note_sums(table, scope);
    return STATUS_OK;
}

/* Whether name is one of the words of list, which are split at commas. */
static bool has_word(const char *list, const char *name)
{
    size_t length = strlen(name);

    while (*list != '\0') {
        size_t word = strcspn(list, ",");

        if (word == length && strncmp(list, name, word) == 0)
            return true;
        list += word + (list[word] == ',');
    }
    return false;
}

bool table_form_wanted(const struct table_form *form,
                       const struct scope *scope)
{
    const char *detail = scope->options->detail;

    if (form->section != 0)
        return true;
    if (detail == NULL)
        return false;
    if (detail[0] == '\0')
        return !form->per_stretch;
    return strcmp(detail, "*") == 0 || has_word(detail, form->name);
}
