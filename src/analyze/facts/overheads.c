/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/overheads.h"

#include "analyze/facts/say.h"
#include "base/saturate.h"

/* One event, looked at alone, takes longer than one of many; together they are
 * no more than the useful time that they are in. */
static void limit_events(struct overhead *parts, uint64_t useful_ns)
{
    double all = (double)parts->function_ns + (double)parts->region_ns;
    double share = (double)useful_ns / all;

    if (all <= (double)useful_ns)
        return;
    parts->function_ns = (uint64_t)(share * (double)parts->function_ns);
    parts->region_ns = (uint64_t)(share * (double)parts->region_ns);
}

/* useful_ns: of the rank, in the whole run. */
static struct overheads costs_of(const struct rank_times *rank,
                                 uint64_t useful_ns, double call_ns)
{
    struct overheads costs = { .rank = rank,
                               .parts = rank->own,
                               .call_ns = call_ns };

    if (!overhead_is_known(&costs.parts))
        costs.parts.calls = rank->calls;
    limit_events(&costs.parts, useful_ns);
    costs.calls_ns = saturate_near(call_ns * (double)costs.parts.calls);
    costs.total_ns = costs.calls_ns + costs.parts.function_ns +
                     costs.parts.region_ns + costs.parts.sample_ns +
                     costs.parts.resource_ns;
    return costs;
}

struct overheads overheads_of(const struct scope *scope)
{
    double call_ns = (double)scope->profile->hook_ns_x100 / 100;
    struct overheads most = { .call_ns = call_ns };
    uint64_t finalize_ns = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *rank = &scope->ranks[i];
        bool whole = scope->options->region == NULL;
        struct overheads costs =
            costs_of(rank, whole ? rank->useful : UINT64_MAX, call_ns);

        if (most.rank == NULL || costs.total_ns > most.total_ns)
            most = costs;
        if (costs.parts.finalize_ns > finalize_ns)
            finalize_ns = costs.parts.finalize_ns;
    }
    most.finalize_ns = finalize_ns;
    return most;
}

uint64_t overheads_doubt(const struct scope *scope)
{
    struct overheads costs = overheads_of(scope);

    return costs.rank != NULL && scope->inside == NULL &&
                   (double)costs.total_ns >
                       OVERHEAD_SHARE * (double)scope->run_ns
               ? costs.total_ns
               : 0;
}

static const char *separator_since(const struct strbuf *out, size_t begin)
{
    return out->length > begin ? "; " : "";
}

static void say_events(struct strbuf *out, size_t begin, const char *what,
                       uint64_t events, uint64_t ns)
{
    if (ns > 0)
        strbuf_printf(out, "%s%llu starts and ends of %s, %.0f ns each",
                      separator_since(out, begin), (unsigned long long)events,
                      what, (double)ns / (double)events);
}

static void say_time(struct strbuf *out, size_t begin, const char *what,
                     uint64_t ns)
{
    if (ns > 0)
        strbuf_printf(out, "%s%s %s", separator_since(out, begin), what,
                      say_seconds(ns).text);
}

void overheads_say(const struct overheads *costs, struct strbuf *out)
{
    const struct overhead *parts = &costs->parts;
    size_t begin = out->length;

    if (costs->calls_ns > 0)
        strbuf_printf(out, "%s, %.0f ns each",
                      say_count(parts->calls, "MPI call").text,
                      costs->call_ns);
    say_events(out, begin, "functions", parts->function_events,
               parts->function_ns);
    say_events(out, begin, "regions", parts->region_events, parts->region_ns);
    say_time(out, begin, "samples", parts->sample_ns);
    say_time(out, begin, "readings of resources", parts->resource_ns);
}

const char *overheads_remedy(const struct overheads *costs)
{
    const struct overhead *parts = &costs->parts;
    uint64_t events = parts->function_ns + parts->region_ns;

    if (costs->calls_ns >= events && costs->calls_ns >= parts->sample_ns)
        return "To reduce overhead, set MPIPROF_CALLPATH=1 or "
               "MPIPROF_TRACE=off, or read fewer counters.";
    if (parts->sample_ns > events)
        return "To reduce overhead, set a lower MPIPROF_SAMPLE.";
    return parts->function_ns > parts->region_ns
               ? "To reduce overhead, leave out short functions with "
                 "MPIPROF_FUNCTIONS=skip:NAME, or all with off."
               : "To reduce overhead, mark fewer regions.";
}
