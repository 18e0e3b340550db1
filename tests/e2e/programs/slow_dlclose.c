/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * slow_dlclose.c - a library whose dlclose() comes between mpiprof's and that of libc:
 * where the program says so, it has unloaded, but does not return until then.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

volatile int slow_dlclose; /* see reload.c */

int dlclose(void *handle)
{
    int (*next)(void *) = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
    int slow = slow_dlclose == 1;
    int result = next(handle);

    if (slow)
        slow_dlclose = 2;
    while (slow && slow_dlclose == 2)
        usleep(1000);
    return result;
}
