/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * analysis.h - the interface of every analysis.
 *
 * An analysis answers one question. begin() is called once, add() for each
 * rank in ascending order (its data is valid only during the call), finish()
 * once with the complete scope; finish() appends tables and sentences to the
 * report.  One that makes one table in any case has fill() in its place.  All
 * others may be NULL.  clear() always follows, also after an error.  The state is
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

struct analysis {
    size_t state_size;
    enum status (*begin)(void *state, const struct scope *scope);
    enum status (*add)(void *state, const struct scope *scope,
                       const struct rank_data *rank);
    enum status (*finish)(void *state, const struct scope *scope,
                          struct report *report);
    table_fill *fill; /* of the table forms[0] */
    void (*clear)(void *state);
    const struct table_form *forms;
    size_t form_count;
};
#define FORMS(list) \
    .forms = (list), .form_count = sizeof(list) / sizeof(*(list))

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

extern const struct analysis run_facts_analysis;
extern const struct analysis endings_analysis;
extern const struct analysis waiting_analysis;
extern const struct analysis efficiency_analysis;
extern const struct analysis efficiency_over_time_analysis;
extern const struct analysis programs_analysis;
extern const struct analysis rank_times_analysis;
extern const struct analysis rank_groups_analysis;
extern const struct analysis outside_waits_analysis;
extern const struct analysis resources_analysis;
extern const struct analysis resources_over_time_analysis;
extern const struct analysis traced_memory_analysis;
extern const struct analysis procedures_analysis;
extern const struct analysis call_sites_analysis;
extern const struct analysis imbalance_analysis;
extern const struct analysis regions_analysis;
extern const struct analysis functions_analysis;
extern const struct analysis call_paths_analysis;
extern const struct analysis functions_by_rank_analysis;
extern const struct analysis python_lines_analysis;
extern const struct analysis functions_mpi_analysis;
extern const struct analysis python_memory_analysis;
extern const struct analysis python_mpi_analysis;
extern const struct analysis hot_spots_analysis;
extern const struct analysis wait_states_analysis;
extern const struct analysis collective_split_analysis;
extern const struct analysis network_analysis;
extern const struct analysis root_causes_analysis;
extern const struct analysis critical_path_analysis;
extern const struct analysis counters_analysis;
extern const struct analysis devices_analysis;
extern const struct analysis message_sizes_analysis;
extern const struct analysis comm_matrix_analysis;
extern const struct analysis communicators_analysis;
extern const struct analysis windows_analysis;
extern const struct analysis files_analysis;
extern const struct analysis completeness_analysis;
extern const struct analysis calls_per_rank_analysis;
extern const struct analysis timeline_analysis;
extern const struct analysis charts_analysis;
extern const struct analysis advice_analysis;

#endif
