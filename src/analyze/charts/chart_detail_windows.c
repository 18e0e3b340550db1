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

static const char *why_none(const struct pictures *pictures,
                            const struct scope *scope)
{
    const struct closeups *closeups = scope->options->closeups;

    if (pictures->each > 1 && (closeups == NULL || closeups->filled))
        return closeups_shared_rows;
    if (closeups == NULL)
        return scope->options->in_run ? of_run : NULL;
    if (!closeups->filled)
        return closeups->why;
    if (closeups->count > 0)
        return NULL;
    return closeups->ranks != NULL ? no_waits_shown : no_waits;
}

static bool take(char **to, struct strbuf *text)
{
    *to = text->failed ? NULL : strdup(strbuf_text(text));
    strbuf_clear(text);
    return *to != NULL;
}

static bool name_site(struct picture_site *out, const struct scope *scope,
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
    named = take(&out->region, &text);
    strbuf_init(&text);
    source_location_leaf(names, site->path, &place);
    if (place.function != NULL)
        strbuf_printf(&text, "%s%s%s", place.function,
                      place.location[0] != '\0' ? ", " : "", place.location);
    named = take(&out->where, &text) && named;
    out->name = strdup(scope_call_name(scope, site->call));
    out->class = scope_call_class(scope, site->call);
    return named && out->name != NULL;
}

static bool name_sites(struct pictures *pictures, const struct scope *scope,
                       const struct replay_result *replay)
{
    pictures->sites = calloc(replay->site_count + 1u,
                             sizeof(*pictures->sites));
    if (pictures->sites == NULL)
        return false;
    pictures->site_count = replay->site_count;
    for (uint32_t i = 0; i < replay->site_count; i++)
        if (!name_site(&pictures->sites[i], scope, &replay->sites[i]))
            return false;
    return true;
}

enum status picture_closeups_add(struct pictures *pictures,
                                 const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    const char *why = why_none(pictures, scope);

    pictures->no_messages = scope->inside != NULL;
    if (why != NULL) {
        pictures->no_closeups = strdup(why);
        return pictures->no_closeups != NULL
                   ? STATUS_OK : log_fail(STATUS_NO_MEMORY, "pictures");
    }
    if (scope->options->closeups == NULL || replay == NULL)
        return STATUS_OK;
    if (!name_sites(pictures, scope, replay))
        return log_fail(STATUS_NO_MEMORY, "pictures");
    pictures->closeups = scope->options->closeups;
    return STATUS_OK;
}
