/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_odd.c - programs do odd things with threads, stacks and fork(): they
 * go on as without us.
 *
 *     sampled_odd WHAT...       one after the other; before_init, other_inits
 *                               alone
 *
 *     sampled_odd cancelled     threads that end as soon as they begin
 *     sampled_odd at_once       threads that end anywhere in their regions
 *     sampled_odd calls         the same in functions that they call
 *     sampled_odd pending       one that is cancelled, but comes to no place
 *                               where it would end
 *     sampled_odd stack         a stack of its own, with nothing above it
 *     sampled_odd small         threads with the smallest stack there is
 *     sampled_odd before_init   MPI in a child that has none of the threads
 *     sampled_odd forked        a child, with a handler for fork()
 *     sampled_odd bare          a child by the system call, without handlers
 *     sampled_odd errno         what was in errno is there still
 *     sampled_odd many_threads  before MPI_Init; they leave no memory behind
 *     sampled_odd paused        with MPI_Pcontrol; prints the CPU time of
 *                               worker() that is recorded
 *     sampled_odd blocked       the same, of threads that block all signals
 *     sampled_odd full          a thread, when all descriptors are in use;
 *                               prints the same
 *     sampled_odd other_inits   the first thread works, another calls MPI_Init;
 *                               prints the same of the first one
 *     sampled_odd unseen        a thread that is not made by pthread_create, and
 *                               marks a region; prints the same
 *
 * Prints what is not as it must be, and ends with 1 then.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <mpi.h>
#include <mpiprof.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "must.h"

#define MANY 500

static volatile double sum;

static double used(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void spin(double seconds)
{
    double end = used(CLOCK_THREAD_CPUTIME_ID) + seconds;

    while (used(CLOCK_THREAD_CPUTIME_ID) < end)
        for (int i = 0; i < 5000; i++)
            sum += i;
}

static volatile int waiting;

static void *wait_for_ever(void *argument)
{
    __atomic_fetch_add(&waiting, 1, __ATOMIC_RELAXED);
    for (;;)
        pause();
    return argument;
}

static void *nothing(void *argument)
{
    return argument;
}

static void *some_work(void *argument)
{
    spin(0.02);
    return argument;
}

static void cancelled(void)
{
    void *result = NULL;
    pthread_t thread;

    for (int i = 0; i < MANY; i++) {
        must(pthread_create(&thread, NULL, wait_for_ever, NULL) == 0, "thread");
        pthread_cancel(thread);
        pthread_join(thread, &result);
        must(result == PTHREAD_CANCELED, "cancelled");
    }
}

/* Regions of each thread, which are new again and again. */
#define NAMES 12
#define AT_ONCE 300

static char names[AT_ONCE][NAMES][16];

__attribute__((noinline)) static void in_region(void)
{
    __asm__ volatile("" ::: "memory");
}

static void *regions(void *argument)
{
    char(*own)[16] = argument;
    int none;

    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &none);
    __atomic_store_n(&waiting, 1, __ATOMIC_RELEASE);
    for (int i = 0;; i = (i + 1) % NAMES) {
        MPIPROF_BEGIN(own[i]);
        in_region();
        in_region();
        MPIPROF_END(own[i]);
    }
    return argument;
}

/* Each is new to each thread, below each of those that call it. */
#define CALLED(name, inner) \
    __attribute__((noinline)) static void name(void) { inner(); inner(); }

CALLED(called6, in_region)
CALLED(called5, called6)
CALLED(called4, called5)
CALLED(called3, called4)
CALLED(called2, called3)
CALLED(called1, called2)

static void *calls(void *argument)
{
    int none;

    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &none);
    __atomic_store_n(&waiting, 1, __ATOMIC_RELEASE);
    for (;;) {
        called6();
        called5();
        called4();
        called3();
        called2();
        called1();
    }
    return argument;
}

static void name_all(void)
{
    for (int i = 0; i < AT_ONCE; i++)
        for (int j = 0; j < NAMES; j++)
            snprintf(names[i][j], sizeof(names[i][j]), "r%d_%d", i, j);
}

