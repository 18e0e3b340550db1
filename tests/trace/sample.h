/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sample.h - a made-up run with known times, for tests of the trace.
 *
 * All times are in ticks of half a nanosecond, counted from SAMPLE_BEGIN.
 * Every rank numbers its regions, communicators and call paths differently.
 */
#ifndef TESTS_TRACE_SAMPLE_H
#define TESTS_TRACE_SAMPLE_H

#include <stdint.h>

#include "model/definitions.h"

#define SAMPLE_BEGIN 1000000000ull
#define SAMPLE_TICKS_PER_NS 2.0

enum sample_region { SAMPLE_SOLVE, SAMPLE_HALO, SAMPLE_REGIONS };
enum sample_comm { SAMPLE_WORLD, SAMPLE_SELF, SAMPLE_HALF, SAMPLE_COMMS };
enum sample_path { SAMPLE_MAIN, SAMPLE_STEP, SAMPLE_PATHS };

/* What one rank knows: its definitions and its ids of them. */
struct sample {
    struct definitions *definitions;
    uint32_t region[SAMPLE_REGIONS];
    uint32_t comm[SAMPLE_COMMS];
    uint32_t path[SAMPLE_PATHS];
};

/* main() calls step() from inside an inlined function. */
void sample_define(struct sample *sample, int rank, int ranks);

#endif
