/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * efficiency_over_time.h - POP's efficiencies in parts of the run's time, and
 * the part that is far below the run.
 *
 * The run is divided into STRETCHES equal stretches (replay_result.h).  U is
 * the useful time of a rank in a stretch, time the largest measured time of a
 * rank there:
 *
 *     LB = mean U / max U     SerE = max U / T_ideal     TE = T_ideal / time
 *     PE = LB x SerE x TE = mean U / time
 *
 * T_ideal is what the front of the ideal clocks gains in the stretch, at least
 * max U and at most time.  For several stretches U, max U, T_ideal and time are
 * sums over the stretches, so ranks that are slow in turn count as imbalance.
 * For a region, time is useful time and MPI, without inner regions; regions
 * have no T_ideal of their own.
 * Units: ns, from the start of the run.  Threads: one owner.
 */
#ifndef ANALYZE_FACTS_EFFICIENCY_EFFICIENCY_OVER_TIME_H
#define ANALYZE_FACTS_EFFICIENCY_EFFICIENCY_OVER_TIME_H

#include "analyze/facts/scope.h"

struct stretch_efficiency {
    uint64_t begin, width;
    double useful, useful_most, time;   /* useful: mean over ranks */
    double parallel;                    /* -1, like the others: unknown */
    double load_balance, communication; /* -1: nothing useful was done */
    double serialisation, transfer;     /* -1: of a region */
};

/* The worst part of the run. */
struct efficiency_low {
    struct stretch_efficiency there;
    double run;       /* parallel efficiency of the run */
    const char *what; /* its factor that is lowest, against the run:
                          * "load balance" */
    double factor;    /* the value of that */
    uint32_t region;  /* that most of the time was spent in; STRETCH_RUN: no
                          * marked one */
};

/* False: no part is more than 15 points below the run and costs 2 % of T or
 * more, or other parts together lose as much: lows that come back are those of
 * steps; or efficiencies over time are unknown. */
bool efficiency_find_low(const struct scope *scope,
                         struct efficiency_low *out);

#endif
