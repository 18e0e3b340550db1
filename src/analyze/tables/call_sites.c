/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call_sites.c - the call sites of MPI in the program, by time.
 *
 * A call site is a procedure together with the call path that leads to it;
 * sites.h says which paths are merged.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"

static const struct column columns[] = {
    { "function", "function", CELL_TEXT,
      "The function that calls MPI; without symbols, where it starts in its "
      "file (`sim: function at 0x4a2c00'), or module+offset." },
    { "caller", "called from", CELL_TEXT,
      "The first caller that differs from other rows with the same function "
      "and line; without such rows, the direct caller.  Empty if no two rows "
      "of the table have the same function and line." },
    { "location", "line", CELL_TEXT,
      "File and line of the call; module+offset if the function has no name." },
    { "procedure", "procedure", CELL_TEXT, "The MPI procedure called there." },
    { "calls", "calls", CELL_COUNT, "Calls, over all ranks." },
    { "time_s", "time", CELL_NS, "Time inside MPI, over all ranks." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times; none for MPI_Init and "
      "MPI_Finalize, which are outside T." },
    { "mean_call_s", "per call", CELL_NS, "Time / calls." },
    { "max_call_s", "max call", CELL_NS, "The longest call." },
    { "bytes_out", "sent", CELL_BYTES, "Bytes that went out." },
    { "bytes_in", "received", CELL_BYTES, "Bytes that came in." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that called it." },
    { "file", NULL, CELL_TEXT, "File as the debug information names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
    { "path", "path", CELL_TEXT,
      "The call path, outermost function first, as deep as "
      "MPIPROF_CALLPATH allows." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("call_sites", "Call sites", SECTION_TIME, columns),
};

static void add_place(struct table *table, const struct source_location *place)
{
    table_optional(table, place->file);
    table_integer_if(table, place->line != 0, place->line);
}

/* Whether a caller has to tell a site from others. */
static bool any_caller(const struct scope *scope)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location room;

    for (size_t i = 0; i < scope->sites.count; i++)
        if (sites_caller(&scope->same, names,
                         site_path(scope->sites.items[i].key), &room) != NULL)
            return true;
    return false;
}

static void add_caller(struct table *table, const struct scope *scope,
                       uint32_t path)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location room;
    const char *caller = sites_caller(&scope->same, names, path, &room);

    if (caller == NULL) {
        source_location_caller(names, path, &room);
        caller = room.function;
    }
    table_optional(table, caller);
}

static void add_site(struct table *table, const struct scope *scope,
                     const void *state, const struct tally *tally)
{
    const struct definitions *names = scope->profile->definitions;
    uint32_t path = site_path(tally->key);
    struct rank_stats_result time = scope_stats(scope, &tally->time);
    struct source_location place;

    source_location_leaf(names, path, &place);
    table_text(table, place.function);
    if (*(const bool *)state)
        add_caller(table, scope, path);
    else
        table_empty(table);
    table_optional(table, place.location);
    table_text(table, scope_call_name(scope, site_call(tally->key)));
    TABLE_NUMBERS(table, tally->calls, time.sum);
    scope_add_share(table, scope, site_call(tally->key), time.sum);
    scope_add_mean(table, time.sum, tally->calls);
    TABLE_NUMBERS(table, tally->longest, tally->out_bytes, tally->in_bytes,
                  time.ranks);
    add_place(table, &place);
    table_name(table, names, path, source_location_path);
}

static enum status call_sites_finish(void *state, const struct scope *scope,
                                     struct report *report)
{
    bool callers = any_caller(scope);

    (void)state;
    return report_add_tallies(report, &forms[0], scope, &callers,
                              &scope->sites, add_site, "time_s");
}

const struct analysis call_sites_analysis = {
    .finish = call_sites_finish,
    FORMS(forms),
};
