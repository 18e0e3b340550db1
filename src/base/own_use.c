/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/own_use.h"

#include <sys/resource.h>
#include <sys/vfs.h>

#define TMPFS 0x01021994 /* as in linux/magic.h */
#define RAMFS 0x858458f6

static uint64_t sums[OWN_USES];

static uint64_t us_of(struct timeval time)
{
    return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec;
}

void own_use_of(const struct rusage *usage, struct own_use *out)
{
    out->value[OWN_USER_US] = us_of(usage->ru_utime);
    out->value[OWN_SYSTEM_US] = us_of(usage->ru_stime);
    out->value[OWN_MINOR_FAULTS] = (uint64_t)usage->ru_minflt;
    out->value[OWN_MAJOR_FAULTS] = (uint64_t)usage->ru_majflt;
    out->value[OWN_VOLUNTARY] = (uint64_t)usage->ru_nvcsw;
    out->value[OWN_INVOLUNTARY] = (uint64_t)usage->ru_nivcsw;
}

void own_use_begin(struct own_use *use)
{
    struct rusage now = { 0 };

    getrusage(RUSAGE_THREAD, &now);
    own_use_of(&now, use);
}

void own_use_end(const struct own_use *use)
{
    struct own_use now;

    own_use_begin(&now);
    for (int i = 0; i < OWN_WRITTEN; i++)
        __atomic_fetch_add(&sums[i], now.value[i] - use->value[i],
                           __ATOMIC_RELAXED);
}

void own_use_wrote(uint64_t bytes)
{
    __atomic_fetch_add(&sums[OWN_WRITTEN], bytes, __ATOMIC_RELAXED);
}

void own_use_stored(uint64_t bytes)
{
    __atomic_fetch_add(&sums[OWN_STORED], bytes, __ATOMIC_RELAXED);
}

bool own_use_stores(int file)
{
    struct statfs about;

    return fstatfs(file, &about) == 0 && (uint32_t)about.f_type != TMPFS &&
           (uint32_t)about.f_type != RAMFS;
}

uint64_t own_use_sum(enum own_use_kind kind)
{
    return __atomic_load_n(&sums[kind], __ATOMIC_RELAXED);
}
