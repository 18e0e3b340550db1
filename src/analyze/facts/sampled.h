/*
 * sampled.h - what was sampled of all ranks, by function and by line.
 *
 * Seconds are samples x period; where samples were lost, a rank's others stand
 * for them.  A sample belongs to the innermost function at its address, also
 * when that is inlined there: that is its exclusive time.  Inclusive: every
 * function on its path, once.  Functions are the same when name and file are;
 * what has no name is one function per file of the program.
 * Samples in MPI are not among these: they are summed by procedure.
 * Units: ns of processor time, of all threads.  Threads: one owner.
 * Memory: part of the scope, which clears it.
 */
#ifndef ANALYZE_FACTS_SAMPLED_H
#define ANALYZE_FACTS_SAMPLED_H

#include "analyze/facts/region_samples.h"
#include "analyze/facts/tallies.h"
#include "base/strbuf.h"
#include "symbols/symbols.h"

#define SAMPLED_NO_NAME "(without a name)" /* a function, in tables */
#define SAMPLED_KEPT 5 /* functions of a rank, of sampled_own_excess */

/* Names are \0-terminated, one behind the other. */
struct sampled_name {
    const char *function, *file; /* file: "" unknown */
    const char *module;          /* base name */
    int line;                    /* 0 unknown */
};

struct sampled_item {
    uint32_t function; /* number */
    uint64_t ns;       /* exclusive */
};

struct sampled_rank {
    struct sampled_item items[SAMPLED_KEPT]; /* descending */
    uint32_t count;
};

struct sampled_time {
    uint64_t ns; /* of all functions */
};

struct sampled_frame {
    uint32_t first, count; /* in numbers: functions, innermost first */
    uint32_t line;         /* number + 1; 0: not looked at */
};

struct sampled_seen {
    int line;      /* that with the most samples; where it has none, and before
                    * sampled_close, one that was on a path; 0: none */
    uint64_t most; /* samples in that line */
    bool code;     /* it was met with code of its own, not only inlined */
};

struct sampled {
    struct definitions *names; /* of functions and lines, see sampled.c */
    struct sampled_frame *frames; /* by FRAME */
    uint32_t frame_count;
    uint32_t *numbers; /* of functions */
    int *number_lines; /* of each of these: where it was */
    size_t number_line_room;
    size_t number_count, number_room;
    struct tallies functions; /* key: number; time: exclusive, other:
                               * inclusive; calls: samples */
    struct tallies lines;     /* key: number; time: exclusive */
    struct tallies calls;     /* key: procedure; time: in it */
    struct region_samples by_region;
    uint64_t most_useful;     /* ns, of a rank */
    struct sampled_seen *seen; /* by function */
    size_t seen_room;
    double *squares; /* by function: of the standard error, in ns */
    double *line_squares;
    size_t function_room, line_room;
    uint64_t *stamps; /* by function: of the row it was met in */
    size_t stamp_room;
    uint64_t stamp;
    struct sampled_time *ranks; /* by position */
    uint32_t rank_count, rank_room;
    uint64_t ns; /* of all functions, all ranks */
    uint64_t samples, lost, cut, crowded;
    uint32_t sampled_ranks, timer_ranks, user_ranks; /* by what there was */
    uint32_t threads, unsampled;
    uint32_t timed; /* threads, of ranks whose others are not */
    uint32_t refused; /* enum sample_refusal */
    uint64_t period_ns; /* the greatest */
};

struct scope;
struct rank_data;

enum status sampled_init(struct sampled *sampled,
                         const struct definitions *table);
void sampled_clear(struct sampled *sampled);
/* The i-th function of a FRAME, innermost first, as tables name it: what has no
 * name is SAMPLED_NO_NAME, one for each file of the program.  False: there are
 * no more.  buffer: as in symbols.h. */
bool sampled_symbol(const struct definitions *table, uint32_t frame, int i,
                    char *buffer, size_t size, struct symbol *out);
/* The base name of the file of the program that a FRAME is in. */
const char *sampled_module(const struct definitions *table, uint32_t frame);
/* ns that a sample stands for. */
double sampled_period(const struct samples *samples);
/* for (const struct sample_row *row = NULL;
 *      (row = sampled_next(scope, samples, row)) != NULL;)
 * Of what is not in MPI, and in the scope; of a rank without samples none. */
const struct sample_row *sampled_next(const struct scope *scope,
                                      const struct samples *samples,
                                      const struct sample_row *row);
/* The rank that was added to the scope last. */
enum status sampled_add(struct scope *scope, const struct rank_data *rank);
/* After the last rank. */
void sampled_close(struct scope *scope);

/* Whether samples tell of calls: a trace does not say in which they were. */
bool sampled_knows_calls(const struct scope *scope);
/* ns of all ranks in a procedure. */
uint64_t sampled_in_call(const struct scope *scope, uint32_t call);

/* What a function is known by, and what that says. */
void sampled_key(struct strbuf *out, const struct symbol *symbol,
                 const char *module);
struct sampled_name sampled_name_of(const struct definition *function);
/* Valid as long as nothing is added. */
struct sampled_name sampled_function(const struct scope *scope,
                                     uint32_t number);
struct sampled_name sampled_line(const struct scope *scope, uint32_t number);
/* The line of a function with the most samples; where it has none itself, one
 * where it calls.  line 0: not known. */
struct sampled_name sampled_hottest(const struct scope *scope,
                                    uint32_t function);

/* Keeps the greatest; of 0 nothing. */
void sampled_keep(struct sampled_rank *rank, uint32_t function, uint64_t ns);

#endif
