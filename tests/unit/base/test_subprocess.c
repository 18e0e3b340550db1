/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_subprocess.c - work in a process of its own may do what it likes.
 */
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/subprocess.h"

struct shared {
    volatile uint64_t steps;
    uint64_t result;
};

static struct shared *shared;
static uint64_t own;

static enum subprocess_next keep_end(void *context, size_t job,
                                     enum subprocess_end end)
{
    enum subprocess_end *ends = context;

    ends[job] = end;
    return SUBPROCESS_GO_ON;
}

static enum subprocess_end run(void (*work)(void *context), double cpu_s,
                               double wall_s)
{
    enum subprocess_end end = SUBPROCESS_FAILED;
    struct subprocess_job job = { .work = work,
                                  .limits = { .memory_bytes = (size_t)256
                                                              << 20,
                                              .cpu_s = cpu_s,
                                              .wall_s = wall_s } };
    struct subprocess_jobs jobs = {
        .list = &job, .count = 1, .ended = keep_end, .context = &end
    };

    if (shared == NULL)
        shared = subprocess_shared(sizeof(*shared));
    CU_ASSERT_PTR_NOT_NULL_FATAL(shared);
    memset(shared, 0, sizeof(*shared));
    own = 1;
    job.limits.steps = &shared->steps;
    job.context = shared;
    CU_ASSERT_EQUAL(subprocess_run_all(&jobs), SUBPROCESS_DONE);
    return end;
}

static void give(void *context)
{
    struct shared *to = context;

    own = 2;
    to->result = 7;
}

UNIT_TEST(a_result_comes_back_and_nothing_else)
{
    CU_ASSERT_EQUAL(run(give, 60, 60), SUBPROCESS_DONE);
    CU_ASSERT_EQUAL(shared->result, 7);
    CU_ASSERT_EQUAL(own, 1);
}

static void be_killed(void *context)
{
    (void)context;
    raise(SIGSEGV);
}

static void abort_it(void *context)
{
    (void)context;
    abort();
}

static void give_up(void *context)
{
    (void)context;
    exit(0);
}

UNIT_TEST(a_crash_is_told)
{
    CU_ASSERT_EQUAL(run(be_killed, 60, 60), SUBPROCESS_CRASHED);
    CU_ASSERT_EQUAL(run(abort_it, 60, 60), SUBPROCESS_CRASHED);
    CU_ASSERT_EQUAL(run(give_up, 60, 60), SUBPROCESS_CRASHED);
}

static void run_in_circles(void *context)
{
    struct shared *to = context;

    for (;;)
        to->result++;
}

static void wait_for_ever(void *context)
{
    (void)context;
    for (;;)
        pause();
}

UNIT_TEST(what_gets_nowhere_is_ended)
{
    CU_ASSERT_EQUAL(run(run_in_circles, 0.2, 600), SUBPROCESS_STUCK);
    CU_ASSERT_EQUAL(run(wait_for_ever, 600, 0.2), SUBPROCESS_STUCK);
}

/* Longer than the limits, in steps that are shorter. */
static void go_on(void *context)
{
    struct shared *to = context;

    for (int i = 0; i < 30; i++) {
        usleep(100000);
        to->steps++;
    }
    to->result = 1;
}

UNIT_TEST(what_gets_on_may_take_long)
{
    CU_ASSERT_EQUAL(run(go_on, 60, 2), SUBPROCESS_DONE);
    CU_ASSERT_EQUAL(shared->result, 1);
}

