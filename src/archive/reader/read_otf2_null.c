/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_otf2_null.c - built without OTF2: archives cannot be read.
 */
#include "archive/workers/read_trace.h"

#include "base/log.h"

enum status read_otf2(const char *anchor_file, const struct readers *readers,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out)
{
    (void)readers, (void)progress, (void)log;
    *out = NULL;
    return log_fail(STATUS_UNSUPPORTED,
                    "%s: this mpiprof was built without OTF2", anchor_file);
}
