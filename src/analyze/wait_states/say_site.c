/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/wait_states/say_site.h"

#include <stdio.h>

#include "analyze/facts/source_location.h"
#include "analyze/facts/say.h"

void say_site(struct strbuf *out, const struct scope *scope, uint64_t site)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location place, room;
    const char *caller;

    source_location_leaf(names, site_path(site), &place);
    strbuf_puts(out, scope_call_name(scope, site_call(site)));
    if (place.function != NULL) {
        strbuf_puts(out, " in ");
        say_function_name(out, place.function);
    }
    if (place.location[0] != '\0')
        strbuf_printf(out, " (%s)", place.location);
    caller = sites_caller(&scope->same, names, site_path(site), &room);
    if (caller != NULL) {
        strbuf_puts(out, " called from ");
        say_function_name(out, caller);
    }
}

void table_where(struct table *table, const struct scope *scope, uint64_t site)
{
    const struct definitions *names = scope->profile->definitions;
    struct strbuf text = { 0 };
    struct source_location place;

    source_location_leaf(names, site_path(site), &place);
    strbuf_puts(&text, place.location[0] != '\0' ? place.location
                       : place.function != NULL  ? place.function
                                                 : "");
    sites_put_caller(&text, &scope->same, names, site_path(site));
    table_optional(table, strbuf_text(&text));
    strbuf_clear(&text);
}

void say_region(struct strbuf *out, const struct scope *scope, uint32_t node)
{
    struct strbuf name = { 0 };

    source_location_region(scope->profile->definitions, node, &name);
    say_name(out, strbuf_text(&name));
    strbuf_clear(&name);
}

struct said say_others(const struct scope *scope, uint32_t rank, bool first)
{
    struct said said;

    if (scope->rank_count == 2)
        snprintf(said.text, sizeof(said.text), "%cank %u", first ? 'R' : 'r',
                 scope_rank_at(scope, scope_index_of(scope, rank) == 0));
    else
        snprintf(said.text, sizeof(said.text), "%che others",
                 first ? 'T' : 't');
    return said;
}
