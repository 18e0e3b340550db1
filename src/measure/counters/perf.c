/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * perf.c - the kernel counts: perf_event_open, one group of events per thread.
 *
 * A group is read by one system call.  Hardware events count user mode, as
 * PAPI's do; the kernel's own events both modes, if that is permitted.
 */
#define _GNU_SOURCE
#include "measure/counters/source.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"
#define DESCRIPTORS_ABOVE 256 /* below the limit: ours */
#define DESCRIPTOR_MOST 4096  /* the kernel's table grows with the highest */

#define HARDWARE(name, event)                  \
    {                                          \
        name, PERF_TYPE_HARDWARE, event, false \
    }
#define SOFTWARE(name, event)                  \
    {                                          \
        name, PERF_TYPE_SOFTWARE, event, false \
    }
/* These happen in the kernel: without its mode nothing is counted. */
#define IN_KERNEL(name, event)                \
    {                                         \
        name, PERF_TYPE_SOFTWARE, event, true \
    }

static const struct event {
    const char *name; /* as PAPI has it */
    uint32_t type;
    uint64_t config;
    bool in_kernel;
} events[] = {
    HARDWARE("PAPI_TOT_INS", PERF_COUNT_HW_INSTRUCTIONS),
    HARDWARE("PAPI_TOT_CYC", PERF_COUNT_HW_CPU_CYCLES),
    HARDWARE("PAPI_REF_CYC", PERF_COUNT_HW_REF_CPU_CYCLES),
    HARDWARE("PAPI_BR_INS", PERF_COUNT_HW_BRANCH_INSTRUCTIONS),
    HARDWARE("PAPI_BR_MSP", PERF_COUNT_HW_BRANCH_MISSES),
    HARDWARE("perf::INSTRUCTIONS", PERF_COUNT_HW_INSTRUCTIONS),
    HARDWARE("perf::CYCLES", PERF_COUNT_HW_CPU_CYCLES),
    HARDWARE("perf::CPU-CYCLES", PERF_COUNT_HW_CPU_CYCLES),
    HARDWARE("perf::BRANCHES", PERF_COUNT_HW_BRANCH_INSTRUCTIONS),
    HARDWARE("perf::BRANCH-MISSES", PERF_COUNT_HW_BRANCH_MISSES),
    HARDWARE("perf::CACHE-REFERENCES", PERF_COUNT_HW_CACHE_REFERENCES),
    HARDWARE("perf::CACHE-MISSES", PERF_COUNT_HW_CACHE_MISSES),
    SOFTWARE("perf::TASK-CLOCK", PERF_COUNT_SW_TASK_CLOCK),
    SOFTWARE("perf::PAGE-FAULTS", PERF_COUNT_SW_PAGE_FAULTS),
    SOFTWARE("perf::MINOR-FAULTS", PERF_COUNT_SW_PAGE_FAULTS_MIN),
    SOFTWARE("perf::MAJOR-FAULTS", PERF_COUNT_SW_PAGE_FAULTS_MAJ),
    IN_KERNEL("perf::CONTEXT-SWITCHES", PERF_COUNT_SW_CONTEXT_SWITCHES),
    IN_KERNEL("perf::CPU-MIGRATIONS", PERF_COUNT_SW_CPU_MIGRATIONS),
};

#define EVENTS (sizeof(events) / sizeof(*events))

/* As the kernel gives it. */
struct reading {
    uint64_t count;
    uint64_t values[COUNTERS_MOST];
};

static struct {
    int count;
    const struct event *events[COUNTERS_MOST];
} list;

/* The calling thread's files; the first is the leader's. */
static __thread struct {
    int count;
    int files[COUNTERS_MOST];
    struct reading last;
} group;

static long open_event(const struct event *event, int leader, bool kernel)
{
    struct perf_event_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.size = sizeof(attr);
    attr.type = event->type;
    attr.config = event->config;
    attr.read_format = PERF_FORMAT_GROUP;
    /* Always counts, or reports that it does not. */
    attr.pinned = leader < 0;
    attr.exclude_kernel = !kernel;
    attr.exclude_hv = 1;
    return syscall(SYS_perf_event_open, &attr, 0, -1, leader,
                   PERF_FLAG_FD_CLOEXEC);
}

static long open_permitted(const struct event *event, int leader)
{
    bool hardware = event->type == PERF_TYPE_HARDWARE;
    long file = open_event(event, leader, !hardware);

    if (file < 0 && (errno == EACCES || errno == EPERM) && !hardware &&
        !event->in_kernel)
        file = open_event(event, leader, false);
    return file;
}

