/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_sampler.c - what waits to be taken out is bounded, and keeps shares;
 * a thread that works is sampled where it works.
 */
#include "measure/sample/sampler_internal.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit.h"

#define MANY 100000
#define CHAIN 20

/* One of four samples is of kind 1, the others of kind 0. */
static void put_many(struct store *store, uint64_t count)
{
    uint64_t chain[CHAIN] = { 0 };
    struct sample sample = { .chain = chain,
                             .chain_count = CHAIN,
                             .weight = 1 };

    for (uint64_t i = 0; i < count; i++) {
        chain[0] = (uint32_t)i * 2654435761u >> 30 == 1;
        store_put(store, &sample);
    }
}

static uint64_t weigh(const struct store *store, uint64_t kind,
                      uint64_t *records)
{
    struct sample sample;
    uint64_t sum = 0;
    size_t at = 0;

    *records = 0;
    while (store_next(store, &at, &sample)) {
        CU_ASSERT_EQUAL_FATAL(sample.chain_count, CHAIN);
        sum += sample.chain[0] == kind ? sample.weight : 0;
        ++*records;
    }
    return sum;
}

UNIT_TEST(few_samples_are_all_kept)
{
    struct store store = { 0 };
    uint64_t records;

    CU_ASSERT_FATAL(store_open(&store));
    put_many(&store, 1000);
    CU_ASSERT_DOUBLE_EQUAL((double)weigh(&store, 1, &records), 250, 10);
    CU_ASSERT_EQUAL(records, 1000);
    store_empty(&store);
    CU_ASSERT_EQUAL(weigh(&store, 1, &records), 0);
}

UNIT_TEST(of_many_samples_the_shares_are_kept)
{
    struct store store = { 0 };
    uint64_t records;
    double ones, others;

    CU_ASSERT_FATAL(store_open(&store));
    put_many(&store, MANY);
    ones = (double)weigh(&store, 1, &records);
    others = (double)weigh(&store, 0, &records);
    CU_ASSERT(records < MANY / 2);
    CU_ASSERT(records > MANY / 20);
    CU_ASSERT_DOUBLE_EQUAL(ones + others, MANY, 0.001 * MANY);
    CU_ASSERT_DOUBLE_EQUAL(ones / (ones + others), 0.25, 0.01);
}

static volatile double sum;

