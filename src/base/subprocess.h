/*
 * subprocess.h - work in a process of its own, so that it may crash, take too
 * much memory or never end without harm to this one.
 *
 * The work sees all memory as it is when it begins and changes its own copy;
 * what is to come back it puts into shared memory (apart_shared()) or a file.
 * It ends when it returns; nothing registered with atexit() is called, and a
 * crash leaves no core file.  It is killed when this process ends.
 * Threads: one owner, and no other threads.
 */
#ifndef BASE_SUBPROCESS_H
#define BASE_SUBPROCESS_H

#include <stddef.h>
#include <stdint.h>

enum apart_end {
    APART_DONE,    /* it returned */
    APART_CRASHED, /* a signal ended it, or it exited by itself */
    APART_STUCK,   /* it got no further and was killed */
    APART_FAILED   /* no process could be made; nothing was done */
};

struct apart_limits {
    uint64_t memory_bytes;     /* beyond what this process has; 0: none */
    double cpu_s, wall_s;      /* without a step */
    volatile uint64_t *steps;  /* shared: changes whenever it gets on */
};

struct apart_job {
    void (*work)(void *context);
    void *context;
    struct apart_limits limits;
};

/* What becomes of a job whose process has ended. */
enum apart_next {
    APART_GO_ON, /* it is done with */
    APART_AGAIN, /* in another process */
    APART_STOP   /* the other jobs are not wanted any more */
};

struct apart_jobs {
    const struct apart_job *list;
    size_t count;
    enum apart_next (*ended)(void *context, size_t job, enum apart_end end);
    void (*look)(void *context); /* called here now and then, or NULL */
    void *context;               /* of ended and look */
};

/* All at the same time, each in a process of its own; while not all can be
 * made, some wait until others have ended.  APART_DONE: all are done with;
 * APART_CRASHED: it was told to stop; APART_FAILED: no
 * process could be made for one that is not done. */
enum apart_end apart_run_all(const struct apart_jobs *jobs);

/* Zeros that this process and those of apart_run() share; NULL: no memory. */
void *apart_shared(size_t size);
void apart_unshare(void *shared, size_t size);

#endif
