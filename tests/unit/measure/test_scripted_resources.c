/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_scripted_resources.c - what the scripted kernel says that was used is
 * in the profile, of the time in which it was used.
 */
#include "scripted_core.h"

#include <unistd.h>

#include "base/own_use.h"
#include "call_ids.h"
#include "measure/record/record_resources.h"
#include "scripted_kernel.h"
#include "unit.h"

#define MS 1000000ull

static void begin(int64_t ms)
{
    struct core_script script = { .resources_ms = ms };

    kernel_start(0);
    core_run(&script);
}

static void end(void)
{
    core_end();
    kernel_end();
}

/* The first thread computes so long, and the process with it. */
static void compute_ms(long ms)
{
    struct rusage *thread = &kernel_usage.thread;
    struct rusage *process = &kernel_usage.process;

    script_pass((uint64_t)ms * MS);
    thread->ru_utime.tv_usec += 1000 * ms;
    process->ru_utime.tv_usec += 1000 * ms;
}

static uint64_t total(enum resource resource)
{
    return resources_total(&rank.resources, resource);
}

UNIT_TEST(processor_time_is_what_was_used)
{
    kernel_usage.process.ru_utime.tv_sec = 5; /* before the run */
    begin(10);
    for (int i = 0; i < 10; i++) {
        compute_ms(20);
        kernel_usage.process.ru_stime.tv_usec += 3000;
        core_call(CALL_MPI_Wait, 0);
    }
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_USER), 200000);
    CU_ASSERT_EQUAL(total(RESOURCE_SYSTEM), 30000);
    CU_ASSERT_EQUAL(total(RESOURCE_MAIN), 200000);
    CU_ASSERT_EQUAL(total(RESOURCE_OFF), 0);
    CU_ASSERT_EQUAL(rank.resources.readings, 11);
}

/* Useful time in which the first thread had no processor: 170 of 280 ms; what
 * it waits in MPI is none. */
UNIT_TEST(without_a_processor_is_what_is_left)
{
    begin(10);
    compute_ms(100);
    kernel_usage.queued_ns += 4 * MS;
    core_call(CALL_MPI_Wait, 30 * MS);
    script_pass(150 * MS);
    core_call(CALL_MPI_Wait, 500 * MS);
    compute_ms(10);
    script_pass(20 * MS);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_OFF), 170000);
    CU_ASSERT_EQUAL(total(RESOURCE_MAIN), 110000);
    CU_ASSERT_EQUAL(total(RESOURCE_QUEUED), 4000);
}

/* Spread evenly between two readings, in bins of 1 ms. */
UNIT_TEST(bins_have_what_was_used_in_their_time)
{
    begin(4);
    compute_ms(4);
    core_call(CALL_MPI_Wait, 0);
    kernel_usage.written += 4000;
    kernel_usage.process.ru_minflt += 8;
    script_pass(4 * MS);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL_FATAL(rank.resources.bins, 8);
    CU_ASSERT_EQUAL(rank.resources.bin_width, MS);
    for (int i = 0; i < 8; i++) {
        uint64_t *bin = rank.resources.value[i];

        CU_ASSERT_EQUAL(bin[RESOURCE_USER], i < 4 ? 1000 : 0);
        CU_ASSERT_EQUAL(bin[RESOURCE_WRITTEN], i < 4 ? 0 : 1000);
        CU_ASSERT_EQUAL(bin[RESOURCE_MINOR_FAULTS], i < 4 ? 0 : 2);
    }
}

/* The kernel is asked later than the clock: no share is above 100 %, and what
 * is too much for one stretch belongs to the next. */
UNIT_TEST(waiting_for_a_core_is_no_longer_than_time)
{
    begin(4);
    script_pass(4 * MS);
    kernel_usage.queued_ns += 7 * MS;
    core_call(CALL_MPI_Wait, 0);
    script_pass(4 * MS);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL_FATAL(rank.resources.bins, 8);
    for (int i = 0; i < 8; i++)
        CU_ASSERT(rank.resources.value[i][RESOURCE_QUEUED] <= 1000);
    CU_ASSERT_EQUAL(total(RESOURCE_QUEUED), 7000);
}

/* Less often than the run is long: at its two ends alone. */
UNIT_TEST(it_is_read_as_often_as_asked_for)
{
    begin(3600000);
    for (int i = 0; i < 100; i++) {
        compute_ms(5);
        core_call(CALL_MPI_Wait, 0);
    }
    end();
    CU_ASSERT_EQUAL(rank.resources.readings, 2);
    CU_ASSERT_EQUAL(total(RESOURCE_USER), 500000);
}

