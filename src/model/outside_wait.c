/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* FNM_CASEFOLD */
#include "model/outside_wait.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#define NAME_MOST 256 /* the names of interest are shorter */

struct pattern {
    const char *text;
    enum outside_wait kind;
    int flags;
};

/* Copies wait for what was started before them, unless they are named Async. */
static const struct pattern patterns[] = {
    { "cu[A-Z]*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "cuda[A-Z]*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "hip[A-Z]*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "ze[A-Z]*Synchronize*", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "cudaMemcpy", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "hipMemcpy", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "cuMemcpyDtoH", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "cuMemcpyDtoH_v2", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "clFinish", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "clWaitForEvents", OUTSIDE_WAIT_ACCELERATOR, 0 },
    { "acc_*wait*", OUTSIDE_WAIT_ACCELERATOR, FNM_CASEFOLD },
    { "shmem*barrier*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*quiet*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*sync*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*wait*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*set_lock*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*broadcast*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*collect*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*alltoall*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*_to_all*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
    { "shmem*reduce*", OUTSIDE_WAIT_SHMEM, FNM_CASEFOLD },
};

const char *outside_wait_title(enum outside_wait kind)
{
    return kind == OUTSIDE_WAIT_SHMEM ? "SHMEM" : "accelerator";
}

enum outside_wait outside_wait_of_name(const char *name)
{
    size_t length = strcspn(name, "( [@");
    char plain[NAME_MOST];

    if (length >= sizeof(plain))
        return OUTSIDE_WAIT_KINDS;
    memcpy(plain, name, length);
    plain[length] = '\0';
    for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++)
        if (fnmatch(patterns[i].text, plain, patterns[i].flags) == 0)
            return patterns[i].kind;
    return OUTSIDE_WAIT_KINDS;
}
