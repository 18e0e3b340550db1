/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chart_places.h - time by region, call path and procedure, for charts.
 *
 * Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_PLACES_H
#define ANALYZE_CHARTS_CHART_PLACES_H

#include "analyze/facts/analysis.h"
#include "report/charts.h"

struct chart_places {
    struct tallies sites;  /* key: site_key() */
    struct tallies places; /* key: position in sites, region */
    uint64_t (*counters)[PROFILE_COUNTERS]; /* by place */
    size_t counters_room;
    uint64_t **by_rank; /* by place; NULL: not kept */
    size_t by_rank_room;
    struct chart_waits **waits; /* by place; NULL: none */
    size_t waits_room;
    uint32_t ranks, counter_count;
};

void chart_places_init(struct chart_places *places,
                       const struct profile *profile);
void chart_places_clear(struct chart_places *places);
/* Time and data of one rank at a place. */
struct chart_spent {
    uint64_t time, calls, out_bytes, in_bytes;
    const uint64_t *counters; /* NULL: none */
};

enum status chart_places_add(struct chart_places *places, uint32_t rank,
                             uint32_t region, uint64_t site,
                             const struct chart_spent *spent);
/* Adds the waits of the trace, of shown ranks, and what caused them; a place
 * that has no time has none. */
enum status chart_places_waits(struct chart_places *places,
                               const struct scope *scope);
/* Stores the longest places in `out', with the nodes they need. */
enum status chart_places_give(struct chart_places *places,
                              const struct scope *scope, struct charts *out);
/* Returns a name that the caller frees; false without memory. */
bool chart_region_name(const struct definitions *names, uint32_t region,
                       char **out);
/* Copies the names of the run's counters; false without memory. */
bool chart_counters(const struct profile *profile, struct charts *out);
/* Copies the report's terms into the HTML report; false without memory. */
bool chart_terms(struct charts *out);

#endif
