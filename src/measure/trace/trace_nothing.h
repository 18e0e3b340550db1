/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_nothing.h - functions of the trace in a build without OTF2.
 *
 * Without a writer they have nothing to do: NOTHING() makes them other names of
 * one that returns 0, NULL or false.
 * Threads: any.  No memory, no errors.
 */
#ifndef MEASURE_TRACE_TRACE_NOTHING_H
#define MEASURE_TRACE_TRACE_NOTHING_H

#include <stdint.h>

/* The types of these functions differ, and compilers know different warnings. */
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wattribute-alias"

static __attribute__((used)) uint64_t trace_nothing(void)
{
    return 0;
}

#define NOTHING(name) \
    extern __typeof__(name) name __attribute__((alias("trace_nothing")))

#endif
