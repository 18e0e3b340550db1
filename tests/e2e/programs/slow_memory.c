/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * slow_memory.c - in all threads but the first, memory takes its time to grow:
 * meanwhile others run.
 *
 * Needs to be linked with -rdynamic, so that mpiprof calls this function.
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <unistd.h>

void *__libc_realloc(void *memory, size_t size);

void *realloc(void *memory, size_t size)
{
    if (gettid() != getpid())
        usleep(20);
    return __libc_realloc(memory, size);
}