/* Our own reading of files is none of the program's. */
UNIT_TEST(bytes_and_memory_are_the_programs)
{
    uint64_t kib = (uint64_t)sysconf(_SC_PAGESIZE) / 1024;

    kernel_usage.resident_pages = 1000;
    begin(10);
    for (int i = 0; i < 6; i++) {
        script_pass(20 * MS);
        kernel_usage.read += 1 << 20;
        kernel_usage.written += 2 << 20;
        kernel_usage.disk_written += 4096;
        kernel_usage.process.ru_nivcsw += 3;
        kernel_usage.resident_pages = i == 3 ? 9000 : 2000;
        core_call(CALL_MPI_Wait, 0);
    }
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_READ), 6 << 20);
    CU_ASSERT_EQUAL(total(RESOURCE_WRITTEN), 12 << 20);
    CU_ASSERT_EQUAL(total(RESOURCE_DISK_WRITTEN), 6 * 4096);
    CU_ASSERT_EQUAL(total(RESOURCE_INVOLUNTARY), 18);
    CU_ASSERT_EQUAL(total(RESOURCE_RESIDENT), 9000 * kib);
}

/* Our pages count before the kernel counts them: 5, of which it has seen 2 in the
 * first stretch, and all in the second, with 7 of the program. */
UNIT_TEST(pages_of_our_files_are_not_the_programs)
{
    kernel_usage.disk_written = 100 * 4096; /* before the run */
    begin(10);
    for (int i = 0; i < 3; i++) {
        static const uint64_t kernel[] = { 2, 3 + 7, 1 }, ours[] = { 5, 0, 1 };

        script_pass(20 * MS);
        own_use_stored(ours[i] * 4096);
        kernel_usage.disk_written += kernel[i] * 4096;
        core_call(CALL_MPI_Wait, 0);
    }
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_DISK_WRITTEN), 7 * 4096);
}

/* Before the run: 5 pages, of which the kernel sees 2 at once. */
static void map_files(void)
{
    own_use_stored(5 * 4096);
    kernel_usage.disk_written += 2 * 4096;
}

/* The others in the run, with 7 of the program. */
UNIT_TEST(pages_of_our_files_are_ours_when_they_are_touched)
{
    struct core_script script = { .resources_ms = 10, .starts = map_files };

    kernel_start(0);
    kernel_usage.disk_written = 100 * 4096; /* of the program, before us */
    core_run(&script);
    script_pass(20 * MS);
    kernel_usage.disk_written += (3 + 7) * 4096;
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_DISK_WRITTEN), 7 * 4096);
}

UNIT_TEST(what_a_pause_used_is_left_out)
{
    begin(10);
    compute_ms(50);
    core_pcontrol(0);
    compute_ms(300);
    kernel_usage.read += 1 << 20;
    core_call(CALL_MPI_Wait, 0);
    core_pcontrol(1);
    compute_ms(7);
    core_call(CALL_MPI_Wait, 0);
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_USER), 57000);
    CU_ASSERT_EQUAL(total(RESOURCE_READ), 0);
}

/* As without a free descriptor: the rest is there. */
UNIT_TEST(what_cannot_be_read_is_missing_alone)
{
    begin(10);
    compute_ms(20);
    kernel_usage.no_files = true;
    core_call(CALL_MPI_Wait, 0);
    compute_ms(20);
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_USER), 40000);
    CU_ASSERT_EQUAL(rank.resources.failed[SOURCE_IO], 2);
    CU_ASSERT_EQUAL(rank.resources.failed[SOURCE_STATM], 2);
    CU_ASSERT_EQUAL(rank.resources.failed[SOURCE_USAGE], 0);
}

/* What we use ourselves, and what comes after the start of MPI_Finalize.  The
 * last of these tests: the sums of our own use stay. */
UNIT_TEST(our_own_use_is_not_the_programs)
{
    struct own_use use;

    begin(10);
    compute_ms(20);
    own_use_begin(&use);
    compute_ms(7);
    kernel_usage.process.ru_minflt += 9;
    kernel_usage.thread.ru_minflt += 8;
    own_use_end(&use);
    kernel_usage.written += 3 << 20;
    own_use_wrote(2 << 20);
    record_resources_stop();
    kernel_usage.process.ru_nvcsw += 100;
    end();
    CU_ASSERT_EQUAL(total(RESOURCE_USER), 20000);
    CU_ASSERT_EQUAL(total(RESOURCE_MINOR_FAULTS), 1);
    CU_ASSERT_EQUAL(total(RESOURCE_WRITTEN), 1 << 20);
    CU_ASSERT_EQUAL(total(RESOURCE_VOLUNTARY), 0);
}
