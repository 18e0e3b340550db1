/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/functions/sampled_cells.h"

#include <math.h>

#include "analyze/facts/say.h"
#include "base/saturate.h"

#define KEPT 5           /* rows of a rank in a report that is cut */
#define MOST_HELD 250000 /* rows of a report that is held */

void sampled_location(struct strbuf *out, const struct sampled_name *name)
{
    if (name->file[0] != '\0')
        strbuf_puts(out, say_location(name->file, name->line).text);
}

void sampled_put_location(struct table *table, const struct sampled_name *name)
{
    struct strbuf text = { 0 };

    sampled_location(&text, name);
    table_optional(table, strbuf_text(&text));
    strbuf_clear(&text);
}

void sampled_put_file(struct table *table, const struct sampled_name *name)
{
    table_optional(table, name->module);
    table_optional(table, name->file);
}

void sampled_put_source(struct table *table, const struct sampled_name *name)
{
    sampled_put_file(table, name);
    table_integer_if(table, name->line != 0, name->line);
}

uint32_t sampled_most_rows(const struct scope *scope, size_t items)
{
    size_t rows = 0;

    if (scope->options->top > 0)
        return KEPT;
    for (uint32_t i = 0; i < scope->rank_count; i++)
        rows += scope->ranks[i].shown ? items : 0;
    return scope->options->in_parts || rows <= MOST_HELD ? 0 : KEPT;
}

uint64_t sampled_error(const double *squares, size_t count, uint64_t number)
{
    return number < count ? saturate_near(sqrt(squares[number])) : 0;
}

void sampled_put_time(struct table *table, const struct scope *scope,
                      const struct tally *tally, const double *squares,
                      size_t count)
{
    uint64_t ns = scope_stats(scope, &tally->time).sum;

    TABLE_NUMBERS(table, ns, sampled_error(squares, count, tally->key));
    table_real(table, scope_share(ns, scope->sampled.ns));
}
