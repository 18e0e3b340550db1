/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sample_merge.h - one call path of a sample's return addresses and Python
 * frames.
 *
 * The interpreter's own frames are left out; where its loop was entered stand
 * the Python frames that this call of the loop ran.  So code of numpy or of an
 * extension stays below the Python function that called it, and above one that
 * it calls.  Functions of libc that the interpreter calls are left out, too.
 * A call of mpi4py has one frame: what it does outside MPI is mostly pickling.
 * Some compilers move parts of the loop elsewhere; where its calls do not fit
 * the Python frames, code between two Python functions is left out.
 *
 * Shape: words, innermost first: an address, or a frame of python_frames.h.
 * Threads: any.  Memory: the caller's.  Errors: none.
 */
#ifndef MEASURE_RECORD_SAMPLES_SAMPLE_MERGE_H
#define MEASURE_RECORD_SAMPLES_SAMPLE_MERGE_H

#include <stdbool.h>
#include <stdint.h>

#include "measure/record/paths/paths.h"
#include "measure/sample/sampler.h"

#define SAMPLE_MERGED_MOST PATHS_DEEPEST

struct recorder;

/* Before samples are taken: finds the interpreter's loop. */
void sample_merge_setup(void);
/* Returns the number of words. */
int sample_merge(struct recorder *recorder, const struct sample_path *sample,
                 void **words);
/* Whether its outermost frame is known. */
bool sample_is_whole(struct recorder *recorder,
                     const struct sample_path *sample);

#endif
