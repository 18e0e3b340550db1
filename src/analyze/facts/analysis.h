/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * analysis.h - the interface of every analysis.
 *
 * An analysis answers one question. begin() is called once, add() for each
 * rank in ascending order (its data is valid only during the call), finish()
 * once with the complete scope; finish() appends tables and sentences to the
 * report.  An analysis whose tables only have to be filled has fill in its place,
 * and wanted() if a run may have none of them.  All others may be NULL.  clear()
 * always follows, also after an error.  The state is
 * zeroed memory of state_size bytes.  forms lists the possible tables, for
 * `explain' and for --table.
 * Errors: logged where they occur and passed up.
 */
#ifndef ANALYZE_FACTS_ANALYSIS_H
#define ANALYZE_FACTS_ANALYSIS_H

#include "analyze/facts/scope.h"
#include "report/table_form.h"

typedef enum status table_fill(struct table *table, const struct scope *scope,
                               const void *state);

#define ANALYSIS_FILLED 2

struct analysis {
    size_t state_size;
    enum status (*begin)(void *state, const struct scope *scope);
    enum status (*add)(void *state, const struct scope *scope,
                       const struct rank_data *rank);
    enum status (*finish)(void *state, const struct scope *scope,
                          struct report *report);
    bool (*wanted)(const void *state, const struct scope *scope);
    table_fill *fill[ANALYSIS_FILLED]; /* of the first of the forms */
    void (*clear)(void *state);
    const struct table_form *forms;
    size_t form_count;
};
#define FORMS(list) \
    .forms = (list), .form_count = sizeof(list) / sizeof(*(list))

/* wanted() of tables of samples, and of where ranks ended. */
bool analysis_of_samples(const void *state, const struct scope *scope);
bool analysis_of_endings(const void *state, const struct scope *scope);

/* Creates a table of that form, fills it and adds it to the report. */
enum status report_add_filled(struct report *report,
                              const struct table_form *form,
                              const struct scope *scope, const void *state,
                              table_fill *fill);
/* Same, with a row per tally, sorted by column `sort'. */
typedef void tally_row(struct table *table, const struct scope *scope,
                       const void *state, const struct tally *tally);
enum status report_add_tallies(struct report *report,
                               const struct table_form *form,
                               const struct scope *scope, const void *state,
                               const struct tallies *tallies, tally_row *add,
                               const char *sort);
/* Whether a table of section 0 is requested. */
bool table_form_wanted(const struct table_form *form,
                       const struct scope *scope);

/* All of them, in the order of the report. */
#define ANALYSIS_LIST(X)    \
    X(endings)              \
    X(waiting)              \
    X(efficiency)           \
    X(efficiency_over_time) \
    X(programs)             \
    X(rank_times)           \
    X(rank_groups)          \
    X(outside_waits)        \
    X(procedures)           \
    X(call_sites)           \
    X(regions)              \
    X(functions)            \
    X(call_paths)           \
    X(functions_by_rank)    \
    X(python_lines)         \
    X(functions_mpi)        \
    X(python_mpi)           \
    X(imbalance)            \
    X(hot_spots)            \
    X(counters)             \
    X(devices)              \
    X(wait_states)          \
    X(root_causes)          \
    X(critical_path)        \
    X(collective_split)     \
    X(message_sizes)        \
    X(network)              \
    X(comm_matrix)          \
    X(communicators)        \
    X(windows)              \
    X(files)                \
    X(resources)            \
    X(resources_over_time)  \
    X(traced_memory)        \
    X(python_memory)        \
    X(calls_per_rank)       \
    X(timeline)             \
    X(charts)               \
    X(advice)               \
    X(run_facts)            \
    X(completeness)

#define ANALYSIS_DECLARE(name) extern const struct analysis name##_analysis;

ANALYSIS_LIST(ANALYSIS_DECLARE)

#endif
