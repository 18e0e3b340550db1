/*
 * subprocess.h - work in a process of its own, so that it may crash, take too
 * much memory or never end without harm to this one.
 *
 * The work sees all memory as it is when it begins and changes its own copy;
 * what is to come back it puts into shared memory (subprocess_shared()) or a
 * file. It ends when it returns; nothing registered with atexit() is called,
 * and a crash leaves no core file.  It is killed when this process ends.
 * Threads: one owner, and no other threads.
 */
#ifndef BASE_SUBPROCESS_H
#define BASE_SUBPROCESS_H

#include <stddef.h>
#include <stdint.h>

enum subprocess_end {
    SUBPROCESS_DONE,    /* it returned */
    SUBPROCESS_CRASHED, /* a signal ended it, or it exited by itself */
    SUBPROCESS_STUCK,   /* it got no further and was killed */
    SUBPROCESS_FAILED   /* no process could be made; nothing was done */
};

struct subprocess_limits {
    uint64_t memory_bytes;     /* beyond what this process has; 0: none */
    double cpu_s, wall_s;      /* without a step */
    volatile uint64_t *steps;  /* shared: changes whenever it gets on */
};

struct subprocess_job {
    void (*work)(void *context);
    void *context;
    struct subprocess_limits limits;
};

/* What becomes of a job whose process has ended. */
enum subprocess_next {
    SUBPROCESS_GO_ON, /* it is done with */
    SUBPROCESS_AGAIN, /* in another process */
    SUBPROCESS_STOP   /* the other jobs are not wanted any more */
};

struct subprocess_jobs {
    const struct subprocess_job *list;
    size_t count;
    enum subprocess_next (*ended)(void *context, size_t job,
                                  enum subprocess_end end);
    void (*look)(void *context); /* called here now and then, or NULL */
    void *context;               /* of ended and look */
};

/* All at the same time, each in a process of its own; while not all can be
 * made, some wait until others have ended.  SUBPROCESS_DONE: all are done with;
 * SUBPROCESS_CRASHED: it was told to stop; SUBPROCESS_FAILED: no
 * process could be made for one that is not done. */
enum subprocess_end subprocess_run_all(const struct subprocess_jobs *jobs);

/* Zeros that this process and those of subprocess_run() share; NULL: no memory.
 * */
void *subprocess_shared(size_t size);
void subprocess_unshare(void *shared, size_t size);

#endif
