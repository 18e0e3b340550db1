/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_null.c - built without OTF2: no trace. */
#include "measure/trace/trace.h"

#include "measure/trace/trace_nothing.h"

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
