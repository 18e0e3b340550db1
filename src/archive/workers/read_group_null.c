/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_group_null.c - built without OTF2: nothing to read together.
 */
#include "archive/workers/process_group.h"

#include "base/log.h"

bool read_group_share(const char *anchor_file,
                      const struct process_group *group,
                      const struct time_window *window, bool want_log,
                      struct replay_log **log)
{
    (void)group, (void)window, (void)want_log;
    *log = NULL;
    log_warn("%s: this mpiprof was built without OTF2", anchor_file);
    return false;
}