/* The program's descriptors keep their numbers. */
static int out_of_the_way(int file)
{
    struct rlimit limit;
    int high = -1, before = errno;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
        limit.rlim_cur > 2 * DESCRIPTORS_ABOVE)
        high =
            fcntl(file, F_DUPFD_CLOEXEC,
                  (int)(limit.rlim_cur < DESCRIPTOR_MOST ? limit.rlim_cur
                                                         : DESCRIPTOR_MOST) -
                      DESCRIPTORS_ABOVE);
    errno = before;
    if (high < 0)
        return file;
    close(file);
    return high;
}

static void read_group(uint64_t *values)
{
    struct reading now;
    size_t size = (size_t)(1 + group.count) * sizeof(uint64_t);

    /* Not read(), where a thread may be cancelled. */
    if (group.count > 0 &&
        syscall(SYS_read, group.files[0], &now, sizeof(now)) == (long)size)
        group.last = now;
    memcpy(values, group.last.values, sizeof(group.last.values));
}

static void stop_group(void)
{
    while (group.count > 0)
        close(group.files[--group.count]);
}

/* With the errno of what has failed. */
static bool give_up(void)
{
    int error = errno;

    stop_group();
    errno = error;
    return false;
}

static bool open_group(const struct event *const *wanted, int count)
{
    memset(&group.last, 0, sizeof(group.last));
    while (group.count < count) {
        int leader = group.count > 0 ? group.files[0] : -1;
        long file = open_permitted(wanted[group.count], leader);

        if (file < 0)
            return give_up();
        group.files[group.count++] = out_of_the_way((int)file);
    }
    return true;
}

static bool start_group(void)
{
    return open_group(list.events, list.count);
}

static void clear_list(void)
{
    list.count = 0;
}

static int perf_paranoid_level(void)
{
    FILE *file = fopen(PARANOID, "re");
    int level = -1;

    if (file == NULL)
        return level;
    if (fscanf(file, "%d", &level) != 1)
        level = -1;
    fclose(file);
    return level;
}

static struct counter_refusal refusal_of(enum counter_refusal_kind kind)
{
    return (struct counter_refusal){ .kind = kind };
}

static struct counter_refusal why_forbidden(const struct event *event)
{
    int level = perf_paranoid_level(), enough = event->in_kernel ? 1 : 2;

    if (level <= enough)
        return refusal_of(COUNTER_FORBIDDEN);
    return (struct counter_refusal){ COUNTER_PARANOID,
                                     { (uint64_t)level, (uint64_t)enough } };
}

static struct counter_refusal why_not(const struct event *event, int error)
{
    switch (error) {
    case EACCES:
    case EPERM: return why_forbidden(event);
    case EMFILE:
    case ENFILE: return refusal_of(COUNTER_NO_FILE);
    case ENOSYS: return refusal_of(COUNTER_NO_SYSTEM_CALL);
    default:
        return refusal_of(event->type == PERF_TYPE_HARDWARE
                              ? COUNTER_NO_HARDWARE
                              : COUNTER_NOT_BY_KERNEL);
    }
}

/* Whether all of them count; the newest is the last.  Pinned counters that
 * cannot be had are opened all the same; then there is nothing to read. */
static struct counter_refusal try_group(const struct event *const *wanted,
                                        int count)
{
    struct counter_refusal why = refusal_of(COUNTER_COUNTS);
    struct reading now;

    if (!open_group(wanted, count))
        return why_not(wanted[count - 1], errno);
    if (syscall(SYS_read, group.files[0], &now, sizeof(now)) <= 0)
        why = refusal_of(COUNTER_IN_USE);
    stop_group();
    return why;
}

static struct counter_refusal add_known(const struct event *event)
{
    struct counter_refusal why;

    list.events[list.count] = event;
    why = try_group(list.events, list.count + 1);
    if (why.kind == COUNTER_COUNTS)
        list.count++;
    else if (list.count > 0 && try_group(&event, 1).kind == COUNTER_COUNTS)
        why = refusal_of(COUNTER_NOT_TOGETHER);
    return why;
}

static struct counter_refusal event_add(const char *name)
{
    for (size_t i = 0; i < EVENTS; i++)
        if (strcasecmp(name, events[i].name) == 0)
            return add_known(&events[i]);
    return refusal_of(COUNTER_UNKNOWN);
}

static void list_events(counters_listed *each, void *context)
{
    for (size_t i = 0; i < EVENTS; i++) {
        const struct event *event = &events[i];

        each(perf_source.name, event->name, try_group(&event, 1), context);
    }
}

const struct counter_source perf_source = {
    "the kernel", clear_list, event_add,  list_events, start_group,
    stop_group,   stop_group, read_group, NULL,
};
