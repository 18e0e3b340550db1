/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * causes.h - where ranks work unequally, and what evening that out would gain.
 *
 * Work is divided into stretches between communication: what a function of the
 * program takes with all it calls, if none of that communicates; else what it
 * takes itself, with the built-in functions and libraries that it calls.
 * A gain is what the rank with the most has beyond the mean.  As ranks pay for it
 * by waiting, all gains together are at most the mean time in MPI; where that is
 * unknown, they are what the total work of the longest rank shrinks by.
 * Units: ns.  Threads: one owner.  No memory is kept.
 */
#ifndef PYPROF_CAUSES_H
#define PYPROF_CAUSES_H

#include "base/text/strbuf.h"
#include "pyprof/spreads.h"

#define CAUSES_MOST 5
#define CAUSES_LEAST 0.02 /* of T: less is not told */
#define CAUSES_IDLE 0.05  /* of the most: such a rank does next to nothing */

struct py_cause {
    uint32_t function;
    uint32_t mostly; /* what it calls for most of that time, or PY_NONE */
    size_t rank;     /* position of the rank with the most */
    uint64_t most, others, mean, gain;
    size_t working;     /* ranks that do more than next to nothing */
    size_t slow;        /* ranks nearer to the most than to the mean */
    struct strbuf list; /* of working ranks where some do not work, else of
                         * the slow ones */
};

struct py_causes {
    struct py_cause items[CAUSES_MOST];
    size_t count;
    uint64_t together;
    uint64_t unexplained; /* mean time in MPI that no cause accounts for */
    bool mpi_known;
};

/* False: no memory. */
bool causes_find(const struct pyprof *merged, struct py_causes *out);
void causes_clear(struct py_causes *causes);
/* Sets, by function, whether it or what it calls is known to communicate.
 * False: no memory. */
bool causes_communicating(const struct pyprof *merged, bool *out);
/* Mean over ranks of what importing modules takes, without the modules' code. */
uint64_t causes_imports(const struct pyprof *merged);

#endif
