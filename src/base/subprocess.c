/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * subprocess.c - fork(), with a pipe per child that closes when the child is
 * gone, and a check of its CPU time now and then.
 */
#define _GNU_SOURCE /* pipe2 */
#include "base/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_MS 250
#define SPACE_OF_A_SANITIZER (UINT64_C(1) << 40)

/* an exit status that the child never returns itself */
#define STATUS_RETURNED 83

static uint64_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");

    if (file == NULL)
        return 0;
    if (fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void lower_limit(__rlimit_resource_t resource, rlim_t to)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur <= to)
        return;
    limit.rlim_cur = to;
    setrlimit(resource, &limit);
}

/* Memory that a sanitizer has reserved exceeds any limit. */
static void limit_memory(uint64_t bytes)
{
    uint64_t now = address_space();

    if (bytes > 0 && now > 0 && now < SPACE_OF_A_SANITIZER)
        lower_limit(RLIMIT_AS, now + bytes);
}

/* The child ends with its parent; a parent that is gone already cannot be
 * seen. */
static void follow_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
}

static void work_apart(const struct subprocess_job *job, pid_t parent)
{
    static const int fatal[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };

    follow_parent(parent);
    for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
        signal(fatal[i], SIG_DFL);
    lower_limit(RLIMIT_CORE, 0);
    limit_memory(job->limits.memory_bytes);
    job->work(job->context);
    _exit(STATUS_RETURNED);
}

static double seconds_of_clock(clockid_t clock)
{
    struct timespec now = { 0 };

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* When the child last got on. */
struct progress {
    clockid_t clock; /* its CPU time */
    uint64_t steps;
    double cpu_s, wall_s;
};

static void note_progress(struct progress *progress, uint64_t steps)
{
    progress->steps = steps;
    progress->cpu_s = seconds_of_clock(progress->clock);
    progress->wall_s = seconds_of_clock(CLOCK_MONOTONIC);
}

static uint64_t steps_of(const struct subprocess_limits *limits)
{
    return limits->steps == NULL ? 0 : *limits->steps;
}

static bool is_stuck(struct progress *progress,
                     const struct subprocess_limits *limits)
{
    uint64_t steps = steps_of(limits);

    if (steps != progress->steps) {
        note_progress(progress, steps);
        return false;
    }
    return seconds_of_clock(progress->clock) - progress->cpu_s >
               limits->cpu_s ||
           seconds_of_clock(CLOCK_MONOTONIC) - progress->wall_s >
               limits->wall_s;
}

/* ---- children ---- */

struct child {
    pid_t pid; /* 0: there is none */
    bool over; /* and none is wanted any more */
    struct progress progress;
};

struct children {
    const struct subprocess_jobs *jobs;
    struct child *list;
    struct pollfd *gone; /* of each a pipe that it holds open; -1: none */
    size_t running;
};

static bool make_children(struct children *children,
                          const struct subprocess_jobs *jobs)
{
    *children = (struct children){
        .jobs = jobs,
        .list = calloc(jobs->count, sizeof(*children->list)),
        .gone = calloc(jobs->count, sizeof(*children->gone))
    };
    if (children->list == NULL || children->gone == NULL)
        return false;
    for (size_t i = 0; i < jobs->count; i++)
        children->gone[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
    return true;
}

static bool start_child(struct children *children, size_t number)
{
    const struct subprocess_job *job = &children->jobs->list[number];
    struct child *child = &children->list[number];
    pid_t parent = getpid();
    int gone[2];

    if (pipe2(gone, O_CLOEXEC) != 0)
        return false;
    child->pid = fork();
    if (child->pid == 0) {
        close(gone[0]);
        work_apart(job, parent);
    }
    close(gone[1]);
    if (child->pid < 0) {
        child->pid = 0;
        close(gone[0]);
        return false;
    }
    children->gone[number].fd = gone[0];
    children->running++;
    if (clock_getcpuclockid(child->pid, &child->progress.clock) != 0)
        child->progress.clock = CLOCK_MONOTONIC;
    note_progress(&child->progress, steps_of(&job->limits));
    return true;
}

/* Those for which there is no process now have one later. */
static void start_all(struct children *children)
{
    for (size_t i = 0; i < children->jobs->count; i++)
        if (!children->list[i].over && children->list[i].pid == 0 &&
            !start_child(children, i))
            return;
}

static enum subprocess_end reap_child(struct children *children, size_t number,
                                      bool stuck)
{
    struct child *child = &children->list[number];
    int status = 0;

    if (stuck)
        kill(child->pid, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(children->gone[number].fd);
    children->gone[number].fd = -1;
    child->pid = 0;
    children->running--;
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_RETURNED)
        return SUBPROCESS_DONE;
    return stuck ? SUBPROCESS_STUCK : SUBPROCESS_CRASHED;
}

static void stop_all(struct children *children)
{
    for (size_t i = 0; i < children->jobs->count; i++)
        if (children->list[i].pid != 0)
            reap_child(children, i, true);
}

/* False: nothing more is wanted. */
static bool end_child(struct children *children, size_t number, bool stuck)
{
    const struct subprocess_jobs *jobs = children->jobs;
    enum subprocess_next next = jobs->ended(
        jobs->context, number, reap_child(children, number, stuck));

    children->list[number].over = next == SUBPROCESS_GO_ON;
    return next != SUBPROCESS_STOP;
}

/* Those that have ended, and those that do not. */
static bool look_at_all(struct children *children)
{
    bool wanted = true;

    for (size_t i = 0; i < children->jobs->count && wanted; i++) {
        struct child *child = &children->list[i];

        if (child->pid == 0)
            continue;
        if (children->gone[i].revents != 0)
            wanted = end_child(children, i, false);
        else if (is_stuck(&child->progress, &children->jobs->list[i].limits))
            wanted = end_child(children, i, true);
    }
    return wanted;
}

static enum subprocess_end run_children(struct children *children)
{
    const struct subprocess_jobs *jobs = children->jobs;

    for (;;) {
        start_all(children);
        if (children->running == 0)
            break;
        if (poll(children->gone, (nfds_t)jobs->count, LOOK_MS) <= 0)
            for (size_t i = 0; i < jobs->count; i++)
                children->gone[i].revents = 0;
        if (jobs->look != NULL)
            jobs->look(jobs->context);
        if (look_at_all(children))
            continue;
        stop_all(children);
        return SUBPROCESS_CRASHED;
    }
    for (size_t i = 0; i < jobs->count; i++)
        if (!children->list[i].over)
            return SUBPROCESS_FAILED;
    return SUBPROCESS_DONE;
}

enum subprocess_end subprocess_run_all(const struct subprocess_jobs *jobs)
{
    enum subprocess_end end = SUBPROCESS_FAILED;
    struct children children;
    void (*before)(int) = signal(SIGCHLD, SIG_DFL); /* ignored, there is
                                                     * nothing to wait for */

    if (make_children(&children, jobs))
        end = run_children(&children);
    free(children.list);
    free(children.gone);
    signal(SIGCHLD, before);
    return end;
}

void *subprocess_shared(size_t size)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return shared == MAP_FAILED ? NULL : shared;
}

void subprocess_unshare(void *shared, size_t size)
{
    if (shared != NULL)
        munmap(shared, size);
}
