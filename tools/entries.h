/*
 * entries.h - everything in a report that has a name: words, efficiencies,
 * sections, tables and columns.
 *
 * Threads: one owner.  Memory: texts live during the visit only.
 */
#ifndef TOOLS_ENTRIES_H
#define TOOLS_ENTRIES_H

#include <stdbool.h>

#include "base/strbuf.h"
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
    const char *title;      /* what text shows, or another name for it */
    const char *definition; /* of a table its title */
    const char *table;      /* of a column: its table */
    const char *remedy;     /* of a rule: what to do */
    int section;            /* of a section, or a table: 0 where in none */
};

typedef void entry_visit(const struct entry *entry, void *context);
void entries_each(entry_visit *visit, void *context);
bool entry_is_called(const struct entry *entry, const char *called);
/* Appends the names that are most like it, "a, b, c"; nothing when none is.
 * Only columns, or all. */
void entries_closest(const char *called, bool columns, struct strbuf *out);

#endif