static double used(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Hardly ever in used(), whose frame is not found without libunwind. */
__attribute__((noinline)) static void spin(double seconds)
{
    double end = used() + seconds;

    while (used() < end)
        for (int i = 0; i < 100000; i++)
            sum += i;
    sum += 1;
}

struct found {
    uint64_t all, here;
    uint64_t last, backwards; /* when the last one was taken */
    const struct sampler *sampler;
    uint64_t asked; /* while they were taken out */
};

/* Some frame lies in spin(). */
static void look(void *context, const struct sample_path *path,
                 uint64_t weight, uint64_t ns)
{
    struct found *found = context;
    uintptr_t low = (uintptr_t)spin;
    bool here = false;

    for (int i = 0; i < path->count; i++)
        here |= (uintptr_t)path->addresses[i] > low &&
                (uintptr_t)path->addresses[i] < low + 400;
    found->all += weight;
    found->here += here ? weight : 0;
    found->backwards += ns < found->last;
    found->asked += sampler_has(found->sampler) ? weight : 0;
    found->last = ns;
}

UNIT_TEST(work_is_sampled_where_it_is_done)
{
    uint64_t begun = now_ns();
    struct found found = { .last = begun };
    struct sampler *sampler;
    bool no_registers;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    sampler = sampler_start(getpid(), sampler_stack_base());
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    CU_ASSERT_FALSE(sampler_has(sampler));
    spin(0.5);
    CU_ASSERT(sampler_has(sampler));
    found.sampler = sampler;
    sampler_take(sampler, look, &found);
    CU_ASSERT_DOUBLE_EQUAL((double)found.all, 500, 30);
    CU_ASSERT((double)found.here > 0.95 * (double)found.all);
    CU_ASSERT_EQUAL(found.backwards, 0);
    CU_ASSERT(found.last <= now_ns() && found.last > begun + 400000000);
    CU_ASSERT_EQUAL(sampler_lost(sampler), 0);
    spin(0.1);
    CU_ASSERT_DOUBLE_EQUAL((double)sampler_count(sampler), 100, 15);
    sampler_stop(sampler);
    sampler_free(sampler);
    sampling_teardown();
}

#define TURNS 20

__attribute__((noinline)) static void first_caller(void)
{
    spin(0.02);
    sum += 2;
}

__attribute__((noinline)) static void second_caller(void)
{
    spin(0.02);
    sum += 3;
}

/* They take turns at the same stack pointer. */
static void (*const volatile callers[])(void) = { first_caller,
                                                  second_caller };
static struct {
    uint64_t begin, end;
} turns[TURNS];

static bool path_has(const struct sample_path *path, uintptr_t function)
{
    for (int i = 0; i < path->count; i++)
        if ((uintptr_t)path->addresses[i] > function &&
            (uintptr_t)path->addresses[i] < function + 60)
            return true;
    return false;
}

static void look_at_callers(void *context, const struct sample_path *path,
                            uint64_t weight, uint64_t ns)
{
    struct found *found = context;

    for (int i = 0; i < TURNS; i++)
        if (ns > turns[i].begin && ns < turns[i].end) {
            found->all += weight;
            if (path_has(path, (uintptr_t)callers[i % 2]))
                found->here += weight;
        }
}

UNIT_TEST(a_stack_like_the_last_one_has_callers_of_its_own)
{
    struct found found = { 0 };
    struct sampler *sampler;
    bool no_registers;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    sampler = sampler_start(getpid(), sampler_stack_base());
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    for (int i = 0; i < TURNS; i++) {
        turns[i].begin = now_ns();
        callers[i % 2]();
        turns[i].end = now_ns();
    }
    sampler_take(sampler, look_at_callers, &found);
    CU_ASSERT_DOUBLE_EQUAL((double)found.all, 400, 30);
    if (unwind_works())
        CU_ASSERT((double)found.here > 0.98 * (double)found.all);
    sampler_stop(sampler);
    sampler_free(sampler);
    sampling_teardown();
}

/* The signal may come while samples are counted, and finds them taken: another
 * one comes before there is no room in the ring. */
UNIT_TEST(a_signal_in_vain_is_not_the_last)
{
    struct sampler *sampler;
    struct sampling *sampling;
    uint64_t counted;
    bool no_registers;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    sampler = sampler_start(getpid(), sampler_stack_base());
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    sampling = (struct sampling *)sampler;
    sampling->busy = 1;
    spin(0.1); /* half of the ring is filled in 0.06 */
    sampling->busy = 0;
    counted = sampler_count(sampler);
    spin(0.5);
    counted += sampler_count(sampler);
    /* A timer's signal that comes in vain is a sample that is not there. */
    CU_ASSERT_DOUBLE_EQUAL((double)counted,
                           sampling_source() == SAMPLE_PERF ? 600 : 500, 40);
    CU_ASSERT_EQUAL(sampler_lost(sampler), 0);
    sampler_stop(sampler);
    sampler_free(sampler);
    sampling_teardown();
}

static void empty(struct sampler *sampler, bool counts)
{
    if (counts)
        sampler_count(sampler);
    else
        sampler_drop(sampler);
}

/* Whether those count that have found no room; the kernel tells of them with the
 * next one that does.  again: the ring is emptied once more before that. */
static uint64_t lost(struct sampler *sampler, double ring_s, bool counts,
                     bool again)
{
    spin(3 * ring_s);
    empty(sampler, counts);
    if (again)
        empty(sampler, !counts);
    CU_ASSERT_EQUAL(sampler_lost(sampler), 0);
    spin(0.02);
    empty(sampler, !counts);
    return sampler_lost(sampler);
}

static void lose_some(struct sampler *sampler)
{
    uint64_t half = ring_half(&((struct sampling *)sampler)->ring);
    double ring_s = 2e-3 * (double)half;

    if (ring_s > 0.3)
        return; /* large pages: it would take long */
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(lost(sampler, ring_s, false, i), 0);
        CU_ASSERT_DOUBLE_EQUAL((double)lost(sampler, ring_s, true, i),
                               4 * (double)half, 1.5 * (double)half);
    }
}

/* Without the signal that makes room. */
UNIT_TEST(what_was_lost_is_dropped_or_counted)
{
    struct sampler *sampler;
    sigset_t all, before;
    bool no_registers;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    sampler = sampler_start(getpid(), sampler_stack_base());
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (!sampler_is_timed(sampler) && registers_mask() != 0)
        lose_some(sampler); /* else samples without stacks: many fit */
    sampler_stop(sampler);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sampler_free(sampler);
    sampling_teardown();
}

static int read_slowly(uint64_t *frames)
{
    struct timespec nap = { 0, 20000000 };

    (void)frames;
    nanosleep(&nap, NULL);
    return 0;
}

UNIT_TEST(waiting_in_the_handler_costs_nothing)
{
    struct sampler *sampler;
    uint64_t spent;
    bool no_registers;

    sampling_read_frames(read_slowly);
    CU_ASSERT_FATAL(sampling_setup(100, &no_registers));
    sampler = sampler_start(getpid(), sampler_stack_base());
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    spin(0.05);
    sampler_stop(sampler);
    spent = sampler_spent(sampler);
    CU_ASSERT(spent < 20000000);
    CU_ASSERT(spent > 0 || !sampler_is_timed(sampler));
    sampler_free(sampler);
    sampling_teardown();
}