static void take_memory(void *context)
{
    struct shared *to = context;

    to->result =
        mmap(NULL, (size_t)1 << 30, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED;
}

/* What a sanitizer reserves is more than any limit. */
#ifdef __SANITIZE_ADDRESS__
#define REFUSED 0
#else
#define REFUSED 1
#endif

UNIT_TEST(memory_has_a_limit)
{
    CU_ASSERT_EQUAL(run(take_memory, 60, 60), SUBPROCESS_DONE);
    CU_ASSERT_EQUAL(shared->result, REFUSED);
}

UNIT_TEST(children_that_nobody_waits_for_are_no_trouble)
{
    signal(SIGCHLD, SIG_IGN);
    CU_ASSERT_EQUAL(run(give, 60, 60), SUBPROCESS_DONE);
    CU_ASSERT_EQUAL(run(be_killed, 60, 60), SUBPROCESS_CRASHED);
    CU_ASSERT_EQUAL(signal(SIGCHLD, SIG_DFL), SIG_IGN);
}

/* ---- several ---- */

#define SEVERAL 5

struct several {
    enum subprocess_end ends[SEVERAL];
    uint32_t tries[SEVERAL];
    struct subprocess_job jobs[SEVERAL];
};

static enum subprocess_end
run_several(struct several *several, void (*work)(void *context),
            enum subprocess_next (*ended)(void *, size_t, enum subprocess_end))
{
    struct subprocess_jobs jobs = { .list = several->jobs,
                                    .count = SEVERAL,
                                    .ended = ended,
                                    .context = several };

    memset(several, 0, sizeof(*several));
    memset(shared, 0, sizeof(*shared));
    for (uint32_t i = 0; i < SEVERAL; i++)
        several->jobs[i] =
            (struct subprocess_job){ .work = work,
                                     .context = &several->jobs[i],
                                     .limits = { .cpu_s = 60, .wall_s = 60 } };
    return subprocess_run_all(&jobs);
}

static enum subprocess_next count_end(void *context, size_t job,
                                      enum subprocess_end end)
{
    struct several *several = context;

    several->ends[job] = end;
    several->tries[job]++;
    return SUBPROCESS_GO_ON;
}

/* All must be there for any of them to go on. */
static void meet(void *context)
{
    (void)context;
    __atomic_fetch_add(&shared->result, 1, __ATOMIC_RELAXED);
    while (__atomic_load_n(&shared->result, __ATOMIC_RELAXED) < SEVERAL)
        usleep(1000);
}

UNIT_TEST(several_run_at_the_same_time)
{
    struct several several;

    CU_ASSERT_EQUAL(run_several(&several, meet, count_end), SUBPROCESS_DONE);
    for (int i = 0; i < SEVERAL; i++) {
        CU_ASSERT_EQUAL(several.ends[i], SUBPROCESS_DONE);
        CU_ASSERT_EQUAL(several.tries[i], 1);
    }
}

/* The first time each of them. */
static void crash_once(void *context)
{
    (void)context;
    if (__atomic_fetch_add(&shared->result, 1, __ATOMIC_RELAXED) < SEVERAL)
        abort();
}

static enum subprocess_next try_again(void *context, size_t job,
                                      enum subprocess_end end)
{
    count_end(context, job, end);
    return end == SUBPROCESS_DONE ? SUBPROCESS_GO_ON : SUBPROCESS_AGAIN;
}

UNIT_TEST(one_that_crashed_may_try_again)
{
    struct several several;
    uint32_t tries = 0;

    CU_ASSERT_EQUAL(run_several(&several, crash_once, try_again),
                    SUBPROCESS_DONE);
    for (int i = 0; i < SEVERAL; i++) {
        CU_ASSERT_EQUAL(several.ends[i], SUBPROCESS_DONE);
        tries += several.tries[i];
    }
    CU_ASSERT_EQUAL(tries, 2 * SEVERAL);
}

static void end_one_of_all(void *context)
{
    (void)context;
    if (__atomic_fetch_add(&shared->result, 1, __ATOMIC_RELAXED) == 0)
        return;
    wait_for_ever(NULL);
}

static enum subprocess_next stop(void *context, size_t job,
                                 enum subprocess_end end)
{
    count_end(context, job, end);
    return SUBPROCESS_STOP;
}

/* It returns, although the others never would, and leaves none of them. */
UNIT_TEST(all_are_ended_when_one_says_so)
{
    struct several several;

    CU_ASSERT_EQUAL(run_several(&several, end_one_of_all, stop),
                    SUBPROCESS_CRASHED);
    CU_ASSERT_EQUAL(waitpid(-1, NULL, WNOHANG), -1);
    CU_ASSERT_EQUAL(errno, ECHILD);
}

static void tell_and_wait(void *context)
{
    shared->result = (uint64_t)getpid();
    wait_for_ever(context);
}

/* Its parent is a process of its own, which is then killed. */
static void make_a_child(void *context)
{
    struct subprocess_job job = { .work = tell_and_wait,
                                  .limits = { .cpu_s = 60, .wall_s = 60 } };
    struct subprocess_jobs jobs = {
        .list = &job, .count = 1, .ended = keep_end, .look = be_killed
    };

    (void)context;
    subprocess_run_all(&jobs);
}

UNIT_TEST(nobody_outlives_a_parent)
{
    pid_t child;

    prctl(PR_SET_CHILD_SUBREAPER, 1);
    CU_ASSERT_EQUAL(run(make_a_child, 60, 60), SUBPROCESS_CRASHED);
    child = (pid_t)shared->result;
    CU_ASSERT_TRUE_FATAL(child > 0);
    for (int i = 0; i < 500 && waitpid(child, NULL, WNOHANG) == 0; i++)
        usleep(10000);
    CU_ASSERT_EQUAL(kill(child, SIGKILL), -1);
    CU_ASSERT_EQUAL(errno, ESRCH);
    prctl(PR_SET_CHILD_SUBREAPER, 0);
}
