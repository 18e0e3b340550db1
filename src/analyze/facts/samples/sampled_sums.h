/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_sums.h - the sums of sampled.h, as a part of the scope.
 */
#ifndef ANALYZE_FACTS_SAMPLES_SAMPLED_SUMS_H
#define ANALYZE_FACTS_SAMPLES_SAMPLED_SUMS_H

#include "analyze/facts/samples/region_samples.h"
#include "analyze/facts/tallies.h"

struct sampled_time {
    uint64_t ns; /* sum over all functions */
};

struct sampled_frame {
    uint32_t first, count; /* range in numbers: functions, innermost first */
    uint32_t own;          /* in that range: the first that is not of the C++
                            * library; count: all are */
    uint32_t line;         /* of that; number + 1; 0: not yet resolved */
    bool python, mpi4py;
};

struct sampled_seen {
    int line;      /* line with the most samples; without samples, and before
                    * sampled_close, a line on a path; 0: none */
    uint64_t most; /* samples in that line */
};

struct sampled {
    struct definitions *names;    /* names of functions and lines, see
                                * sampled.c */
    struct sampled_frame *frames; /* by FRAME */
    uint32_t frame_count;
    uint32_t *numbers; /* function numbers */
    int *number_lines; /* line of each of these numbers */
    size_t number_line_room;
    size_t number_count, number_room;
    struct tallies functions; /* key: number; time: exclusive, other:
                               * inclusive; calls: samples */
    struct tallies lines;     /* key: number; time: exclusive */
    struct tallies python;    /* key: number of a line of Python; time: of
                               * samples in it and in native code that it called;
                               * other: inclusive; calls: samples of time */
    struct tallies pickling;  /* key: number of the function of Python that
                               * called mpi4py; time: there, outside MPI */
    struct tallies calls;     /* key: procedure; time: inside it */
    struct region_samples by_region;
    uint64_t most_useful;      /* ns, maximum over ranks */
    struct sampled_seen *seen; /* by function */
    size_t seen_room;
    double *squares; /* by function: squared standard error, in ns */
    double *line_squares, *python_squares;
    size_t function_room, line_room, python_room;
    uint64_t *stamps;      /* by function: the row in which it was last seen */
    uint64_t *line_stamps; /* by line, as stamps */
    size_t stamp_room, line_stamp_room;
    uint64_t stamp;
    struct sampled_time *ranks; /* by position */
    uint32_t rank_count, rank_room;
    uint64_t ns; /* all functions, all ranks */
    uint64_t samples, lost, cut, crowded;
    uint32_t sampled_ranks, timer_ranks, user_ranks; /* ranks by kind of
                                                      * sampling */
    uint32_t threads, unsampled;
    uint32_t timed;     /* threads sampled by a timer on ranks where others are
                     * not */
    uint32_t refused;   /* enum sample_refusal */
    uint64_t period_ns; /* maximum */
};

enum status sampled_init(struct sampled *sampled,
                         const struct definitions *table);
void sampled_clear(struct sampled *sampled);

#endif
