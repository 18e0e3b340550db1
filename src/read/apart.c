/*
 * apart.c - fork(), a pipe that closes when the child is gone, and a look at
 * its processor time now and then.
 */
#define _GNU_SOURCE /* pipe2 */
#include "read/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOK_MS 250
#define SPACE_OF_A_SANITIZER (UINT64_C(1) << 40)

/* The child's exit status; it says the same of its own accord never. */
#define STATUS_RETURNED 83

static size_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");

    if (file == NULL)
        return 0;
    if (fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void lower(__rlimit_resource_t resource, rlim_t to)
{
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur <= to)
        return;
    limit.rlim_cur = to;
    setrlimit(resource, &limit);
}

/* What a sanitizer has reserved is more than any limit. */
static void limit_memory(size_t bytes)
{
    uint64_t now = address_space();

    if (bytes > 0 && now > 0 && now < SPACE_OF_A_SANITIZER)
        lower(RLIMIT_AS, now + bytes);
}

static void work_apart(void (*work)(void *context), void *context,
                       const struct apart_limits *limits)
{
    static const int fatal[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++)
        signal(fatal[i], SIG_DFL);
    lower(RLIMIT_CORE, 0);
    limit_memory(limits->memory_bytes);
    work(context);
    _exit(STATUS_RETURNED);
}

static double seconds(clockid_t clock)
{
    struct timespec now = { 0 };

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* When the child last got on. */
struct progress {
    clockid_t clock; /* its processor time */
    uint64_t steps;
    double cpu_s, wall_s;
};

static void note_progress(struct progress *progress, uint64_t steps)
{
    progress->steps = steps;
    progress->cpu_s = seconds(progress->clock);
    progress->wall_s = seconds(CLOCK_MONOTONIC);
}

static bool is_stuck(struct progress *progress,
                     const struct apart_limits *limits)
{
    uint64_t steps = limits->steps == NULL ? 0 : *limits->steps;

    if (steps != progress->steps) {
        note_progress(progress, steps);
        return false;
    }
    return seconds(progress->clock) - progress->cpu_s > limits->cpu_s ||
           seconds(CLOCK_MONOTONIC) - progress->wall_s > limits->wall_s;
}

/* Until the child has closed its end of the pipe.  False: it is stuck. */
static bool wait_for_end(int gone, pid_t child,
                         const struct apart_limits *limits)
{
    struct pollfd end = { .fd = gone, .events = POLLIN };
    struct progress progress;

    if (clock_getcpuclockid(child, &progress.clock) != 0)
        progress.clock = CLOCK_MONOTONIC;
    note_progress(&progress, limits->steps == NULL ? 0 : *limits->steps);
    while (poll(&end, 1, LOOK_MS) <= 0) {
        if (limits->look != NULL)
            limits->look(limits->context);
        if (is_stuck(&progress, limits))
            return false;
    }
    return true;
}

static enum apart_end follow(int gone, pid_t child,
                             const struct apart_limits *limits)
{
    bool stuck = !wait_for_end(gone, child, limits);
    int status = 0;

    if (stuck)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_RETURNED)
        return APART_DONE;
    return stuck ? APART_STUCK : APART_CRASHED;
}

enum apart_end apart_run(void (*work)(void *context), void *context,
                         const struct apart_limits *limits)
{
    enum apart_end end = APART_FAILED;
    void (*before)(int);
    int gone[2];
    pid_t child;

    if (pipe2(gone, O_CLOEXEC) != 0)
        return APART_FAILED;
    before = signal(SIGCHLD, SIG_DFL); /* ignored, there is nothing to wait
                                        * for */
    child = fork();
    if (child == 0) {
        close(gone[0]);
        work_apart(work, context, limits);
    }
    close(gone[1]);
    if (child > 0)
        end = follow(gone[0], child, limits);
    close(gone[0]);
    signal(SIGCHLD, before);
    return end;
}

void *apart_shared(size_t size)
{
    void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return shared == MAP_FAILED ? NULL : shared;
}

void apart_unshare(void *shared, size_t size)
{
    if (shared != NULL)
        munmap(shared, size);
}
