/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_energy.c - the energy of a host from a PAPI that is made up.
 *
 * The functions below stand in for those of the library.  A component has
 * events; what each has counted is set by the test.
 */
#include "measure/counters/energy.h"

#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

#define CPUS "test_energy.cpus"
#define SET 7

struct event {
    const char *symbol, *unit;
    long long value;
};

static struct {
    const char *component;
    int disabled;
    struct event events[4];
    int event_count;
    char added[8][64];
    int of[8]; /* event of each that was added */
    int added_count;
    bool started, fails;
} fake;

int PAPI_num_components(void)
{
    return 2;
}

const PAPI_component_info_t *PAPI_get_component_info(int i)
{
    static PAPI_component_info_t info;

    memset(&info, 0, sizeof(info));
    snprintf(info.name, sizeof(info.name), "%s",
             i == 1 ? fake.component : "perf_event");
    info.disabled = i == 1 ? fake.disabled : 0;
    return &info;
}

int PAPI_enum_cmp_event(int *code, int modifier, int component)
{
    int next = modifier == PAPI_ENUM_FIRST ? 0 : *code + 1;

    CU_ASSERT_EQUAL(component, 1);
    if (next >= fake.event_count)
        return PAPI_ENOEVNT;
    *code = next;
    return PAPI_OK;
}

int PAPI_get_event_info(int code, PAPI_event_info_t *info)
{
    memset(info, 0, sizeof(*info));
    snprintf(info->symbol, sizeof(info->symbol), "%s",
             fake.events[code].symbol);
    snprintf(info->units, sizeof(info->units), "%s", fake.events[code].unit);
    return PAPI_OK;
}

int PAPI_create_eventset(int *set)
{
    *set = SET;
    fake.added_count = 0;
    return PAPI_OK;
}

int PAPI_add_named_event(int set, const char *name)
{
    int i = 0;

    CU_ASSERT_EQUAL(set, SET);
    while (i < fake.event_count && strncmp(name, fake.events[i].symbol,
                                           strlen(fake.events[i].symbol)) != 0)
        i++;
    CU_ASSERT_FATAL(i < fake.event_count && fake.added_count < 8);
    fake.of[fake.added_count] = i;
    snprintf(fake.added[fake.added_count++], sizeof(fake.added[0]), "%s",
             name);
    return PAPI_OK;
}

int PAPI_start(int set)
{
    CU_ASSERT_EQUAL(set, SET);
    fake.started = !fake.fails;
    return fake.fails ? PAPI_EPERM : PAPI_OK;
}

int PAPI_read(int set, long long *values)
{
    CU_ASSERT_EQUAL(set, SET);
    for (int i = 0; i < fake.added_count; i++)
        values[i] = fake.events[fake.of[i]].value;
    return fake.fails ? PAPI_EMISC : PAPI_OK;
}

int PAPI_stop(int set, long long *values)
{
    (void)values;
    CU_ASSERT_EQUAL(set, SET);
    fake.started = false;
    return PAPI_OK;
}

int PAPI_cleanup_eventset(int set)
{
    CU_ASSERT_EQUAL(set, SET);
    return PAPI_OK;
}

int PAPI_destroy_eventset(int *set)
{
    *set = PAPI_NULL;
    return PAPI_OK;
}

static void make_component(const char *name)
{
    memset(&fake, 0, sizeof(fake));
    fake.component = name;
}

static void make_event(const char *symbol, const char *unit, long long value)
{
    fake.events[fake.event_count++] = (struct event){ symbol, unit, value };
}

static uint64_t read_now(void)
{
    uint64_t energy = 0;

    CU_ASSERT_TRUE(energy_read(&energy));
    return energy;
}

/* The processors and the memory are in it already. */
UNIT_TEST(a_node_is_told_in_joules)
{
    make_component("cray_pm");
    make_event("cray_pm:::PM_POWER:NODE", "W", 300);
    make_event("cray_pm:::PM_ENERGY:CPU", "J", 50);
    make_event("cray_pm:::PM_ENERGY:NODE", "J", 1000);
    CU_ASSERT_TRUE_FATAL(energy_open(CPUS));
    CU_ASSERT_EQUAL(fake.added_count, 1);
    CU_ASSERT_EQUAL(read_now(), 0);
    fake.events[1].value += 5;
    fake.events[2].value += 12;
    CU_ASSERT_EQUAL(read_now(), 12000000);
    energy_close();
    CU_ASSERT_FALSE(fake.started);
}

