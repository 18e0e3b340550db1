/*
 * read_otf2_null.c - built without OTF2: archives cannot be read.
 */
#include "read/read_otf2.h"

#include "base/log.h"

enum status read_otf2(const char *anchor_file, uint32_t jobs,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out)
{
    (void)jobs, (void)progress, (void)log;
    *out = NULL;
    return log_fail(STATUS_UNSUPPORTED,
                    "%s: this mpiprof was built without OTF2", anchor_file);
}
