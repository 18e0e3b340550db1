/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * analyze.h - builds all tables of a report on one run.
 *
 * Only reads the profile, rank by rank in one ascending pass, plus a second
 * pass if ranks ended in collective calls (hang_waits.h), plus one for each
 * table of rank_rows.h; memory grows with the number of ranks and of names,
 * not with their product.  One module per question (efficiency, imbalance,
 * hot_spots ...), all behind the interface of analysis.h; this module puts
 * their tables in the report's order.  Used by MPI_Finalize and by
 * mpiprof-report alike.
 * Threads: one owner.  Memory: the caller destroys *out.  Errors: an
 * unreadable rank is skipped and named in the report.
 */
#ifndef ANALYZE_ANALYZE_H
#define ANALYZE_ANALYZE_H

#include "analyze/facts/analyze_options.h"
#include "model/profile.h"
#include "report/table_form.h"

/* options may be NULL: everything, uncut, without the tables of section 0. */
enum status analyze_run(struct profile *profile,
                        const struct analyze_options *options,
                        struct report **out);

/* Sorts and cuts tables by the options `sort' and `top'; analyze_run() has
 * already done so. */
void analyze_shorten(struct report *report,
                     const struct analyze_options *options);

/* Returns the form of the i-th possible table in report order; NULL past the
 * last. */
const struct table_form *analyze_form(size_t i);

#endif