/* What a thread had, it has given back: others go on. */
static void at_once(void *(*what)(void *))
{
    void *result = NULL;
    pthread_t thread;

    name_all();
    for (int i = 0; i < AT_ONCE; i++) {
        __atomic_store_n(&waiting, 0, __ATOMIC_RELEASE);
        must(pthread_create(&thread, NULL, what, names[i]) == 0, "thread");
        while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) == 0)
            continue;
        for (volatile int j = 0; j < i * 200; j++)
            continue;
        pthread_cancel(thread);
        pthread_join(thread, &result);
        must(result == PTHREAD_CANCELED, "cancelled");
        MPIPROF_BEGIN("joined");
        MPI_Barrier(MPI_COMM_SELF);
        MPIPROF_END("joined");
    }
}

#define ROUNDS 20000

static void *go_on(void *argument)
{
    int state = PTHREAD_CANCEL_DISABLE;

    while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) == 0)
        continue;
    for (int i = 0; i < ROUNDS; i++) {
        MPIPROF_BEGIN(names[i % AT_ONCE][0]);
        called4();
        MPIPROF_END(names[i % AT_ONCE][0]);
    }
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    must(state == PTHREAD_CANCEL_ENABLE, "may be cancelled as before");
    return argument;
}

/* What we do in it is no such place. */
static void pending(void)
{
    void *result = PTHREAD_CANCELED;
    pthread_t thread;

    name_all();
    __atomic_store_n(&waiting, 0, __ATOMIC_RELEASE);
    pthread_create(&thread, NULL, go_on, NULL);
    pthread_cancel(thread);
    __atomic_store_n(&waiting, 1, __ATOMIC_RELEASE);
    pthread_join(thread, &result);
    must(result == NULL, "goes on to its end");
}

static ucontext_t outside;

static void on_own_stack(void)
{
    spin(0.3);
}

static void stack(void)
{
    size_t size = 65536;
    char *pages = mmap(NULL, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
    ucontext_t inside;

    must(pages != MAP_FAILED, "memory");
    mprotect(pages, size, PROT_READ | PROT_WRITE);
    getcontext(&inside);
    inside.uc_stack.ss_sp = pages;
    inside.uc_stack.ss_size = size;
    inside.uc_link = &outside;
    makecontext(&inside, on_own_stack, 0);
    swapcontext(&outside, &inside);
}

static void small(void)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    must(pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN) == 0,
         "stack size");
    for (int i = 0; i < 20; i++)
        if (pthread_create(&thread, &attributes, some_work, NULL) == 0)
            pthread_join(thread, NULL);
        else
            must(0, "thread");
    pthread_attr_destroy(&attributes);
}

static void in_child(void)
{
    spin(0.05);
}

static void end_child(pid_t child)
{
    int status = 0;

    waitpid(child, &status, 0);
    must(status == 0, "the child ends well");
}

static void forked(void)
{
    pid_t child;

    spin(0.05);
    child = fork();
    if (child == 0)
        _exit(0);
    end_child(child);
}

static void bare(void)
{
    long child;

    spin(0.05);
    child = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0) {
        in_child();
        _exit(0);
    }
    end_child((pid_t)child);
}

static void before_init(int *count, char ***words)
{
    pthread_t thread;
    pid_t child;

    for (int i = 0; i < 4; i++)
        pthread_create(&thread, NULL, wait_for_ever, NULL);
    while (waiting < 4)
        usleep(1000);
    child = fork();
    if (child == 0) {
        MPI_Init(count, words);
        spin(0.05);
        MPI_Finalize();
        _exit(wrong);
    }
    end_child(child);
}

static void short_function(void)
{
    must(errno == ENOTTY, "errno at the begin");
    errno = ENOTTY;
}

static void keep_errno(void)
{
    double end = used(CLOCK_THREAD_CPUTIME_ID) + 0.5;

    errno = ENOTTY;
    for (int i = 0; i % 1000 != 0 || used(CLOCK_THREAD_CPUTIME_ID) < end; i++) {
        short_function();
        must(errno == ENOTTY, "errno at the end");
    }
}

static void many_threads(void)
{
    struct mallinfo2 before, after;
    pthread_t thread;

    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    before = mallinfo2();
    for (int i = 0; i < MANY; i++) {
        pthread_create(&thread, NULL, nothing, NULL);
        pthread_join(thread, NULL);
    }
    after = mallinfo2();
    must(after.uordblks < before.uordblks + 100 * MANY, "no memory is left");
}

static volatile int over;

__attribute__((noinline)) static void worker(void)
{
    while (!over)
        for (int i = 0; i < 5000; i++)
            sum += i;
}

static double spent; /* by work() */

static void *work(void *argument)
{
    worker();
    spent = used(CLOCK_THREAD_CPUTIME_ID);
    return argument;
}

