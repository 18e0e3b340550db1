/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables.h - every table that the commands of mpiprof-report can show.
 *
 * Threads: constant data.
 */
#ifndef TOOLS_TABLES_H
#define TOOLS_TABLES_H

#include <stddef.h>

#include "report/table_form.h"

enum tables_of {
    TABLES_REPORT,
    TABLES_COMPARE,
    TABLES_SCALING,
    TABLES_HISTORY,
    TABLES_WHATIF,
    TABLES_PYTHON,
    TABLES_ALL
};

/* Returns the i-th table, in display order; NULL past the last. */
const struct table_form *tables_at(enum tables_of which, size_t i);
const struct table_form *tables_find(enum tables_of which, const char *name);

#endif