UNIT_TEST(the_unit_is_that_of_the_event)
{
    static const struct {
        const char *unit;
        uint64_t uj;
    } cases[] = { { "J", 7000000000 },
                  { "mJ", 7000000 },
                  { "uJ", 7000 },
                  { "nJ", 7 },
                  { "", 7000000000 } };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        make_component("cray_pm");
        make_event("cray_pm:::PM_ENERGY:NODE", cases[i].unit, 1);
        CU_ASSERT_TRUE_FATAL(energy_open(CPUS));
        fake.events[0].value += 7000;
        CU_ASSERT_EQUAL(read_now(), cases[i].uj);
        energy_close();
    }
}

static void make_rapl(const char *cpus)
{
    FILE *file = fopen(CPUS, "w");

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(cpus, file);
    fclose(file);
    make_component("perf_event_uncore");
    make_event("rapl::RAPL_ENERGY_CORES", "", 0);
    make_event("rapl::RAPL_ENERGY_PKG", "", 0);
    make_event("rapl::RAPL_ENERGY_DRAM", "", 0);
}

/* Of three processors 3 x (2 + 1/2) J, in 2^-32 J. */
UNIT_TEST(packages_and_memories_count_on_each_processor)
{
    make_rapl("0,24-25\n");
    CU_ASSERT_TRUE_FATAL(energy_open(CPUS));
    CU_ASSERT_EQUAL(fake.added_count, 6);
    CU_ASSERT_STRING_EQUAL(fake.added[0], "rapl::RAPL_ENERGY_PKG:cpu=0");
    CU_ASSERT_STRING_EQUAL(fake.added[2], "rapl::RAPL_ENERGY_PKG:cpu=25");
    CU_ASSERT_STRING_EQUAL(fake.added[3], "rapl::RAPL_ENERGY_DRAM:cpu=0");
    fake.events[0].value += 1LL << 40;
    fake.events[1].value += 2LL << 32;
    fake.events[2].value += 1LL << 31;
    CU_ASSERT_EQUAL(read_now(), 7500000);
    energy_close();
    unlink(CPUS);
}

static void is_silent(void)
{
    uint64_t energy = 1;

    CU_ASSERT_FALSE(energy_open(CPUS));
    CU_ASSERT_FALSE(energy_read(&energy));
    CU_ASSERT_EQUAL(energy, 1);
    energy_close();
}

UNIT_TEST(where_there_is_nothing_nothing_is_read)
{
    make_component("sde");
    is_silent();
    make_component("cray_pm");
    is_silent();
    make_event("cray_pm:::PM_ENERGY:NODE", "J", 1);
    fake.disabled = PAPI_ECMP;
    is_silent();
    fake.disabled = 0;
    fake.fails = true;
    is_silent();
    make_rapl("");
    is_silent();
    unlink(CPUS);
    is_silent();                /* no such file */
    make_component("powercap"); /* its files are read without PAPI */
    make_event("powercap:::ENERGY_UJ:ZONE0", "", 1);
    is_silent();
}

static void *try_to_read(void *found)
{
    uint64_t energy;

    *(bool *)found = energy_read(&energy);
    return NULL;
}

UNIT_TEST(another_thread_does_not_read)
{
    bool found = true;
    pthread_t thread;

    make_component("cray_pm");
    make_event("cray_pm:::PM_ENERGY:NODE", "J", 1);
    CU_ASSERT_TRUE_FATAL(energy_open(CPUS));
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, try_to_read, &found),
                          0);
    pthread_join(thread, NULL);
    CU_ASSERT_FALSE(found);
    fake.fails = true;
    try_to_read(&found);
    CU_ASSERT_FALSE(found);
    energy_close();
}
