/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_rma_null.c - built without OTF2. */
#include "measure/trace/trace_rma.h"

#include "measure/trace/trace_nothing.h"

NOTHING(trace_rma_begin);
NOTHING(trace_rma_end);
NOTHING(trace_rma_group);
NOTHING(trace_transfer);
NOTHING(trace_transfer_done);
NOTHING(trace_lock_request);
NOTHING(trace_lock_acquire);
NOTHING(trace_lock_release);
