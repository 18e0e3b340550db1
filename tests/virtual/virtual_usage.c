/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * CPU time and sleeps of the virtual clock, in place of the real ones;
 * the rest of getrusage() is real, but no involuntary
 * context switches are reported.
 * VIRTUAL_HOSTS=2: libmpiprof finds two ranks on each host, host0, host1 ...
 * libmpiprof does not find /proc/thread-self/schedstat, the time in which
 * a thread could not run.
 */
#define _GNU_SOURCE
#include "virtual_time.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>

#define CALLER __builtin_return_address(0)

/* Declared with a transparent union as its first argument. */
int getrusage(__rusage_who_t who, struct rusage *out)
{
    static int (*next)(int, struct rusage *);
    struct usage usage;
    int result;

    if (next == NULL)
        next = (int (*)(int, struct rusage *))virtual_next("getrusage");
    result = next((int)who, out);
    if (result != 0 || (int)who == RUSAGE_CHILDREN ||
        !virtual_is_measured(CALLER))
        return result;
    usage = virtual_usage((int)who == RUSAGE_SELF);
    out->ru_utime.tv_sec = (time_t)(usage.cpu_ns / 1000000000u);
    out->ru_utime.tv_usec = (suseconds_t)(usage.cpu_ns % 1000000000u / 1000);
    out->ru_stime = (struct timeval){ 0, 0 };
    out->ru_nvcsw = (long)usage.sleeps;
    out->ru_nivcsw = 0;
    return 0;
}

int gethostname(char *name, size_t size)
{
    static int (*next)(char *, size_t);
    const char *each = getenv("VIRTUAL_HOSTS");
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");

    if (rank == NULL)
        rank = getenv("PMI_RANK");
    if (next == NULL)
        next = (int (*)(char *, size_t))virtual_next("gethostname");
    if (each == NULL || rank == NULL || !virtual_is_measured(CALLER))
        return next(name, size);
    snprintf(name, size, "host%d", atoi(rank) / atoi(each));
    return 0;
}

long syscall(long number, ...)
{
    static long (*next)(long, ...);
    va_list list;
    long a[6];

    va_start(list, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (next == NULL)
        next = (long (*)(long, ...))virtual_next("syscall");
    if (number == SYS_openat && virtual_is_measured(CALLER) &&
        strstr((const char *)a[1], "/schedstat") != NULL) {
        errno = ENOENT;
        return -1;
    }
    return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
