/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_powercap.c - the energy of a host, from files such as the kernel's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/resources/powercap.h"
#include "measure/resources/usage.h"
#include "unit.h"

#define ROOT "test_powercap.tmp"

static void put(const char *zone, const char *file, const char *text)
{
    char path[256];
    FILE *out;

    snprintf(path, sizeof(path), ROOT "/%s", zone);
    mkdir(ROOT, 0777);
    mkdir(path, 0777);
    snprintf(path, sizeof(path), ROOT "/%s/%s", zone, file);
    out = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    fprintf(out, "%s\n", text);
    fclose(out);
}

static void make_zone(const char *zone, const char *name, const char *energy)
{
    put(zone, "name", name);
    put(zone, "max_energy_range_uj", "1000");
    put(zone, "energy_uj", energy);
}

static void remove_zone(const char *zone)
{
    static const char *const files[] = { "name", "max_energy_range_uj",
                                         "energy_uj" };
    char path[256];

    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof(path), ROOT "/%s/%s", zone, files[i]);
        unlink(path);
    }
    snprintf(path, sizeof(path), ROOT "/%s", zone);
    rmdir(path);
    rmdir(ROOT);
}

UNIT_TEST(where_there_is_nothing_nothing_is_read)
{
    struct powercap powercap;

    CU_ASSERT_FALSE(powercap_open(&powercap, "/nowhere"));
    CU_ASSERT_EQUAL(powercap.count, 0);
}

UNIT_TEST(packages_and_memories_add_up)
{
    struct powercap powercap;
    uint64_t energy = 1;

    make_zone("intel-rapl:0", "package-0", "100");
    make_zone("intel-rapl:0:0", "core", "100"); /* in the package's */
    make_zone("intel-rapl:0:1", "dram", "100");
    make_zone("intel-rapl:1", "psys", "100");           /* has all of them */
    make_zone("intel-rapl-mmio:0", "package-0", "100"); /* the same again */
    CU_ASSERT_TRUE_FATAL(powercap_open(&powercap, ROOT));
    CU_ASSERT_EQUAL(powercap.count, 2);
    CU_ASSERT_TRUE(powercap_read(&powercap, &energy));
    CU_ASSERT_EQUAL(energy, 0);
    put("intel-rapl:0", "energy_uj", "150");
    put("intel-rapl:0:0", "energy_uj", "999");
    put("intel-rapl:0:1", "energy_uj", "107");
    CU_ASSERT_TRUE(powercap_read(&powercap, &energy));
    CU_ASSERT_EQUAL(energy, 57);
    remove_zone("intel-rapl:0");
    CU_ASSERT_FALSE(powercap_read(&powercap, &energy));
    CU_ASSERT_EQUAL(energy, 57);
    remove_zone("intel-rapl:0:0");
    remove_zone("intel-rapl:0:1");
    remove_zone("intel-rapl:1");
    remove_zone("intel-rapl-mmio:0");
}

UNIT_TEST(a_counter_that_begins_anew_goes_on)
{
    struct powercap powercap;
    uint64_t energy;

    make_zone("intel-rapl:0", "package-0", "990");
    CU_ASSERT_TRUE_FATAL(powercap_open(&powercap, ROOT));
    put("intel-rapl:0", "energy_uj", "5");
    CU_ASSERT_TRUE(powercap_read(&powercap, &energy));
    CU_ASSERT_EQUAL(energy, 15);
    put("intel-rapl:0", "energy_uj", "6");
    CU_ASSERT_TRUE(powercap_read(&powercap, &energy));
    CU_ASSERT_EQUAL(energy, 16);
    remove_zone("intel-rapl:0");
}

/* It has no counter of how much it is: not of this process. */
UNIT_TEST(a_process_knows_what_it_uses)
{
    struct resource_reading before, after;
    volatile char *memory = malloc(32 << 20);

    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    usage_read(true, &before);
    for (int i = 0; i < 32 << 20; i += 4096)
        memory[i] = 1;
    usage_read(true, &after);
    free((void *)memory);
    CU_ASSERT_FATAL(after.sources & 1u << SOURCE_USAGE);
    CU_ASSERT_FATAL(after.sources & 1u << SOURCE_STATM);
    CU_ASSERT(after.value[RESOURCE_RESIDENT] -
                  before.value[RESOURCE_RESIDENT] >=
              31 << 10);
    CU_ASSERT(after.value[RESOURCE_RESIDENT] -
                  before.value[RESOURCE_RESIDENT] <=
              34 << 10);
    CU_ASSERT(after.value[RESOURCE_MINOR_FAULTS] >
              before.value[RESOURCE_MINOR_FAULTS]);
    CU_ASSERT(after.value[RESOURCE_READ] == before.value[RESOURCE_READ]);
    usage_read(false, &after);
    CU_ASSERT_FALSE(after.sources & 1u << SOURCE_MAIN);
}
