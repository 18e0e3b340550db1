/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_retry.h - reads an archive in a child process, and again without a
 * location whose events killed the child.
 *
 * Memory: the caller's.  Errors: logged.
 */
#ifndef ARCHIVE_WORKERS_READ_RETRY_H
#define ARCHIVE_WORKERS_READ_RETRY_H

#include "base/progress.h"
#include "replay/log/replay_log.h"
#include "archive/workers/read_workers.h"

struct read_retry {
    const char *anchor;
    const struct progress *progress; /* or NULL */
    struct replay_log *log;          /* or NULL */
    struct read_progress *watch;     /* shared */
    struct read_workers workers;
    enum subprocess_end end;
    char result[40]; /* path of the result */
};

/* Runs until one attempt succeeds. */
enum status read_retry_all(struct read_retry *attempt);
/* Then returns the profile; profile and log know the window. */
enum status read_retry_open(const struct read_retry *attempt,
                            struct profile **out);

#endif
