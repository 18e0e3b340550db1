/*
 * read_retry.h - reads an archive in a process of its own, and once more
 * without a location whose events that one did not survive.
 *
 * Memory: the caller's.  Errors: logged.
 */
#ifndef ARCHIVE_WORKERS_READ_RETRY_H
#define ARCHIVE_WORKERS_READ_RETRY_H

#include "base/progress.h"
#include "model/replay_log.h"
#include "archive/reader/read_progress.h"

struct attempt {
    const char *anchor;
    const struct progress *progress; /* or NULL */
    struct replay_log *log; /* or NULL */
    struct read_watch *watch; /* shared */
    struct read_workers workers;
    enum apart_end end;
    char result[40]; /* the path of what comes of it */
};

/* Until one comes to its end. */
enum status attempt_all(struct attempt *attempt);
/* Then: the profile; it and the log know the window. */
enum status attempt_open(const struct attempt *attempt, struct profile **out);

#endif
