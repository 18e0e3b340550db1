/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/tables/excess_phrases.h"

#include "analyze/facts/samples/hot_function.h"
#include "analyze/facts/samples/python_excess.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"

void put_excess_region(struct strbuf *out, const struct scope *scope,
                       uint32_t region)
{
    if (scope->regions.count == 1)
        return;
    if (region == 0) {
        strbuf_puts(out, " outside any marked region");
        return;
    }
    strbuf_puts(out, " in region ");
    say_region(out, scope, region);
}

void put_excess_function(struct strbuf *out, const struct scope *scope,
                         uint32_t region,
                         const struct rank_stats_result *spread)
{
    const struct python_time *python = python_excess_find(scope, spread).time;
    struct hot_function excess;
    struct sampled_name name;

    if (python != NULL) {
        strbuf_printf(out, ", %smostly in ",
                      scope_has_regions(scope) ? "in the whole run " : "");
        say_function(out, python->function, python->file, python->first_line);
        return;
    }
    if (!hot_function_find(scope, region, spread->max_index, &excess))
        return;
    name = hot_function_name(scope, &excess, excess.function);
    if (excess.whole)
        strbuf_printf(out, ", %s", hot_function_whole(scope));
    else
        strbuf_putc(out, ',');
    strbuf_puts(out, " mostly in ");
    say_function(out, name.function, name.file, name.line);
}
