/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_counters.c - what is counted by a kernel that is made up, where PAPI
 * does not start.
 */
#include "measure/counters/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "unit.h"

#define FIRST_FILE 100000 /* none that can be closed */

int PAPI_library_init(int version);
long syscall(long number, ...);

static struct {
    int hardware, kernel_mode, together; /* errors; 0: it works */
    int in_use;                          /* hardware counters, */
    int counters;                        /* of so many; 0: never too few */
    bool closed;
    const char *paranoid;
    struct perf_event_attr attr[64];
    int leaders[64], opened, reads;
    uint64_t value[COUNTERS_MOST];
} fake;

int PAPI_library_init(int version)
{
    (void)version;
    return -1;
}

FILE *fopen(const char *path, const char *mode)
{
    CU_ASSERT_STRING_EQUAL(path, "/proc/sys/kernel/perf_event_paranoid");
    return fmemopen((char *)fake.paranoid, strlen(fake.paranoid), mode);
}

static long open_fake(const struct perf_event_attr *attr, int leader)
{
    bool hardware = attr->type == PERF_TYPE_HARDWARE;
    int error = hardware ? fake.hardware
                         : (attr->exclude_kernel ? 0 : fake.kernel_mode);

    if (error == 0 && leader >= 0)
        error = fake.together;
    if (error != 0 || fake.opened == 64) {
        errno = error;
        return -1;
    }
    fake.attr[fake.opened] = *attr;
    fake.leaders[fake.opened] = leader;
    return FIRST_FILE + fake.opened++;
}

/* The events of the group of that file.  All are pinned with it: where
 * hardware counters are too few there is nothing to read. */
static long read_fake(int file, uint64_t *values)
{
    int needed = fake.in_use;
    uint64_t count = 0;

    fake.reads++;
    if (fake.closed)
        return -1;
    CU_ASSERT_TRUE(fake.attr[file - FIRST_FILE].pinned);
    for (int i = file - FIRST_FILE; i < fake.opened; i++)
        if (i == file - FIRST_FILE || fake.leaders[i] == file) {
            count++;
            needed += fake.attr[i].type == PERF_TYPE_HARDWARE;
        }
    if (fake.counters > 0 && needed > fake.counters)
        return 0;
    values[0] = count;
    memcpy(values + 1, fake.value, count * sizeof(*values));
    return (long)((1 + count) * sizeof(*values));
}

long syscall(long number, ...)
{
    va_list list;
    long result;

    va_start(list, number);
    if (number == SYS_perf_event_open) {
        const struct perf_event_attr *attr =
            va_arg(list, struct perf_event_attr *);

        CU_ASSERT_EQUAL(va_arg(list, int), 0);
        CU_ASSERT_EQUAL(va_arg(list, int), -1);
        result = open_fake(attr, va_arg(list, int));
    } else {
        int file = va_arg(list, int);

        CU_ASSERT_EQUAL(number, SYS_read);
        result = read_fake(file, va_arg(list, uint64_t *));
    }
    va_end(list);
    return result;
}

static void put_problem(const char *name, struct counter_refusal why,
                        void *context)
{
    struct strbuf *problems = context;

    strbuf_printf(problems, "%s%s (", problems->length > 0 ? ", " : "", name);
    counter_refusal_say(why, problems);
    strbuf_puts(problems, ")");
}

/* Chooses with a fresh kernel that is set up so; returns what is missing. */
static uint64_t choose(const char *names, struct strbuf *problems)
{
    uint64_t missing, told = 0;

    fake.paranoid = "2\n";
    strbuf_init(problems);
    missing = counters_choose(names, 0, &told, put_problem, problems);
    fake.opened = 0;
    fake.reads = 0;
    return missing;
}

static void end(struct strbuf *problems)
{
    counters_teardown();
    strbuf_clear(problems);
    memset(&fake, 0, sizeof(fake));
}

UNIT_TEST(the_kernel_counts_as_one_group_with_one_read)
{
    uint64_t from[COUNTERS_MOST] = { 1000, 2000 }, values[COUNTERS_MOST];
    struct strbuf problems;

    CU_ASSERT_EQUAL(choose("perf::TASK-CLOCK, perf::page-faults", &problems),
                    0);
    CU_ASSERT_EQUAL_FATAL(counters_count(), 2);
    CU_ASSERT_TRUE_FATAL(counters_start(from));
    CU_ASSERT_EQUAL_FATAL(fake.opened, 2);
    CU_ASSERT_EQUAL(fake.attr[0].config, PERF_COUNT_SW_TASK_CLOCK);
    CU_ASSERT_EQUAL(fake.attr[1].config, PERF_COUNT_SW_PAGE_FAULTS);
    CU_ASSERT_EQUAL(fake.leaders[1], FIRST_FILE);
    fake.value[0] = 70;
    fake.value[1] = 8;
    counters_read(values);
    CU_ASSERT_EQUAL(fake.reads, 1);
    CU_ASSERT_EQUAL(values[0], 1070);
    CU_ASSERT_EQUAL(values[1], 2008);
    end(&problems);
}