/* Not even handlers of fork() tell it that it is one. */
UNIT_TEST(a_child_finds_nothing)
{
    struct sampler *sampler;
    int status = -1;
    bool no_registers;
    pid_t child;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    sampler = sampler_start(getpid(), sampler_stack_base());
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    spin(0.05);
    child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0)
        _exit(sampler_has(sampler));
    waitpid(child, &status, 0);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT(sampler_has(sampler));
    sampler_stop(sampler);
    sampler_free(sampler);
    sampling_teardown();
}

/* A thread must not go on before what others take of it is where it finds it. */
UNIT_TEST(who_is_asked_is_asked_all_the_time)
{
    struct sampler *sampler;
    struct found found = { 0 };
    bool no_registers;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    sampler = sampler_start(getpid(), sampler_stack_base());
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    found.sampler = sampler;
    spin(0.05);
    sampler_keep_asking(sampler, true);
    sampler_take(sampler, look, &found);
    CU_ASSERT(found.all > 0);
    CU_ASSERT_EQUAL(found.asked, found.all);
    sampler_count(sampler);
    CU_ASSERT(sampler_has(sampler));
    sampler_keep_asking(sampler, false);
    CU_ASSERT(sampler_has(sampler));
    sampler_stop(sampler);
    sampler_take(sampler, look, &found);
    CU_ASSERT_FALSE(sampler_has(sampler));
    sampler_free(sampler);
    sampling_teardown();
}

/* What perf_event_open lacks is known, where that is there at all.  Timers need
 * the registers of this processor. */
UNIT_TEST(a_thread_without_a_file_has_a_timer)
{
    struct rlimit before, none;
    struct sampler *sampler;
    bool no_registers;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    if (sampling_source() == SAMPLE_PERF) {
        CU_ASSERT_EQUAL(sampling_refused(), 0);
        getrlimit(RLIMIT_NOFILE, &before);
        none = before;
        none.rlim_cur = 0;
        setrlimit(RLIMIT_NOFILE, &none);
        sampler = sampler_start(getpid(), sampler_stack_base());
        setrlimit(RLIMIT_NOFILE, &before);
        CU_ASSERT_EQUAL(sampling_refused(), 1u << REFUSED_FILE);
        CU_ASSERT_EQUAL(sampler == NULL, registers_mask() == 0);
        if (sampler != NULL) {
            CU_ASSERT(sampler_is_timed(sampler));
            sampler_stop(sampler);
            sampler_free(sampler);
        }
    }
    sampling_teardown();
}

/* Two pages that can be read before one that cannot. */
UNIT_TEST(what_can_be_read_is_known)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    char *pages =
        mmap(NULL, 3 * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t at = (uint64_t)(uintptr_t)pages;

    CU_ASSERT_PTR_NOT_EQUAL_FATAL(pages, MAP_FAILED);
    mprotect(pages + 2 * page, page, PROT_NONE);
    CU_ASSERT_EQUAL(readable_bytes(at, 2 * page), 2 * page);
    CU_ASSERT_EQUAL(readable_bytes(at + 100, 3 * page), 2 * page - 100);
    CU_ASSERT_EQUAL(readable_bytes(at + 2 * page - 8, 16), 8);
    CU_ASSERT_EQUAL(readable_bytes(at + 2 * page, 8), 0);
    CU_ASSERT_EQUAL(readable_bytes(at + 2 * page + 4, 8), 0);
    munmap(pages, 3 * page);
    CU_ASSERT_EQUAL(readable_bytes(at, page), 0);
}

static pthread_barrier_t meeting;
static pid_t other;

static void *be_there(void *argument)
{
    other = (pid_t)syscall(SYS_gettid);
    pthread_barrier_wait(&meeting);
    pthread_barrier_wait(&meeting);
    return argument;
}

/* It has just loaded where its head is, and is about to read it. */
UNIT_TEST(who_stops_another_threads_takes_nothing_from_it)
{
    struct sampler *sampler;
    const uint64_t *head;
    pthread_t thread;
    bool no_registers;

    CU_ASSERT_FATAL(sampling_setup(1000, &no_registers));
    pthread_barrier_init(&meeting, NULL, 2);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, be_there, NULL), 0);
    pthread_barrier_wait(&meeting);
    sampler = sampler_start(other, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(sampler);
    head = sampler->head;
    sampler_stop(sampler);
    CU_ASSERT_EQUAL(readable_bytes((uint64_t)(uintptr_t)head, 8), 8);
    sampler_free(sampler);
    pthread_barrier_wait(&meeting);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&meeting);
    sampling_teardown();
}
