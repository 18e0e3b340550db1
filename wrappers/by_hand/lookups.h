/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * lookups.h - whether calls of an MPI that a program asks for its names, by
 * dlsym() with the library's handle, come to the wrappers.
 */
#ifndef WRAPPERS_BY_HAND_LOOKUPS_H
#define WRAPPERS_BY_HAND_LOOKUPS_H

#include <limits.h> /* __GLIBC__ */

/* Our dlsym() has to leave no trace on the stack, so it is not in C.  Built with a
 * sanitizer we have none: its runtime looks names up before our code may run. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LOOKUPS_SEEN 0
#elif defined(__GLIBC__) && defined(__LP64__) && \
    (defined(__x86_64__) || defined(__aarch64__))
#define LOOKUPS_SEEN 1
#else
#define LOOKUPS_SEEN 0
#endif

#endif
