/*
 * read_otf2_null.c - built without OTF2: archives cannot be read.
 */
#include "read/read_otf2.h"

#include "base/log.h"
#include "read/crew.h"

enum status read_otf2(const char *anchor_file, const struct readers *readers,
                      const struct progress *progress, struct replay_log *log,
                      struct profile **out)
{
    (void)readers, (void)progress, (void)log;
    *out = NULL;
    return log_fail(STATUS_UNSUPPORTED,
                    "%s: this mpiprof was built without OTF2", anchor_file);
}

bool read_crew_share(const char *anchor_file, const struct crew *crew,
                     const struct time_window *window, bool want_log,
                     struct replay_log **log)
{
    (void)crew, (void)window, (void)want_log;
    *log = NULL;
    log_warn("%s: this mpiprof was built without OTF2", anchor_file);
    return false;
}
