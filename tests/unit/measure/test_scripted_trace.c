/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_scripted_trace.c - what writing the trace takes is nobody's time, by a
 * scripted clock.  The writer is stopped, so it needs no archive.
 */
#include "scripted_core.h"

#include "call_ids.h"
#include "measure/record/thread.h"
#include "measure/trace/trace_internal.h"
#include "unit.h"

static const struct core_script alone = { .callpath = 1 };

/* After the last record and before the next call begins. */
static void write_trace(struct trace_writer *writer, uint64_t ns)
{
    script_pass(ns);
    writer->flush_ticks += ns;
}

static struct trace_writer *start(struct trace_writer *writer)
{
    struct thread *thread;

    core_run(&alone);
    thread = hook_thread.data;
    thread->writer = writer;
    return writer;
}

static uint64_t useful_in_bins(void)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < rank.timeline.bins; i++)
        sum += rank.timeline.time[i][CALL_CLASS_COUNT];
    return sum;
}

UNIT_TEST(writing_between_calls_is_not_useful)
{
    struct trace_writer stopped = { .state = WRITER_STOPPED };
    struct trace_writer *writer = start(&stopped);

    script_pass(100);
    core_barrier(20);
    write_trace(writer, 5000);
    script_pass(30);
    core_barrier(7);
    script_pass(4);
    core_end();
    CU_ASSERT_EQUAL(rank_data_useful(&rank), 134);
    CU_ASSERT_EQUAL(useful_in_bins(), 134);
    CU_ASSERT_EQUAL(rank.mpi[CALL_CLASS_COLLECTIVE], 27);
    CU_ASSERT_EQUAL(core_row(CALL_MPI_Barrier)->time.sum, 27);
}

UNIT_TEST(writing_is_in_no_region)
{
    struct trace_writer stopped = { .state = WRITER_STOPPED };
    struct trace_writer *writer = start(&stopped);

    core_mark("solve");
    script_pass(10);
    core_barrier(3);
    write_trace(writer, 5000);
    script_pass(10);
    core_barrier(3);
    core_mark_end("solve");
    core_end();
    CU_ASSERT_EQUAL(core_region("solve")->inclusive, 26);
}
