/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tables.h"

#include <string.h>

#include "analyze/analyze.h"
#include "compare/compare.h"
#include "compare/history.h"
#include "compare/scaling.h"
#include "pyfiles/pyfiles.h"
#include "pyprof/pyprof.h"
#include "whatif/whatif.h"

/* Those of cProfile, then those of other profilers. */
static const struct table_form *python_form(size_t i)
{
    if (i < pyprof_form_count)
        return &pyprof_forms[i];
    i -= pyprof_form_count;
    return i < pyfiles_form_count ? &pyfiles_forms[i] : NULL;
}

static const struct table_form *form_of(enum tables_of which, size_t i)
{
    switch (which) {
    case TABLES_COMPARE:
        return i < compare_form_count ? &compare_forms[i] : NULL;
    case TABLES_SCALING:
        return i < scaling_form_count ? &scaling_forms[i] : NULL;
    case TABLES_HISTORY:
        return i < history_form_count ? &history_forms[i] : NULL;
    case TABLES_WHATIF: return i < whatif_form_count ? &whatif_forms[i] : NULL;
    case TABLES_PYTHON: return python_form(i);
    default: return analyze_form(i);
    }
}

static size_t count_of(enum tables_of which)
{
    size_t count = 0;

    while (form_of(which, count) != NULL)
        count++;
    return count;
}

const struct table_form *tables_at(enum tables_of which, size_t i)
{
    if (which != TABLES_ALL)
        return form_of(which, i);
    for (int part = TABLES_REPORT; part < TABLES_ALL; part++) {
        size_t count = count_of((enum tables_of)part);

        if (i < count)
            return form_of((enum tables_of)part, i);
        i -= count;
    }
    return NULL;
}

const struct table_form *tables_find(enum tables_of which, const char *name)
{
    const struct table_form *form;

    for (size_t i = 0; (form = tables_at(which, i)) != NULL; i++)
        if (strcmp(form->name, name) == 0)
            return form;
    return NULL;
}
