/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/charts/chart_detail_windows.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/source_location.h"
#include "base/log.h"

static const char of_run[] =
    "Single calls are not in the page that a run writes itself; "
    "mpiprof-report --open RUN makes one of its trace that has them.";
static const char no_waits[] =
    "Single calls are not here: nobody has waited for another rank; "
    "mpiprof-report --format html --window FROM:TO embeds those of a window.";
static const char no_waits_shown[] =
    "Single calls are not here: none of the largest waits is one of these "
    "ranks, or for one; mpiprof-report --format html --window FROM:TO embeds "
    "those of a window.";

static const char *why_none(const struct charts *charts,
                            const struct scope *scope)
{
    const struct detail_windows *detail_windows =
        scope->options->detail_windows;

    if (charts->each > 1 && (detail_windows == NULL || detail_windows->filled))
        return detail_windows_shared_rows;
    if (detail_windows == NULL)
        return scope->options->in_run ? of_run : NULL;
    if (!detail_windows->filled)
        return detail_windows->why;
    if (detail_windows->count > 0)
        return NULL;
    return detail_windows->ranks != NULL ? no_waits_shown : no_waits;
}

static bool text_take(char **to, struct strbuf *text)
{
    *to = text->failed ? NULL : strdup(strbuf_text(text));
    strbuf_clear(text);
    return *to != NULL;
}

static bool name_site(struct chart_site *out, const struct scope *scope,
                      const struct replay_site *site)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location place;
    struct strbuf text;
    bool named;

    if (!scope_inside(scope, site->region))
        return true;
    strbuf_init(&text);
    if (site->region != 0)
        source_location_region(names, site->region, &text);
    named = text_take(&out->region, &text);
    strbuf_init(&text);
    source_location_leaf(names, site->path, &place);
    if (place.function != NULL)
        strbuf_printf(&text, "%s%s%s", place.function,
                      place.location[0] != '\0' ? ", " : "", place.location);
    named = text_take(&out->where, &text) && named;
    out->name = strdup(scope_call_name(scope, site->call));
    out->class = scope_call_class(scope, site->call);
    return named && out->name != NULL;
}

static bool name_sites(struct charts *charts, const struct scope *scope,
                       const struct replay_result *replay)
{
    charts->sites = calloc(replay->site_count + 1u, sizeof(*charts->sites));
    if (charts->sites == NULL)
        return false;
    charts->site_count = replay->site_count;
    for (uint32_t i = 0; i < replay->site_count; i++)
        if (!name_site(&charts->sites[i], scope, &replay->sites[i]))
            return false;
    return true;
}

enum status chart_closeups_add(struct charts *charts,
                               const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    const char *why = why_none(charts, scope);

    charts->no_messages = scope->inside != NULL;
    if (why != NULL) {
        charts->no_detail_windows = strdup(why);
        return charts->no_detail_windows != NULL
                   ? STATUS_OK
                   : log_fail(STATUS_NO_MEMORY, "charts");
    }
    if (scope->options->detail_windows == NULL || replay == NULL)
        return STATUS_OK;
    if (!name_sites(charts, scope, replay))
        return log_fail(STATUS_NO_MEMORY, "charts");
    charts->detail_windows = scope->options->detail_windows;
    return STATUS_OK;
}