UNIT_TEST(what_does_not_exist_is_named_and_the_others_count)
{
    struct strbuf problems, available = { 0 };

    fake.hardware = ENOENT;
    CU_ASSERT_EQUAL(choose("sun,perf::PAGE-FAULTS,PAPI_TOT_INS", &problems),
                    1 + 4);
    HAS(strbuf_text(&problems), "sun ("); /* why depends on PAPI */
    HAS(strbuf_text(&problems),
        "), PAPI_TOT_INS (no such hardware counter here, as in most virtual "
        "machines)");
    CU_ASSERT_EQUAL_FATAL(counters_count(), 1);
    CU_ASSERT_STRING_EQUAL(counters_name(0), "perf::PAGE-FAULTS");
    counters_available(&available);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&available),
                           "perf::TASK-CLOCK, perf::PAGE-FAULTS, "
                           "perf::MINOR-FAULTS, perf::MAJOR-FAULTS, "
                           "perf::CONTEXT-SWITCHES, perf::CPU-MIGRATIONS");
    strbuf_clear(&available);
    end(&problems);
}

UNIT_TEST(hardware_is_counted_where_the_kernel_has_it)
{
    struct strbuf problems;

    CU_ASSERT_EQUAL(choose("PAPI_TOT_INS,perf::CYCLES", &problems), 0);
    CU_ASSERT_TRUE_FATAL(counters_start(NULL));
    CU_ASSERT_EQUAL(fake.attr[0].config, PERF_COUNT_HW_INSTRUCTIONS);
    CU_ASSERT_EQUAL(fake.attr[1].config, PERF_COUNT_HW_CPU_CYCLES);
    CU_ASSERT_TRUE(fake.attr[0].exclude_kernel); /* as PAPI counts it */
    end(&problems);
}

UNIT_TEST(what_others_lack_is_left_out_here_too)
{
    const char *names = "perf::TASK-CLOCK,perf::PAGE-FAULTS,sun";
    struct strbuf problems = { 0 };
    uint64_t told = 0;

    CU_ASSERT_EQUAL(counters_choose(names, 0, &told, put_problem, &problems),
                    4);
    CU_ASSERT_EQUAL(
        counters_choose(names, 1 + 4, &told, put_problem, &problems), 1 + 4);
    HAS(strbuf_text(&problems), "sun ("); /* why depends on PAPI */
    HAS(strbuf_text(&problems), "), perf::TASK-CLOCK (not on all ranks)");
    CU_ASSERT_PTR_NULL(strstr(strstr(strbuf_text(&problems), "sun") + 1,
                              "sun")); /* with its own reason only */
    CU_ASSERT_EQUAL(counters_count(), 1);
    end(&problems);
}

/* User mode can be counted, but what happens in the kernel would be 0. */
UNIT_TEST(what_the_system_forbids_is_said_and_what_permits_it)
{
    struct strbuf problems;

    fake.kernel_mode = EACCES;
    CU_ASSERT_EQUAL(
        choose("perf::CONTEXT-SWITCHES,perf::TASK-CLOCK", &problems), 1);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&problems),
                           "perf::CONTEXT-SWITCHES (perf_event_paranoid is 2: "
                           "as root, sysctl kernel.perf_event_paranoid=1 "
                           "permits it, or CAP_PERFMON)");
    CU_ASSERT_TRUE_FATAL(counters_start(NULL));
    CU_ASSERT_TRUE(fake.attr[0].exclude_kernel);
    end(&problems);
}

UNIT_TEST(what_does_not_fit_beside_the_others_is_left_out)
{
    struct strbuf problems;

    fake.together = EINVAL;
    CU_ASSERT_EQUAL(choose("PAPI_TOT_INS,PAPI_TOT_CYC", &problems), 2);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&problems),
                           "PAPI_TOT_CYC (not together with the others)");
    CU_ASSERT_EQUAL(counters_count(), 1);
    end(&problems);
    fake.counters = 2; /* opened, but nothing can be read */
    CU_ASSERT_EQUAL(choose("PAPI_TOT_INS,PAPI_TOT_CYC,perf::BRANCHES,"
                           "perf::TASK-CLOCK",
                           &problems),
                    4);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&problems),
                           "perf::BRANCHES (not together with the others)");
    CU_ASSERT_EQUAL(counters_count(), 3);
    end(&problems);
}

/* Also beside others, and in the list of what there is. */
UNIT_TEST(what_does_not_work_alone_has_its_own_reason)
{
    struct strbuf problems, available = { 0 };

    fake.hardware = EINVAL;
    CU_ASSERT_EQUAL(choose("perf::TASK-CLOCK,perf::CYCLES", &problems), 2);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&problems),
                           "perf::CYCLES (no such hardware counter here, as "
                           "in most virtual machines)");
    end(&problems);
    fake.counters = fake.in_use = 4;
    CU_ASSERT_EQUAL(choose("perf::TASK-CLOCK,perf::CYCLES", &problems), 2);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&problems),
                           "perf::CYCLES (its hardware counter is in use)");
    counters_available(&available);
    LACKS(strbuf_text(&available), "PAPI_TOT_INS");
    HAS(strbuf_text(&available), "perf::TASK-CLOCK");
    strbuf_clear(&available);
    end(&problems);
}

UNIT_TEST(a_file_that_the_program_has_closed_leaves_what_was_counted)
{
    uint64_t values[COUNTERS_MOST];
    struct strbuf problems;

    choose("perf::PAGE-FAULTS", &problems);
    CU_ASSERT_TRUE_FATAL(counters_start(NULL));
    fake.value[0] = 5;
    counters_read(values);
    fake.closed = true;
    fake.value[0] = 9;
    counters_read(values);
    CU_ASSERT_EQUAL(values[0], 5);
    end(&problems);
}
