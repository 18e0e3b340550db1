/*
 * test_apart.c - work in a process of its own may do what it likes.
 */
#include "unit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "read/apart.h"

struct shared {
    volatile uint64_t steps;
    uint64_t result;
};

static struct shared *shared;
static uint64_t own;

static enum apart_end run(void (*work)(void *context), double cpu_s,
                          double wall_s)
{
    struct apart_limits limits = { .memory_bytes = (size_t)256 << 20,
                                   .cpu_s = cpu_s, .wall_s = wall_s };

    if (shared == NULL)
        shared = apart_shared(sizeof(*shared));
    CU_ASSERT_PTR_NOT_NULL_FATAL(shared);
    memset(shared, 0, sizeof(*shared));
    own = 1;
    limits.steps = &shared->steps;
    return apart_run(work, shared, &limits);
}

static void give(void *context)
{
    struct shared *to = context;

    own = 2;
    to->result = 7;
}

static void a_result_comes_back_and_nothing_else(void)
{
    CU_ASSERT_EQUAL(run(give, 60, 60), APART_DONE);
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

static void a_crash_is_told(void)
{
    CU_ASSERT_EQUAL(run(be_killed, 60, 60), APART_CRASHED);
    CU_ASSERT_EQUAL(run(abort_it, 60, 60), APART_CRASHED);
    CU_ASSERT_EQUAL(run(give_up, 60, 60), APART_CRASHED);
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

static void what_gets_nowhere_is_ended(void)
{
    CU_ASSERT_EQUAL(run(run_in_circles, 0.2, 600), APART_STUCK);
    CU_ASSERT_EQUAL(run(wait_for_ever, 600, 0.2), APART_STUCK);
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

static void what_gets_on_may_take_long(void)
{
    CU_ASSERT_EQUAL(run(go_on, 60, 2), APART_DONE);
    CU_ASSERT_EQUAL(shared->result, 1);
}

static void take_memory(void *context)
{
    struct shared *to = context;

    to->result = mmap(NULL, (size_t)1 << 30, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) ==
                 MAP_FAILED;
}

/* What a sanitizer reserves is more than any limit. */
#ifdef __SANITIZE_ADDRESS__
#define REFUSED 0
#else
#define REFUSED 1
#endif

static void memory_has_a_limit(void)
{
    CU_ASSERT_EQUAL(run(take_memory, 60, 60), APART_DONE);
    CU_ASSERT_EQUAL(shared->result, REFUSED);
}

static void children_that_nobody_waits_for_are_no_trouble(void)
{
    signal(SIGCHLD, SIG_IGN);
    CU_ASSERT_EQUAL(run(give, 60, 60), APART_DONE);
    CU_ASSERT_EQUAL(run(be_killed, 60, 60), APART_CRASHED);
    CU_ASSERT_EQUAL(signal(SIGCHLD, SIG_DFL), SIG_IGN);
}

UNIT_MAIN("apart", a_result_comes_back_and_nothing_else, a_crash_is_told,
          what_gets_nowhere_is_ended, what_gets_on_may_take_long,
          memory_has_a_limit, children_that_nobody_waits_for_are_no_trouble)
