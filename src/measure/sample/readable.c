/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * readable.c - tests whether memory is readable, without reading it.
 *
 * Makes a system call that the kernel refuses, but only after reading the
 * argument.
 */
#define _GNU_SOURCE
#include "measure/sample/sampler_internal.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool address_is_readable(uint64_t address)
{
    enum { NO_SUCH_CHANGE = -1, MASK_BYTES = 8 };

    return syscall(SYS_rt_sigprocmask, NO_SUCH_CHANGE,
                   (void *)(uintptr_t)address, NULL, MASK_BYTES) == 0 ||
           errno != EFAULT;
}

uint64_t readable_bytes(uint64_t from, uint64_t bytes)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t at = from & ~(uint64_t)7;

    while (at < from + bytes) {
        if (!address_is_readable(at))
            return at <= from ? 0 : at - from;
        at = (at | (page - 1)) + 1;
    }
    return bytes;
}
