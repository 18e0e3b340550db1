/* SPDX-License-Identifier: BSD-3-Clause */
/* trace_io_null.c - built without OTF2. */
#include "measure/trace/trace_io.h"

#include "measure/trace/trace_nothing.h"

NOTHING(trace_file_open);
NOTHING(trace_file_close);
NOTHING(trace_file_delete);
NOTHING(trace_file_seek);
NOTHING(trace_io_begin);
NOTHING(trace_io_complete);
NOTHING(trace_io_note);
