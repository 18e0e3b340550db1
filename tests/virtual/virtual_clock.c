/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "virtual_time.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND_NS 1000000000u
#define VIRTUAL_EPOCH_NS 1000000000000000000u /* in September 2001 */

/* ---- who calls ---- */

/* Code of the program, or of libmpiprof, which reads the clock but waits for
 * its peers in real time.  Libraries that sleep for the program, or whose
 * threads wait for each other, are the program. */
static struct range {
    uintptr_t begin, end;
    bool measures;
} ranges[64];
static atomic_int range_count;
static unsigned long long objects_seen;
static pthread_mutex_t ranges_lock = PTHREAD_MUTEX_INITIALIZER;

static const struct range *range_of(uintptr_t caller)
{
    int count = atomic_load(&range_count);

    for (int i = 0; i < count; i++)
        if (caller >= ranges[i].begin && caller < ranges[i].end)
            return &ranges[i];
    return NULL;
}

static void ranges_add(const struct dl_phdr_info *object, bool measures)
{
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t begin = object->dlpi_addr + part->p_vaddr;

        if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0 ||
            range_of(begin) != NULL)
            continue;
        if (range_count == sizeof ranges / sizeof *ranges)
            virtual_fail("too many libraries");
        ranges[range_count] =
            (struct range){ begin, begin + part->p_memsz, measures };
        atomic_fetch_add(&range_count, 1);
    }
}

static int see_object(struct dl_phdr_info *object, size_t size, void *state)
{
    const char *name = object->dlpi_name;
    bool measures = strstr(name, "/libmpiprof") != NULL;

    (void)size, (void)state;
    if (object->dlpi_adds == objects_seen)
        return 1;
    if (name[0] == '\0' || measures || strstr(name, "/libgfortran") != NULL ||
        strstr(name, "/libomp") != NULL || strstr(name, "/libpython") != NULL)
        ranges_add(object, measures);
    return 0;
}

static int count_objects(struct dl_phdr_info *object, size_t size, void *state)
{
    (void)size, (void)state;
    objects_seen = object->dlpi_adds;
    return 1;
}

/* What was loaded since is seen now. */
static const struct range *range_find(const void *caller)
{
    const struct range *range = range_of((uintptr_t)caller);

    if (range != NULL)
        return range;
    pthread_mutex_lock(&ranges_lock);
    if (dl_iterate_phdr(see_object, NULL) == 0)
        dl_iterate_phdr(count_objects, NULL);
    pthread_mutex_unlock(&ranges_lock);
    return range_of((uintptr_t)caller);
}

bool virtual_is_measured(const void *caller)
{
    return virtual_on && range_find(caller) != NULL;
}

bool virtual_is_program(const void *caller)
{
    const struct range *range = virtual_on ? range_find(caller) : NULL;

    return range != NULL && !range->measures;
}

/* libmpiprof, which passes on what the program calls. */
bool virtual_measures(const void *caller)
{
    const struct range *range = virtual_on ? range_find(caller) : NULL;

    return range != NULL && range->measures;
}

#define CALLER __builtin_return_address(0)

/* ---- the clock and the sleeps ---- */

static struct timespec as_timespec(uint64_t ns)
{
    return (struct timespec){ (time_t)(ns / SECOND_NS),
                              (long)(ns % SECOND_NS) };
}

static uint64_t as_ns(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * SECOND_NS + (uint64_t)time->tv_nsec;
}

static bool is_virtual(clockid_t clock)
{
    return clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME ||
           clock == CLOCK_PROCESS_CPUTIME_ID ||
           clock == CLOCK_THREAD_CPUTIME_ID;
}

static uint64_t time_of(clockid_t clock)
{
    switch (clock) {
    case CLOCK_MONOTONIC:
        return virtual_now_ns();
    case CLOCK_REALTIME:
        return virtual_now_ns() + VIRTUAL_EPOCH_NS;
    default:
        return virtual_usage(clock == CLOCK_PROCESS_CPUTIME_ID).cpu_ns;
    }
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*next)(clockid_t, struct timespec *);

    if (is_virtual(clock) && virtual_is_measured(CALLER)) {
        *time = as_timespec(time_of(clock));
        return 0;
    }
    if (next == NULL)
        next = (int (*)(clockid_t, struct timespec *))virtual_next(
            "clock_gettime");
    return next(clock, time);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                    struct timespec *rest)
{
    uint64_t ns = as_ns(time);

    if (clock != CLOCK_MONOTONIC || !virtual_is_program(CALLER))
        return syscall(SYS_clock_nanosleep, clock, flags, time, rest) == 0
                   ? 0 : errno;
    if ((flags & TIMER_ABSTIME) == 0)
        ns += virtual_now_ns();
    virtual_sleep_until(ns, SLEEPS);
    return 0;
}

static int sleep_for(const void *caller, const struct timespec *time,
                     struct timespec *rest)
{
    if (!virtual_is_program(caller))
        return (int)syscall(SYS_nanosleep, time, rest);
    virtual_sleep_until(virtual_now_ns() + as_ns(time), SLEEPS);
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest)
{
    return sleep_for(CALLER, time, rest);
}

int usleep(useconds_t us)
{
    struct timespec time = as_timespec(us * 1000ull);

    return sleep_for(CALLER, &time, NULL);
}

/* Python before 3.11 sleeps by waiting for no files. */
int select(int count, fd_set *in, fd_set *out, fd_set *other,
           struct timeval *time)
{
    static int (*next)(int, fd_set *, fd_set *, fd_set *, struct timeval *);

    if (count == 0 && time != NULL && virtual_is_program(CALLER)) {
        virtual_sleep_until(virtual_now_ns() +
                                (uint64_t)time->tv_sec * SECOND_NS +
                                (uint64_t)time->tv_usec * 1000,
                            SLEEPS);
        return 0;
    }
    if (next == NULL)
        next = (int (*)(int, fd_set *, fd_set *, fd_set *, struct timeval *))
            virtual_next("select");
    return next(count, in, out, other, time);
}

unsigned sleep(unsigned seconds)
{
    struct timespec time = { (time_t)seconds, 0 };

    return sleep_for(CALLER, &time, &time) == 0 ? 0 : (unsigned)time.tv_sec;
}
