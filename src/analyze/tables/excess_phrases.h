/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * excess_phrases.h - where in the program a rank works longer than others, as
 * phrases.
 */
#ifndef ANALYZE_TABLES_EXCESS_PHRASES_H
#define ANALYZE_TABLES_EXCESS_PHRASES_H

#include "analyze/facts/scope.h"

/* " in region solve"; nothing in a run without regions. */
void put_excess_region(struct strbuf *out, const struct scope *scope,
                       uint32_t region);
/* ", mostly in solve (heat2d.c:120)", by cProfile or by samples; nothing if
 * unknown.  spread: of useful time in that region, or in REGION_ALL. */
void put_excess_function(struct strbuf *out, const struct scope *scope,
                         uint32_t region,
                         const struct rank_stats_result *spread);

#endif
