/*
 * analyze.h - all tables of a report about one run.
 *
 * Pure: the profile is only read.  One module per question (efficiency.h,
 * imbalance.h, hot_spots.h ...); this puts their tables in the order of
 * share/design's report.  Used by MPI_Finalize and by mpiprof-report alike.
 * Memory: the caller destroys *out.
 */
#ifndef ANALYZE_ANALYZE_H
#define ANALYZE_ANALYZE_H

#include "base/ranklist.h"
#include "model/profile.h"
#include "model/table.h"

struct analyze_options {
    const struct ranklist *ranks; /* NULL: all.  Sections per rank show these */
    const char *region;           /* only rows inside regions matching this
                                     shell pattern; NULL: all */
    uint32_t top;                 /* rows per table; 0: all */
};

enum status analyze_run(struct profile *profile,
                        const struct analyze_options *options,
                        struct report **out);

#endif
