/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * registers.h - the registers needed to unwind a stack.
 *
 * Numbered as in libunwind for this processor: DWARF numbers, followed by the
 * instruction pointer.  On unknown processors only the instruction, stack and
 * frame pointers exist.
 * Threads: any, also in a signal handler.  No memory, no errors.
 */
#ifndef MEASURE_SAMPLE_REGISTERS_H
#define MEASURE_SAMPLE_REGISTERS_H

#include <stdint.h>

#if defined(__x86_64__)
#define REGISTERS 17
#define REGISTER_FRAME 6
#define REGISTER_STACK 7
#define REGISTER_PLACE 16
#define REGISTER_RED_ZONE 128u
#elif defined(__aarch64__)
#define REGISTERS 33
#define REGISTER_FRAME 29
#define REGISTER_STACK 31
#define REGISTER_PLACE 32
#define REGISTER_RED_ZONE 0u
#else
#define REGISTERS 3
#define REGISTER_FRAME 0
#define REGISTER_STACK 1
#define REGISTER_PLACE 2
#define REGISTER_RED_ZONE 0u
#endif

/* Registers requested from perf_event_open, one bit each; 0: none. */
uint64_t registers_mask(void);
/* Converts from the order of these bits. */
void registers_of_perf(const uint64_t *values, uint64_t *out);
/* Converts from the context interrupted by a signal: a ucontext_t. */
void registers_of_signal(const void *context, uint64_t *out);

#endif
