/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_samples.h - a rank's samples in persisted memory.
 *
 * Rows are in order of first occurrence; the first row without samples ends
 * them.  Ids are the rank's own (journal.h).
 */
#ifndef LIVE_PERSIST_SAMPLES_H
#define LIVE_PERSIST_SAMPLES_H

#include "model/samples.h"

struct persist_samples {
    uint32_t row_bytes, facts_bytes; /* 0: no rows yet */
    struct samples facts;            /* without rows */
    struct sample_row rows[];
};

#endif
