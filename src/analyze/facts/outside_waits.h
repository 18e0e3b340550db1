/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * outside_waits.h - regions that are calls of accelerators' interfaces or of
 * SHMEM that synchronise or wait, known by their names.
 *
 * All that is outside MPI counts as useful time; these regions are the part of
 * useful time that is waiting.  Shape: by kind of what they wait for.  Units: ns, summed over
 * ranks.  Threads: one owner.
 */
#ifndef ANALYZE_FACTS_OUTSIDE_WAITS_H
#define ANALYZE_FACTS_OUTSIDE_WAITS_H

#include "analyze/facts/scope.h"

enum outside_wait {
    OUTSIDE_WAIT_ACCELERATOR, /* CUDA, HIP, OpenCL, OpenACC, Level Zero */
    OUTSIDE_WAIT_SHMEM,
    OUTSIDE_WAIT_KINDS /* also: none of these */
};

const char *outside_wait_title(enum outside_wait kind); /* "accelerator" */
/* Kind of a region by its name, as tools spell it: "clFinish",
 * "shmem_quiet() [...]". */
enum outside_wait outside_wait_of_name(const char *name);
/* Kind of a REGION_NODE. */
enum outside_wait outside_wait_of(const struct scope *scope, uint32_t node);
/* Useful time of all ranks in such regions. */
void outside_waits_sum(const struct scope *scope,
                       uint64_t sums[OUTSIDE_WAIT_KINDS]);

#endif
