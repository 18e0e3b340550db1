/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pipeline.h - whether ranks that wait for messages work one after another, as in
 * a sweep or a wavefront.
 *
 * They do if the waits between ranks at a call site form no circle, and a rank
 * waits for one that waits itself.
 */
#ifndef ANALYZE_ADVICE_PIPELINE_H
#define ANALYZE_ADVICE_PIPELINE_H

#include "analyze/facts/wait_tallies.h"

/* Returns how many ranks work one after another, by waits at that place for
 * messages; 0 if they do not, or without memory.  *last: the last of these. */
uint32_t pipeline_depth(const struct wait_tallies *waits, uint32_t ranks,
                        uint32_t place, uint32_t *last);

/* Whether a rank for which another one waits there waits there itself, and not only
 * for that one. */
bool pipeline_links(const struct wait_tallies *waits, uint32_t ranks,
                    uint32_t place);

/* Returns how many ranks wait there for one other rank each, all in one circle; 0 if
 * they do not, or without memory. */
uint32_t pipeline_ring(const struct wait_tallies *waits, uint32_t ranks,
                       uint32_t place);

#endif
