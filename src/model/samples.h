/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * samples.h - sampling results of one rank: where its threads spent CPU time.
 *
 * Shape: a row per (MPI procedure or none, call path, region).  A row stands
 * for `count' samples, each one period of CPU time; `squares' sums, over the
 * stored samples, the square of the number each stands for: sqrt(squares) is
 * the standard error of count.  Rows in MPI have no path: their stacks were
 * not unwound.
 * Units: samples, nanoseconds of CPU time.  Threads: one owner.  Memory: rows
 * belong to the struct; samples_clear() frees.
 */
#ifndef MODEL_SAMPLES_H
#define MODEL_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"
#include "base/text/strbuf.h"

enum sample_source {
    SAMPLE_NONE,  /* no sampling */
    SAMPLE_PERF,  /* the kernel's task clock */
    SAMPLE_TIMER, /* a timer's signal */
    SAMPLE_SOURCES
};

/* Reasons why the kernel's task clock does not sample some or all threads: bit
 * numbers. */
enum sample_refusal {
    REFUSED_RIGHT,  /* not permitted */
    REFUSED_FILE,   /* no free file descriptor */
    REFUSED_MEMORY, /* the ring buffer's memory may not be locked */
    REFUSED_ELSE,
    REFUSED_READER, /* Python's frames are read in the timer's signal */
    SAMPLE_REFUSALS
};

#define SAMPLE_NO_CALL 0 /* call of a row outside MPI; else index + 1 */

struct sample_row {
    uint32_t call, path, region;
    uint64_t count, squares;
};

struct samples {
    uint32_t source;    /* enum sample_source */
    bool kernel;        /* kernel time was sampled, too */
    uint32_t threads;   /* threads sampled */
    uint32_t unsampled; /* threads that could not be sampled */
    uint32_t timed;     /* sampled threads that used a timer's signal, whatever
                         * `source' says */
    uint32_t refused;   /* 1 << enum sample_refusal, for timed threads */
    uint64_t period_ns;
    uint64_t lost;    /* samples that did not fit */
    uint64_t cut;     /* samples outside MPI whose outer call path is
                         * unknown */
    uint64_t crowded; /* samples outside MPI without a call path: the table
                         * was full */
    size_t row_count;
    struct sample_row *rows;
};

struct definitions;

void samples_clear(struct samples *samples);
/* Compares by call, path and region, for qsort(). */
int sample_row_compare(const void *left, const void *right);
/* Number of samples outside MPI. */
uint64_t samples_useful(const struct samples *samples);
/* Number of samples inside MPI. */
uint64_t samples_in_calls(const struct samples *samples);
/* Spells the bits of `refused' in words: `A or B'; nothing if none is set. */
void samples_say_refused(uint32_t refused, struct strbuf *out);

void samples_encode(const struct samples *samples, struct bytes_writer *out);
/* Checks every id against the definitions and the number of procedures.  The caller
 * clears *out, also after an error; nothing is logged, as in profile_decode.h. */
enum status samples_decode(struct bytes_reader *in,
                           const struct definitions *names, uint32_t calls,
                           struct samples *out);

#endif
