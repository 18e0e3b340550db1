/*
 * chart_places.h - time by region, call path and procedure, for charts.
 *
 * Threads: one owner.  Memory: clear frees.  Errors: logged.
 */
#ifndef ANALYZE_CHARTS_CHART_PLACES_H
#define ANALYZE_CHARTS_CHART_PLACES_H

#include "analyze/facts/analysis.h"
#include "report/charts.h"

struct picture_places {
    struct tallies sites;  /* key: site_key() */
    struct tallies places; /* key: position in sites, region */
    uint64_t **by_rank;    /* by place; NULL: not kept */
    size_t by_rank_room;
    uint32_t ranks;
};

void picture_places_init(struct picture_places *places, uint32_t ranks);
void picture_places_clear(struct picture_places *places);
enum status picture_places_add(struct picture_places *places, uint32_t rank,
                               uint32_t region, uint64_t site, uint64_t time,
                               uint64_t calls);
/* Stores the longest places in `out', with the nodes they need. */
enum status picture_places_give(struct picture_places *places,
                                const struct scope *scope,
                                struct pictures *out);
/* Returns a name that the caller frees; false without memory. */
bool picture_region_name(const struct definitions *names, uint32_t region,
                         char **out);
/* Copies the report's terms into the HTML report; false without memory. */
bool picture_terms(struct pictures *out);

#endif
