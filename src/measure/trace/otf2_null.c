/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_null.c - built without OTF2: no trace.
 *
 * Without a writer most functions have nothing to do: NOTHING() makes them other
 * names of one that returns 0, NULL or false.
 */
#include "measure/trace/trace.h"

#include "measure/trace/trace_io.h"
#include "measure/trace/trace_rma.h"

/* The types of these functions differ, and compilers know different warnings. */
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wattribute-alias"

static __attribute__((used)) uint64_t trace_nothing(void)
{
    return 0;
}

#define NOTHING(name) \
    extern __typeof__(name) name __attribute__((alias("trace_nothing")))

enum status trace_open(const struct trace_config *config, struct trace **out)
{
    (void)config;
    *out = NULL;
    return STATUS_UNSUPPORTED;
}

enum status trace_close(struct trace *trace,
                        const struct trace_closing *closing,
                        struct trace_totals *totals)
{
    (void)trace, (void)closing;
    *totals = (struct trace_totals){ 0 };
    return STATUS_UNSUPPORTED;
}

NOTHING(trace_writer_create);
NOTHING(trace_begin_run);
NOTHING(trace_keep);
NOTHING(trace_takes);
NOTHING(trace_takes_message);
NOTHING(trace_takes_persistent);
NOTHING(trace_takes_receive);
NOTHING(trace_takes_transfer);
NOTHING(trace_passes);
NOTHING(trace_is_off);
NOTHING(trace_region_rules);
NOTHING(trace_writer_flush_ticks);
NOTHING(trace_enter);
NOTHING(trace_enter_on);
NOTHING(trace_leave);
NOTHING(trace_leave_failed);
NOTHING(trace_counters);
NOTHING(trace_first_counters);
NOTHING(trace_send);
NOTHING(trace_isend);
NOTHING(trace_isend_complete);
NOTHING(trace_recv);
NOTHING(trace_irecv_request);
NOTHING(trace_irecv);
NOTHING(trace_cancelled);
NOTHING(trace_collective_begin);
NOTHING(trace_collective_end);
NOTHING(trace_icollective_request);
NOTHING(trace_icollective_complete);
NOTHING(trace_comm_create);
NOTHING(trace_comm_destroy);
NOTHING(trace_region_enter);
NOTHING(trace_region_leave);
NOTHING(trace_on_off);
NOTHING(trace_sample);
NOTHING(trace_samples_end);
NOTHING(trace_abandon);

NOTHING(trace_file_open);
NOTHING(trace_file_close);
NOTHING(trace_file_delete);
NOTHING(trace_file_seek);
NOTHING(trace_io_begin);
NOTHING(trace_io_complete);
NOTHING(trace_io_note);

NOTHING(trace_rma_begin);
NOTHING(trace_rma_end);
NOTHING(trace_rma_group);
NOTHING(trace_transfer);
NOTHING(trace_transfer_done);
NOTHING(trace_lock_request);
NOTHING(trace_lock_acquire);
NOTHING(trace_lock_release);
