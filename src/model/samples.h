/*
 * samples.h - what sampling found of one rank: where its threads were.
 *
 * Shape: a row per (MPI procedure or none, call path, region).  A row stands
 * for `count' samples, each for one period of processor time; `squares' is the
 * sum over the samples that were kept of the square of how many each stands
 * for: sqrt(squares) is the standard error of count.
 * Rows in MPI have no path: the stack was not followed.
 * Units: samples, nanoseconds of processor time.  Threads: one owner.
 * Memory: rows belong to it; samples_clear() frees.
 */
#ifndef MODEL_SAMPLES_H
#define MODEL_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"
#include "base/strbuf.h"

enum sample_source {
    SAMPLE_NONE,  /* nothing was sampled */
    SAMPLE_PERF,  /* the kernel's task clock */
    SAMPLE_TIMER, /* a timer's signal */
    SAMPLE_SOURCES
};

/* Why the kernel's task clock samples no thread, or not all: bits by this. */
enum sample_refusal {
    REFUSED_RIGHT,  /* it is not permitted */
    REFUSED_FILE,   /* no file descriptor is free */
    REFUSED_MEMORY, /* the ring's memory may not be locked */
    REFUSED_ELSE,
    SAMPLE_REFUSALS
};

#define SAMPLE_NO_CALL 0 /* call of a row outside of MPI; else index + 1 */

struct sample_row {
    uint32_t call, path, region;
    uint64_t count, squares;
};

struct samples {
    uint32_t source;    /* enum sample_source */
    bool kernel;        /* time in the kernel was sampled, too */
    uint32_t threads;   /* that were sampled */
    uint32_t unsampled; /* that could not be */
    uint32_t timed;     /* of those sampled: by a timer's signal, whatever
                         * the source is of the others */
    uint32_t refused;   /* 1 << enum sample_refusal, of timed ones */
    uint64_t period_ns;
    uint64_t lost;      /* found no room */
    uint64_t cut;       /* of those outside of MPI: the outer part of the path
                         * is not known */
    uint64_t crowded;   /* likewise: all of it is not, the table was full */
    size_t row_count;
    struct sample_row *rows;
};

struct profile;

void samples_clear(struct samples *samples);
/* By call, path and region; for qsort(). */
int sample_row_compare(const void *left, const void *right);
/* Samples outside of MPI. */
uint64_t samples_useful(const struct samples *samples);
/* The others. */
uint64_t samples_in_calls(const struct samples *samples);
/* Those bits in words: `A or B'; nothing if there are none. */
void samples_say_refused(uint32_t refused, struct strbuf *out);

void samples_encode(const struct samples *samples, struct bytes_writer *out);
/* Every id is checked against the profile.  The caller clears *out, also when
 * this fails; nothing is logged, as in profile_decode.h. */
enum status samples_decode(struct bytes_reader *in,
                           const struct profile *profile,
                           struct samples *out);

#endif
