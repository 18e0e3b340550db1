/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * subprocess.h - runs work in child processes, so that a crash, a memory hog
 * or an endless loop does not harm this process.
 *
 * The work sees all memory as it was at its start and changes its own copy;
 * results go into shared memory (subprocess_shared()) or a file.  The child
 * ends when the work returns; no atexit() handler runs, and a crash leaves no
 * core file.  The child is killed when this process ends.
 * Threads: one owner, and no other threads.
 */
#ifndef BASE_SUBPROCESS_H
#define BASE_SUBPROCESS_H

#include <stddef.h>
#include <stdint.h>

enum subprocess_end {
    SUBPROCESS_DONE,    /* the work returned */
    SUBPROCESS_CRASHED, /* a signal ended the child, or the work called
                         * exit() */
    SUBPROCESS_STUCK,   /* no progress within the limits; killed */
    SUBPROCESS_FAILED   /* no process could be created; nothing ran */
};

struct subprocess_limits {
    uint64_t memory_bytes;    /* beyond what this process has; 0: unlimited */
    double cpu_s, wall_s;     /* longest time without a step */
    volatile uint64_t *steps; /* shared counter that the work increments as it
                                * progresses */
};

struct subprocess_job {
    void (*work)(void *context);
    void *context;
    struct subprocess_limits limits;
};

/* What to do after a job's process has ended. */
enum subprocess_next {
    SUBPROCESS_GO_ON, /* the job is finished */
    SUBPROCESS_AGAIN, /* rerun in another process */
    SUBPROCESS_STOP   /* cancel the other jobs */
};

struct subprocess_jobs {
    const struct subprocess_job *list;
    size_t count;
    enum subprocess_next (*ended)(void *context, size_t job,
                                  enum subprocess_end end);
    void (*look)(void *context); /* called here now and then, or NULL */
    void *context;               /* of ended and look */
};

/* Runs all jobs at the same time, each in its own process; if the system
 * cannot create enough processes, jobs wait until others have ended.  Returns
 * SUBPROCESS_DONE if all jobs finished, SUBPROCESS_CRASHED after
 * SUBPROCESS_STOP, SUBPROCESS_FAILED if an unfinished job got no process. */
enum subprocess_end subprocess_run_all(const struct subprocess_jobs *jobs);

/* Allocates zeroed memory shared by this process and the children of
 * subprocess_run_all(); NULL without memory. */
void *subprocess_shared(size_t size);
void subprocess_unshare(void *shared, size_t size);

#endif
