/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * hang_builder.h - builds the graph of waits from the ends of ranks.
 * Errors: only a lack of memory, which is logged.
 */
#ifndef ANALYZE_FACTS_HANGS_HANG_BUILDER_H
#define ANALYZE_FACTS_HANGS_HANG_BUILDER_H

#include "analyze/facts/hangs/hang_waits.h"

/* Requires ends with ranks. */
enum status hang_waits_find(struct profile *profile,
                            const struct hang_ends *ends,
                            struct hang_waits *out);

#endif
