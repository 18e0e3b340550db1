/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_resources.c - what a process uses, in bins that widen in place, and in
 * its place of the profile file.
 */
#include <stdlib.h>
#include <string.h>

#include "model/resources/resource_bins.h"
#include "unit.h"

#define ALL ((1u << RESOURCE_SOURCES) - 1)

static struct resource_bins bins;
static struct resource_reading first, second;

static void begin(uint64_t start, uint64_t width)
{
    memset(&first, 0, sizeof(first));
    first.sources = ALL;
    second = first;
    resource_bins_init(&bins, start, width, start, &first);
}

static uint64_t sum_of(enum resource resource)
{
    uint64_t sum = 0;

    for (int i = 0; i < PROFILE_TIMELINE_BINS; i++)
        sum += bins.value[i][resource];
    return sum;
}

UNIT_TEST(a_reading_is_spread_by_time)
{
    begin(1000, 100);
    second.value[RESOURCE_USER] = 250;
    second.value[RESOURCE_MINOR_FAULTS] = 1;
    resource_bins_add(&bins, 1250, &first, &second);
    CU_ASSERT_EQUAL(bins.value[0][RESOURCE_USER], 100);
    CU_ASSERT_EQUAL(bins.value[1][RESOURCE_USER], 100);
    CU_ASSERT_EQUAL(bins.value[2][RESOURCE_USER], 50);
    CU_ASSERT_EQUAL(sum_of(RESOURCE_MINOR_FAULTS), 1);
    CU_ASSERT_EQUAL(bins.readings, 2);
    CU_ASSERT_EQUAL(bins.last, 1250);
}

UNIT_TEST(widening_keeps_sums_and_the_most_memory)
{
    begin(0, 1);
    for (uint64_t now = 1; now <= 100000; now += 7) {
        first = second;
        second.value[RESOURCE_READ] += now % 11;
        second.value[RESOURCE_RESIDENT] = now == 5006 ? 900 : 10;
        resource_bins_add(&bins, now, &first, &second);
    }
    CU_ASSERT_EQUAL(bins.width, 256);
    CU_ASSERT_EQUAL(sum_of(RESOURCE_READ), second.value[RESOURCE_READ]);
    CU_ASSERT_EQUAL(bins.value[5006 / 256][RESOURCE_RESIDENT], 900);
    CU_ASSERT_EQUAL(bins.value[40][RESOURCE_RESIDENT], 10);
    CU_ASSERT_EQUAL(bins.peak_kib, 900);
}

UNIT_TEST(memory_goes_straight_from_one_reading_to_the_next)
{
    begin(0, 10);
    second.value[RESOURCE_RESIDENT] = 400;
    resource_bins_add(&bins, 40, &first, &second);
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(bins.value[i][RESOURCE_RESIDENT],
                        100u * (unsigned)(i + 1));
    first = second;
    second.value[RESOURCE_RESIDENT] = 200;
    resource_bins_add(&bins, 60, &first, &second);
    CU_ASSERT_EQUAL(bins.value[4][RESOURCE_RESIDENT], 400);
    CU_ASSERT_EQUAL(bins.value[5][RESOURCE_RESIDENT], 300);
}

UNIT_TEST(the_peak_is_one_of_the_run)
{
    begin(0, 10);
    first.peak_kib = 5000; /* of the launcher that this process was */
    first.value[RESOURCE_RESIDENT] = 100;
    resource_bins_init(&bins, 0, 10, 0, &first);
    second = first;
    resource_bins_add(&bins, 40, &first, &second);
    CU_ASSERT_EQUAL(bins.peak_kib, 100);
    second.peak_kib = 6000;
    resource_bins_add(&bins, 50, &first, &second);
    CU_ASSERT_EQUAL(bins.peak_kib, 6000);
}

UNIT_TEST(what_cannot_be_read_counts_nothing)
{
    begin(0, 10);
    second.value[RESOURCE_READ] = 100;
    second.value[RESOURCE_USER] = 100;
    second.sources = ALL & ~(1u << SOURCE_IO);
    resource_bins_add(&bins, 10, &first, &second);
    first = second;
    second.sources = ALL;
    second.value[RESOURCE_READ] = 5000;
    resource_bins_add(&bins, 20, &first, &second);
    CU_ASSERT_EQUAL(sum_of(RESOURCE_READ), 0);
    CU_ASSERT_EQUAL(sum_of(RESOURCE_USER), 100);
    CU_ASSERT_EQUAL(bins.failed[SOURCE_IO], 1);
    CU_ASSERT_EQUAL(bins.failed[SOURCE_USAGE], 0);
    first = second;
    second.value[RESOURCE_READ] = 4000; /* backwards */
    resource_bins_add(&bins, 30, &first, &second);
    CU_ASSERT_EQUAL(sum_of(RESOURCE_READ), 0);
}

