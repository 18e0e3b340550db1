/*
 * process_mark.h - tells one process from all others, also from a later one of
 * the same number, and whether it still runs.
 *
 * A mark is bytes that may be kept in a file.  Threads: any.  No memory.
 * Errors: what cannot be learnt is 0 or empty; such a mark cannot be asked.
 */
#ifndef LIVE_PROCESS_MARK_H
#define LIVE_PROCESS_MARK_H

#include <stdint.h>

struct process_mark {
    int32_t number;    /* of the process */
    uint64_t started;  /* by the clock of the kernel's ticks */
    char boot[40];     /* of the kernel, which a host has one of */
    uint64_t numbers;  /* the namespace of its number */
};

enum process_state {
    PROCESS_RUNS,
    PROCESS_GONE,
    PROCESS_ELSEWHERE /* another host or container: it cannot be asked */
};

void process_mark_own(struct process_mark *mark);
enum process_state process_mark_ask(const struct process_mark *mark);

#endif
