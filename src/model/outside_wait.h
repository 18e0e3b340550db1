/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * outside_wait.h - calls of accelerators' interfaces or of SHMEM that
 * synchronise or wait, known by their names.
 *
 * Useful time is all that is outside MPI; in these calls it is spent waiting.
 * Threads: constant data.
 */
#ifndef MODEL_OUTSIDE_WAIT_H
#define MODEL_OUTSIDE_WAIT_H

enum outside_wait {
    OUTSIDE_WAIT_ACCELERATOR, /* CUDA, HIP, OpenCL, OpenACC, Level Zero */
    OUTSIDE_WAIT_SHMEM,
    OUTSIDE_WAIT_KINDS /* also: none of these */
};

const char *outside_wait_title(enum outside_wait kind); /* "accelerator" */
/* Kind of a region by its name, as tools spell it: "clFinish",
 * "shmem_quiet() [...]". */
enum outside_wait outside_wait_of_name(const char *name);

#endif
