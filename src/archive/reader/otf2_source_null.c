/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_source_null.c - built without OTF2: archives cannot be read.
 */
#include "archive/reader/otf2_source.h"

#include "archive/events/reading.h"
#include "base/log.h"

static enum status otf2_open(struct reading *reading)
{
    return log_fail(STATUS_UNSUPPORTED,
                    "%s: this mpiprof was built without OTF2",
                    reading->anchor);
}

static void otf2_close(struct reading *reading)
{
    (void)reading;
}

const struct trace_source otf2_source = { .suffix = ".otf2",
                                          .open = otf2_open,
                                          .close = otf2_close };
