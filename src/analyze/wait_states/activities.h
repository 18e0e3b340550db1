/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * activities.h - activities of ranks between and inside MPI calls, as a report
 * names them.
 *
 * An activity is the program's own work that leads to the calls at one call
 * site, or these calls, in one region.  Activities of the replay whose sites
 * look alike are merged.
 * Threads: one owner.  Memory: activities_clear() frees.  Errors: only a lack
 * of memory, which is logged; clear after an error, too.
 */
#ifndef ANALYZE_WAIT_STATES_ACTIVITIES_H
#define ANALYZE_WAIT_STATES_ACTIVITIES_H

#include "analyze/facts/wait_tallies.h"
#include "base/text/strbuf.h"

struct activity {
    uint32_t region, place; /* place: as in wait_tallies */
    bool inside;            /* inside the calls; false: computing before the
                             * calls */
};

struct activities {
    struct wait_tallies waits;
    struct activity *items; /* in ascending order */
    size_t count;
};

/* Requires a profile with a replay. */
enum status activities_init(struct activities *activities,
                            const struct scope *scope);
void activities_clear(struct activities *activities);
/* Returns the index of an activity of the replay. */
uint32_t activities_find(const struct activities *activities, uint32_t number);

/* Adds four cells: activity, procedure, where, region. */
/* clang-format off */
#define ACTIVITY_COLUMNS                                                     \
    { "activity", "activity", CELL_TEXT,                                     \
      "The program's work before the calls at this location, or the calls "  \
      "themselves." },                                                       \
    { "procedure", "procedure", CELL_TEXT,                                   \
      "The MPI procedure called there." },                                   \
    { "where", "where", CELL_TEXT,                                           \
      "File and line of the call; its function, where they are unknown; "    \
      "`, from caller' as in call_sites." },                                       \
    { "region", "region", CELL_TEXT,                                         \
      "The region of the program that the work, or the calls, are in." }
/* clang-format on */
void table_activity(struct table *table, const struct scope *scope,
                    const struct activities *activities, size_t index);
/* "its work before MPI_Send in exchange (heat2d.c:120), region solve" */
void say_activity(struct strbuf *out, const struct scope *scope,
                  const struct activities *activities, uint32_t index);

#endif
