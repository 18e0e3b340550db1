/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * process_mark.h - identifies a process, even after its number is reused, and
 * checks whether it is still running.
 *
 * A mark is plain bytes and can be stored in a file.
 * Threads: any.  No memory.  Errors: unknown facts are 0 or empty; the state
 * of such a process cannot be checked.
 */
#ifndef LIVE_PROCESS_MARK_H
#define LIVE_PROCESS_MARK_H

#include <stdint.h>

struct process_mark {
    int32_t number;   /* process id */
    uint64_t started; /* start time in kernel clock ticks */
    char boot[40];    /* boot id of the host's kernel */
    uint64_t numbers; /* pid namespace */
};

enum process_state {
    PROCESS_RUNS,
    PROCESS_GONE,
    PROCESS_ELSEWHERE /* another host or container: cannot be checked */
};

void process_mark_own(struct process_mark *mark);
enum process_state process_mark_ask(const struct process_mark *mark);

#endif
