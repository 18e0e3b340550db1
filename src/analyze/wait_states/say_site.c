/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/wait_states/say_site.h"

#include "analyze/facts/source_location.h"
#include "analyze/facts/say.h"

void say_site(struct strbuf *out, const struct scope *scope, uint64_t site)
{
    struct source_location place;

    source_location_leaf(scope->profile->definitions, site_path(site), &place);
    strbuf_puts(out, scope_call_name(scope, site_call(site)));
    if (place.function != NULL) {
        strbuf_puts(out, " in ");
        say_name(out, place.function);
    }
    if (place.location[0] != '\0')
        strbuf_printf(out, " (%s)", place.location);
}

void say_region(struct strbuf *out, const struct scope *scope, uint32_t node)
{
    struct strbuf name = { 0 };

    source_location_region(scope->profile->definitions, node, &name);
    say_name(out, strbuf_text(&name));
    strbuf_clear(&name);
}

void say_activity(struct strbuf *out, const struct scope *scope,
                  const struct activities *activities, uint32_t index)
{
    const struct activity *activity = &activities->items[index];

    strbuf_puts(out,
                activity->inside ? "the time inside " : "its work until ");
    say_site(out, scope, wait_place_site(&activities->waits, activity->place));
    if (activity->region == 0)
        return;
    strbuf_puts(out, ", region ");
    say_region(out, scope, activity->region);
}
