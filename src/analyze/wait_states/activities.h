/*
 * activities.h - what ranks do between and in their MPI calls, as a report
 * names it.
 *
 * An activity is the program's own work that leads to the calls at one call
 * site, or these calls, in one region.  Those of the replay whose sites read
 * the same are one.
 * Threads: one owner.  Memory: activities_clear() frees.
 */
#ifndef ANALYZE_WAIT_STATES_ACTIVITIES_H
#define ANALYZE_WAIT_STATES_ACTIVITIES_H

#include "analyze/facts/wait_tallies.h"

struct activity {
    uint32_t region, place; /* of wait_tallies */
    bool inside;            /* the calls; else the work before them */
};

struct activities {
    struct wait_tallies waits;
    struct activity *items; /* in ascending order */
    size_t count;
};

/* Of a profile with a replay. */
enum status activities_init(struct activities *activities,
                            const struct scope *scope);
void activities_clear(struct activities *activities);
/* The index of an activity of the replay. */
uint32_t activities_find(const struct activities *activities,
                         uint32_t number);

/* Four cells: activity, procedure, where, region. */
#define ACTIVITY_COLUMNS                                                     \
    { "activity", "activity", CELL_TEXT,                                     \
      "The program's own work that leads to the calls at a place, or these " \
      "calls." },                                                            \
    { "procedure", "procedure", CELL_TEXT,                                   \
      "The MPI procedure called there." },                                   \
    { "where", "where", CELL_TEXT,                                           \
      "File and line of the call; its function, where they are not known." }, \
    { "region", "region", CELL_TEXT,                                         \
      "The region of the program that the work, or the calls, are in." }
void table_activity(struct table *table, const struct scope *scope,
                    const struct activities *activities, size_t index);

#endif
