/*
 * persist_samples.h - what was sampled of a rank, as it outlives the process.
 *
 * Rows are in the order in which they were met; the first without samples ends
 * them.  Ids are the rank's own (journal.h).
 */
#ifndef LIVE_PERSIST_SAMPLES_H
#define LIVE_PERSIST_SAMPLES_H

#include "model/samples.h"

struct persist_samples {
    uint32_t row_bytes, facts_bytes; /* 0: there are none yet */
    struct samples facts; /* without rows */
    struct sample_row rows[];
};

#endif