UNIT_TEST(a_pause_is_left_out)
{
    begin(0, 10);
    resource_bins_skip(&bins, 100);
    second.value[RESOURCE_USER] = 20;
    resource_bins_add(&bins, 120, &first, &second);
    CU_ASSERT_EQUAL(sum_of(RESOURCE_USER), 20);
    CU_ASSERT_EQUAL(bins.value[0][RESOURCE_USER], 0);
    CU_ASSERT_EQUAL(bins.value[10][RESOURCE_USER], 10);
}

UNIT_TEST(zeros_count_nothing)
{
    begin(0, 10);
    memset(&bins, 0, sizeof(bins));
    second.value[RESOURCE_USER] = 20;
    resource_bins_add(&bins, 120, &first, &second);
    CU_ASSERT_EQUAL(sum_of(RESOURCE_USER), 0);
}

/* ---- the file ---- */

static struct resources sample(uint32_t count)
{
    struct resources out = { .sources = ALL & ~(1u << SOURCE_POWER),
                             .readings = 99,
                             .cost_ns = 12345,
                             .failed = { 0, 1, 2, 3, 4, 0 },
                             .peak_kib = 1 << 20,
                             .bin_width = 1000000,
                             .bins = count,
                             .value = calloc(count + 1, sizeof(*out.value)) };

    for (uint32_t i = 0; i < count; i++) {
        out.value[i][RESOURCE_USER] = 100000 + i % 3;
        out.value[i][RESOURCE_MAJOR_FAULTS] = i == 77;
        out.value[i][RESOURCE_RESIDENT] = i < 300 ? 5000 : 7000;
        out.value[i][RESOURCE_WRITTEN] = i == 3 ? UINT64_MAX : 0;
    }
    return out;
}

UNIT_TEST(what_is_encoded_is_decoded)
{
    for (uint32_t count = 0; count <= PROFILE_TIMELINE_BINS; count += 128) {
        struct resources in = sample(count), out = { 0 };
        struct bytes_writer writer;
        struct bytes_reader reader;

        bytes_writer_init(&writer);
        resources_encode(&in, &writer);
        bytes_reader_init(&reader, writer.data, writer.size);
        CU_ASSERT_EQUAL_FATAL(resources_decode(&reader, &out), STATUS_OK);
        CU_ASSERT_EQUAL(reader.at, reader.size);
        CU_ASSERT_EQUAL_FATAL(out.bins, count);
        CU_ASSERT(memcmp(in.value, out.value, count * sizeof(*in.value)) == 0);
        resources_clear(&in);
        in.value = out.value;
        out.value = NULL;
        CU_ASSERT_EQUAL(out.sources, ALL & ~(1u << SOURCE_POWER));
        CU_ASSERT_EQUAL(out.readings, 99);
        CU_ASSERT_EQUAL(out.cost_ns, 12345);
        CU_ASSERT_EQUAL(out.failed[SOURCE_IO], 3);
        CU_ASSERT_EQUAL(out.peak_kib, 1 << 20);
        CU_ASSERT_EQUAL(out.bin_width, 1000000);
        resources_clear(&in);
        bytes_writer_clear(&writer);
    }
}

/* What stays the same takes no room, what changes little takes little. */
UNIT_TEST(a_file_is_small)
{
    struct resources in = sample(512);
    struct bytes_writer writer;

    bytes_writer_init(&writer);
    resources_encode(&in, &writer);
    CU_ASSERT(writer.size < 1200);
    resources_clear(&in);
    bytes_writer_clear(&writer);
}

UNIT_TEST(damage_is_refused)
{
    struct resources in = sample(512), out = { 0 };
    struct bytes_writer writer;
    struct bytes_reader reader;

    bytes_writer_init(&writer);
    resources_encode(&in, &writer);
    for (size_t size = 0; size < writer.size; size++) {
        bytes_reader_init(&reader, writer.data, size);
        CU_ASSERT_EQUAL(resources_decode(&reader, &out), STATUS_BAD_FORMAT);
        resources_clear(&out);
    }
    for (size_t i = 0; i < writer.size; i++) { /* and nothing is overrun */
        writer.data[i] ^= 0x3f;
        bytes_reader_init(&reader, writer.data, writer.size);
        resources_decode(&reader, &out);
        resources_clear(&out);
        writer.data[i] ^= 0x3f;
    }
    resources_clear(&in);
    bytes_writer_clear(&writer);
}

UNIT_TEST(more_bins_than_there_are_are_refused)
{
    struct resources in = sample(PROFILE_TIMELINE_BINS + 1), out = { 0 };
    struct bytes_writer writer;
    struct bytes_reader reader;

    bytes_writer_init(&writer);
    resources_encode(&in, &writer);
    bytes_reader_init(&reader, writer.data, writer.size);
    CU_ASSERT_EQUAL(resources_decode(&reader, &out), STATUS_BAD_FORMAT);
    resources_clear(&out);
    resources_clear(&in);
    bytes_writer_clear(&writer);
}
