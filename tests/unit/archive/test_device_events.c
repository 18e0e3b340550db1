/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include <string.h>

#include "archive/events/device_events.h"
#include "model/resources/device_use.h"

static struct profile *profile;
static struct names names;
static struct tally tally;
static struct call_log no_log;
static struct device_use use;
static struct memory_uses memory;
static struct device_events events;
static volatile uint64_t steps;

/* What starts from 100 to 1000 counts; a tick is two ns. */
static void stream_begin(void)
{
    CU_ASSERT_EQUAL_FATAL(profile_create(&profile), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(profile_use_call_table(profile), STATUS_OK);
    names_init(&names, profile, &steps);
    CU_ASSERT_FATAL(tally_init(&tally, 1, 2));
    names_put_string(&names, 1, strdup("kernel"));
    names_put_region(
        &names, 0, &(struct names_region){ .kind = REGION_UNSEEN, .name = 1 });
    CU_ASSERT_FATAL(device_use_stream(&use, "stream"));
    memory.width = 100;
    events = (struct device_events){ .names = &names,
                                     .tally = &tally,
                                     .calls = &no_log,
                                     .use = &use,
                                     .memory = &memory,
                                     .origin = 50,
                                     .from = 100,
                                     .to = 1000 };
}

static void stream_end(void)
{
    CU_ASSERT_EQUAL(names.status, STATUS_OK);
    device_use_clear(&use);
    memory_uses_clear(&memory);
    tally_clear(&tally);
    names_clear(&names);
    profile_destroy(profile);
}

static void copy_begin(uint64_t time, uint64_t id, bool gets, uint64_t bytes)
{
    const struct device_transfer transfer = { .gets = gets,
                                              .bytes = bytes,
                                              .id = id };

    device_events_transfer(&events, time, &transfer);
}

static void row_is(uint32_t at, const char *name, uint64_t count,
                   uint64_t time, uint64_t bytes)
{
    const struct device_row *row = &use.rows[at];

    CU_ASSERT_FATAL(at < use.row_count);
    CU_ASSERT_STRING_EQUAL(profile->calls[row->call].name, name);
    CU_ASSERT_EQUAL(row->count, count);
    CU_ASSERT_EQUAL(row->time, time);
    CU_ASSERT_EQUAL(row->bytes, bytes);
}

UNIT_TEST(regions_inside_of_a_kernel_are_part_of_it)
{
    stream_begin();
    device_events_enter(&events, 200, 0);
    device_events_enter(&events, 210, 0);
    device_events_leave(&events, 220, 0);
    device_events_leave(&events, 250, 0);
    device_events_leave(&events, 260, 0); /* of nothing */
    CU_ASSERT_EQUAL(use.row_count, 1);
    row_is(0, "kernel", 1, 100, 0);
    CU_ASSERT_EQUAL(events.count, 5);
    stream_end();
}

UNIT_TEST(copies_at_the_same_time_are_told_apart)
{
    stream_begin();
    copy_begin(200, 1, true, 10);
    copy_begin(210, 2, false, 20);
    device_events_completed(&events, 230, 1);
    device_events_completed(&events, 250, 2);
    device_events_completed(&events, 260, 3); /* of no copy */
    CU_ASSERT_EQUAL(use.row_count, 2);
    row_is(0, "copy to device", 1, 60, 10);
    row_is(1, "copy from device", 1, 80, 20);
    stream_end();
}

/* Regions of one name are one kernel, and one copy, however many there are. */
UNIT_TEST(kernels_are_known_by_name_and_class)
{
    char name[16];

    stream_begin();
    for (uint32_t i = 0; i < 1000; i++) {
        snprintf(name, sizeof(name), "kernel %u", i % 500);
        CU_ASSERT_EQUAL(names_device_call(&names, name, CALL_CLASS_OTHER),
                        call_count + i % 500);
    }
    CU_ASSERT_EQUAL(names_device_call(&names, "kernel 7", CALL_CLASS_P2P),
                    call_count + 500);
    CU_ASSERT_EQUAL(names_device_call(&names, "kernel", CALL_CLASS_OTHER),
                    call_count + 501);
    CU_ASSERT_EQUAL(profile->call_count, call_count + 502);
    stream_end();
}

UNIT_TEST(what_ends_before_it_starts_takes_no_time)
{
    stream_begin();
    device_events_enter(&events, 300, 0);
    device_events_leave(&events, 200, 0);
    copy_begin(500, 1, true, 10);
    device_events_completed(&events, 400, 1);
    CU_ASSERT_EQUAL(use.row_count, 2);
    row_is(0, "kernel", 1, 0, 0);
    row_is(1, "copy to device", 1, 0, 10);
    stream_end();
}

UNIT_TEST(a_kernel_that_goes_on_ends_with_the_run)
{
    stream_begin();
    device_events_end(&events);
    CU_ASSERT_EQUAL(use.row_count, 0);
    device_events_enter(&events, 900, 0);
    device_events_end(&events);
    device_events_end(&events);
    device_events_enter(&events, 1100, 0); /* behind the end */
    device_events_end(&events);
    CU_ASSERT_EQUAL(use.row_count, 1);
    row_is(0, "kernel", 1, 200, 0);
    stream_end();
}

UNIT_TEST(artificial_regions_are_no_kernels)
{
    stream_begin();
    names_put_region(&names, 1,
                     &(struct names_region){ .kind = REGION_UNSEEN,
                                             .name = 1,
                                             .artificial = true });
    device_events_enter(&events, 200, 1);
    copy_begin(210, 1, true, 10);
    device_events_completed(&events, 220, 1);
    device_events_leave(&events, 300, 1);
    CU_ASSERT_EQUAL(use.row_count, 1);
    row_is(0, "copy to device", 1, 20, 10);
    stream_end();
}

UNIT_TEST(of_too_many_copies_the_first_is_lost)
{
    stream_begin();
    for (uint64_t i = 0; i <= DEVICE_COPIES; i++)
        copy_begin(200, i, true, 1);
    for (uint64_t i = 0; i <= DEVICE_COPIES; i++)
        device_events_completed(&events, 210, i);
    CU_ASSERT_EQUAL(use.row_count, 1);
    row_is(0, "copy to device", DEVICE_COPIES, DEVICE_COPIES * 20,
           DEVICE_COPIES);
    stream_end();
}

UNIT_TEST(a_copy_counts_where_it_starts_and_takes_the_time_inside)
{
    stream_begin();
    copy_begin(50, 1, true, 10);
    device_events_completed(&events, 150, 1);
    copy_begin(900, 1, true, 10);
    device_events_completed(&events, 1100, 1);
    device_events_enter(&events, 1000, 0);
    device_events_leave(&events, 1100, 0);
    CU_ASSERT_EQUAL(use.row_count, 1);
    row_is(0, "copy to device", 1, 300, 10);
    stream_end();
}

static void memory_metric(uint32_t id)
{
    struct names_memory *metric =
        names_element(&names, &names.memories, id, sizeof(*metric));

    CU_ASSERT_PTR_NOT_NULL_FATAL(metric);
    *metric = (struct names_memory){ .defined = true,
                                     .name = 1,
                                     .group = NAMES_NONE };
}

UNIT_TEST(memory_counts_in_the_measured_part)
{
    stream_begin();
    memory_metric(7);
    device_events_memory(&events, 10, 7, 9000);
    device_events_memory(&events, 20, 7, 400);
    device_events_memory(&events, 550, 7, 100);
    device_events_memory(&events, 550, 3, 77777); /* another metric */
    device_events_memory(&events, 1000, 7, 88888);
    device_events_end(&events);
    CU_ASSERT_EQUAL_FATAL(memory.count, 1);
    CU_ASSERT_STRING_EQUAL(memory.items[0].name, "kernel");
    CU_ASSERT_STRING_EQUAL(memory.items[0].place, "");
    CU_ASSERT_EQUAL(memory.items[0].readings, 1);
    CU_ASSERT_EQUAL(memory.items[0].most, 400);
    CU_ASSERT_EQUAL(memory.items[0].most_at, 100); /* 50 ticks */
    CU_ASSERT_EQUAL(memory.items[0].mean, 250);
    CU_ASSERT_EQUAL(memory.items[0].last, 100);
    CU_ASSERT_EQUAL(memory.items[0].highest[0], 0);
    CU_ASSERT_EQUAL(memory.items[0].highest[1], 400);
    CU_ASSERT_EQUAL(memory.items[0].highest[9], 400);
    CU_ASSERT_EQUAL(memory.items[0].highest[11], 100);
    CU_ASSERT_EQUAL(memory.items[0].highest[18], 100);
    CU_ASSERT_EQUAL(memory.items[0].highest[19], 0);
    stream_end();
}
