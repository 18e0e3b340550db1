/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * scripted_kernel.h - what the kernel tells of a thread is what a script says.
 *
 * Samples: kernel_works() is a thread that uses the processor for so many
 * periods in the function that calls it, by the clock of the script as well.
 * Rings of perf_event_open() are filled with records of the real place and
 * stack, and CPU timers run out, whose handler comes in that place.
 * Usage: getrusage() and the files of /proc that are read for resources have
 * the numbers of struct kernel_usage.
 * All else is the system's.  Units: ns.  Threads: one at a time.
 * Memory: kernel_end() gives it back.  Errors: fail the test.
 */
#ifndef TESTS_UNIT_SCRIPTED_KERNEL_H
#define TESTS_UNIT_SCRIPTED_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

/* refusal: of perf_event_open(), an errno; 0: it works. */
void kernel_start(int refusal);
void kernel_end(void);
/* Signals wait, as in a thread that blocks them: the ring may overflow. */
void kernel_hold(bool on);

/* The place of the last sample, as call paths have it. */
uint64_t kernel_place(void);

/* For kernel_works(): the store in its function faults, and may go on. */
extern volatile char *kernel_page;
void kernel_next(unsigned periods);

static inline __attribute__((always_inline)) void
kernel_works(unsigned periods)
{
    kernel_next(periods);
    *kernel_page = 1;
}

struct kernel_usage {
    struct rusage process, thread;
    uint64_t queued_ns;
    uint64_t read, written, disk_read, disk_written; /* bytes */
    uint64_t resident_pages;
    uint64_t reading_ns; /* so long takes each file */
    bool no_files;       /* /proc/self/io and statm cannot be opened */
};
extern struct kernel_usage kernel_usage;

#endif