/* The worker may go on while this thread waits for a core: the least and the
 * most that is recorded of it. */
static void paused(void)
{
    double least = 0, most = 0;
    clockid_t clock;
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_getcpuclockid(thread, &clock);
    spin(0.2);
    least += used(clock);
    MPI_Pcontrol(0);
    most += used(clock);
    spin(0.6);
    most -= used(clock);
    MPI_Pcontrol(1);
    least -= used(clock);
    spin(0.2);
    least += used(clock);
    over = 1;
    pthread_join(thread, NULL);
    most += spent;
    printf("%f %f\n", least, most);
}

/* Nobody makes room in the worker's ring during the pause. */
static void blocked(void)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    paused();
}

/* A ring needs a descriptor for as long as it is made. */
static void full(void)
{
    struct rlimit few = { MANY, MANY };
    int taken[MANY], count = 0;
    clockid_t clock;
    pthread_t thread;

    must(setrlimit(RLIMIT_NOFILE, &few) == 0, "few descriptors");
    while (count < MANY && (taken[count] = dup(2)) >= 0)
        count++;
    pthread_create(&thread, NULL, work, NULL);
    pthread_getcpuclockid(thread, &clock);
    while (used(clock) < 0.5)
        usleep(10000);
    over = 1;
    printf("%f\n", used(clock));
    pthread_join(thread, NULL);
    while (count-- > 0)
        close(taken[count]);
}

/* By the clock of who works, which ends then. */
static void let_work(clockid_t clock)
{
    double begin = used(clock);

    while (used(clock) < begin + 0.5)
        usleep(10000);
    over = 1;
    printf("%f\n", used(clock) - begin);
}

static void *initialise(void *argument)
{
    pthread_t *first = argument;
    clockid_t clock;
    int level;

    pthread_getcpuclockid(*first, &clock);
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    __atomic_store_n(&waiting, 1, __ATOMIC_RELEASE);
    let_work(clock);
    MPI_Finalize();
    return NULL;
}

static void other_inits(void)
{
    pthread_t self = pthread_self(), thread;

    pthread_create(&thread, NULL, initialise, &self);
    while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) == 0)
        usleep(1000);
    worker();
    pthread_join(thread, NULL);
}

static clockid_t unseen_clock;

static int in_unseen(void *argument)
{
    pthread_getcpuclockid(pthread_self(), &unseen_clock);
    MPIPROF_BEGIN("unseen");
    __atomic_store_n(&waiting, 1, __ATOMIC_RELEASE);
    worker();
    MPIPROF_END("unseen");
    return argument == NULL;
}

static void unseen(void)
{
    thrd_t thread;

    must(thrd_create(&thread, in_unseen, NULL) == thrd_success, "thread");
    while (__atomic_load_n(&waiting, __ATOMIC_ACQUIRE) == 0)
        usleep(1000);
    let_work(unseen_clock);
    thrd_join(thread, NULL);
    MPI_Barrier(MPI_COMM_SELF);
}

static void calls_at_once(void)
{
    at_once(calls);
}

static void regions_at_once(void)
{
    at_once(regions);
}

static const struct {
    const char *name;
    void (*run)(void);
} after_init[] = {
    { "cancelled", cancelled }, { "at_once", regions_at_once },
    { "calls", calls_at_once }, { "pending", pending },
    { "stack", stack },         { "small", small },
    { "forked", forked },       { "bare", bare },
    { "errno", keep_errno },    { "paused", paused },
    { "blocked", blocked },     { "full", full },
    { "unseen", unseen }
};

static void run(const char *what)
{
    for (size_t i = 0; i < sizeof(after_init) / sizeof(*after_init); i++)
        if (strcmp(what, after_init[i].name) == 0)
            after_init[i].run();
}

static void prepare(const char *what)
{
    if (strcmp(what, "many_threads") == 0)
        many_threads();
    if (strcmp(what, "forked") == 0)
        pthread_atfork(NULL, NULL, in_child);
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";

    if (strcmp(what, "before_init") == 0) {
        before_init(&count, &words);
        return wrong;
    }
    if (strcmp(what, "other_inits") == 0) {
        other_inits();
        return wrong;
    }
    for (int i = 1; i < count; i++)
        prepare(words[i]);
    MPI_Init(&count, &words);
    for (int i = 1; i < count; i++)
        run(words[i]);
    MPI_Finalize();
    return wrong;
}
