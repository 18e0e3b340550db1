/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * entries.h - all named entries of a report: terms, efficiencies, sections,
 * tables and columns.
 *
 * Threads: one owner.  Memory: texts are valid during the visit only.
 */
#ifndef TOOLS_ENTRIES_H
#define TOOLS_ENTRIES_H

#include <stdbool.h>

#include "report/table.h"

enum entry_kind {
    ENTRY_TERM,
    ENTRY_EFFICIENCY,
    ENTRY_RULE,
    ENTRY_SECTION,
    ENTRY_TABLE,
    ENTRY_COLUMN
};

struct entry {
    enum entry_kind kind;
    const char *name;
    const char *title;      /* title in text, or an alternative name */
    const char *definition; /* for a table: its title */
    const char *table;      /* for a column: its table */
    const char *remedy;     /* for a rule: its remedy */
    int section;            /* for a section, or a table: 0 if in none */
};

typedef void entry_visit(const struct entry *entry, void *context);
void entries_each(entry_visit *visit, void *context);
bool entry_is_called(const struct entry *entry, const char *called);
/* The name nearest to what was typed; NULL: none is near. */
const char *entries_closest(const char *called);

#endif
