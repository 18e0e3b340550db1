/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled.h - samples of all ranks, by function and by line.
 *
 * Seconds are samples x period; a rank's lost samples are replaced by scaling
 * up the others.  A sample counts as exclusive time of the innermost function
 * at its address, also if inlined there, and as inclusive time of every
 * function on its path, once.  Functions are equal if name and file are; all
 * unnamed functions of one file of the program count as one.  Samples in MPI
 * are kept separately, summed by procedure.
 * Units: ns of CPU time, all threads.  Threads: one owner.  Memory: part of
 * the scope, which clears it.  Errors: only a lack of memory, which is logged.
 */
#ifndef ANALYZE_FACTS_SAMPLES_SAMPLED_H
#define ANALYZE_FACTS_SAMPLES_SAMPLED_H

#include "analyze/facts/samples/sampled_sums.h"
#include "base/text/strbuf.h"
#include "symbols/symbols.h"

#define SAMPLED_NO_NAME "(without a name)" /* function name in tables */
#define SAMPLED_MPI4PY "mpi4py"            /* all of its machine code */
#define SAMPLED_KEPT 5 /* functions per rank, for sampled_own_excess */

/* Names are NUL-terminated, one behind the other. */
struct sampled_name {
    const char *function, *file; /* file: "" unknown */
    const char *module;          /* base name */
    int line;                    /* 0: unknown */
};

struct sampled_item {
    uint32_t function; /* number */
    uint64_t ns;       /* exclusive */
};

struct sampled_rank {
    struct sampled_item items[SAMPLED_KEPT]; /* descending */
    uint32_t count;
};

struct scope;
struct rank_data;

/* Returns the i-th function of a FRAME, innermost first, as tables name it:
 * unnamed functions are "libm.so.6 (without a name)", one per file of the
 * program.  False
 * past the last. buffer: as in symbols.h. */
bool sampled_symbol(const struct definitions *table, uint32_t frame, int i,
                    char *buffer, size_t size, struct symbol *out);
/* Index into numbers: the function to which time in that frame belongs. */
uint32_t sampled_own(const struct sampled_frame *frame);
/* Base name of the program file that contains a FRAME. */
const char *sampled_module(const struct definitions *table, uint32_t frame);
/* ns per sample. */
double sampled_period(const struct samples *samples);
/* Iterates over the rows in the scope outside MPI; none for a rank without
 * samples:
 *   for (const struct sample_row *row = NULL;
 *        (row = sampled_next(scope, samples, row)) != NULL;) */
const struct sample_row *sampled_next(const struct scope *scope,
                                      const struct samples *samples,
                                      const struct sample_row *row);
/* Adds the rank last added to the scope. */
enum status sampled_add(struct scope *scope, const struct rank_data *rank);
/* Call after the last rank. */
void sampled_close(struct scope *scope);

/* Whether samples name the MPI call they were taken in; samples in a trace do
 * not. */
bool sampled_knows_calls(const struct scope *scope);
/* ns inside a procedure, all ranks. */
uint64_t sampled_in_call(const struct scope *scope, uint32_t call);

/* Composes the key of a function, and splits a key into its parts. */
void sampled_key(struct strbuf *out, const struct symbol *symbol,
                 const char *module);
struct sampled_name sampled_name_of(const struct definition *function);
/* Whether it is written in Python, and not a part of Python or of an installed
 * package. */
bool sampled_is_users_python(const struct sampled_name *name);
/* Valid until the next addition. */
struct sampled_name sampled_function(const struct scope *scope,
                                     uint32_t number);
struct sampled_name sampled_line(const struct scope *scope, uint32_t number);
/* Returns the most sampled line of a function; without samples of its own, a
 * line from which it calls. line 0: unknown. */
struct sampled_name sampled_hottest(const struct scope *scope,
                                    uint32_t function);

/* Keeps the largest; ignores 0. */
void sampled_keep(struct sampled_rank *rank, uint32_t function, uint64_t ns);

#endif
