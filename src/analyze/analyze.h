/*
 * analyze.h - all tables of a report about one run.
 *
 * Pure: the profile is only read, rank by rank in one ascending pass, in a
 * second one where ranks ended in collective calls (hang_waits.h), and in one
 * more for each table of rank_rows.h; what is kept grows with ranks and with
 * names, not with their product.  One module per question (efficiency,
 * imbalance, hot_spots ...), all behind the interface of analysis.h; this puts
 * their tables in the order of the report. Used by MPI_Finalize and by
 * mpiprof-report alike. Threads: one owner.  Memory: the caller destroys *out.
 * Errors: a rank that cannot be read is left out and named in the report.
 */
#ifndef ANALYZE_ANALYZE_H
#define ANALYZE_ANALYZE_H

#include "analyze/facts/analyze_options.h"
#include "model/profile.h"
#include "report/table.h"

/* options may be NULL: everything, nothing cut, no tables of section 0. */
enum status analyze_run(struct profile *profile,
                        const struct analyze_options *options,
                        struct report **out);

/* Sorts and cuts tables as `sort' and `top' of the options say; analyze_run()
 * has done it. */
void analyze_shorten(struct report *report,
                     const struct analyze_options *options);

#endif
