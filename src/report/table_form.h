/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * table_form.h - the columns of a table, known before the table exists.
 *
 * Every module that makes tables lists their forms, for `explain' and for
 * --table.
 * Threads: constant data.
 */
#ifndef REPORT_TABLE_FORM_H
#define REPORT_TABLE_FORM_H

#include "report/sections.h"
#include "report/table.h"

struct table_form {
    const char *name, *title;
    int section;
    const struct column *columns;
    size_t column_count;
    enum table_brief brief;
    bool per_stretch; /* many rows for each rank: only where all tables or this
                       * one are asked for */
};

/* clang-format off */
#define TABLE_FORM_WITH(name_, title_, section_, columns_, ...)            \
    { .name = (name_), .title = (title_), .section = (section_),           \
      .columns = (columns_),                                               \
      .column_count = sizeof(columns_) / sizeof((columns_)[0]), __VA_ARGS__ }
#define TABLE_FORM(name, title, section, columns) \
    TABLE_FORM_WITH(name, title, section, columns, .brief = BRIEF_NEVER)
#define TABLE_FORM_BRIEF(name, title, section, columns) \
    TABLE_FORM_WITH(name, title, section, columns, .brief = BRIEF_ALWAYS)
/* clang-format on */

#endif
