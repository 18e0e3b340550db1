/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_times.h - cProfile times of Python functions, for the MPI report;
 * and memory by line.
 *
 * Only functions written in Python, in no order.
 * Units: ns, summed over ranks.  Threads: one owner.  Memory:
 * python_times_clear() frees.
 */
#ifndef MODEL_PYTHON_PYTHON_TIMES_H
#define MODEL_PYTHON_PYTHON_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/python/python_memory.h"

struct python_time {
    char *file, *function; /* without its class */
    int first_line;
    uint64_t own, cumulative; /* exclusive and inclusive time */
    uint64_t most;            /* exclusive time of the rank with the most */
    uint32_t most_rank;
    uint64_t most_cumulative;
    uint32_t most_cumulative_rank;
    /* For functions of the program: exclusive time, with that of built-in
     * functions and of libraries that it calls, without MPI. */
    struct {
        uint64_t all, most;
        uint32_t most_rank;
    } with_libraries;
    uint64_t in_mpi4py; /* in the methods of mpi4py that it calls */
    bool pickles;       /* one of them takes or returns objects */
};

struct python_times {
    struct python_time *items;
    size_t count;
    uint32_t ranks;              /* number of profiles merged */
    struct python_memory memory; /* beside the times */
};

void python_times_clear(struct python_times *times);

#endif
