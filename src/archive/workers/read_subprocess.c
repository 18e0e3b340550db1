/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_subprocess.c - reads an archive in a child process.
 *
 * The OTF2 library trusts its input: a damaged archive makes some versions
 * crash, loop for ever or exhaust memory.  Such an archive can only be
 * recognised by reading it as the library does, so this happens where it does
 * no harm, and the result is returned as a profile file.  A location whose
 * events kill the child is left out in another attempt.
 */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"
#include "archive/reader/archive_size.h"
#include "archive/workers/read_retry.h"
#include "archive/workers/process_group.h"
#include "archive/workers/read_trace.h"
#include "archive/workers/divide_ranks.h"

static enum status read_into(int result, struct read_retry *attempt,
                             struct profile **out)
{
    enum status status;

    snprintf(attempt->result, sizeof(attempt->result), "/proc/self/fd/%d",
             result);
    status = read_retry_all(attempt);
    if (status == STATUS_OK && attempt->log != NULL)
        attempt->log->status = replay_log_open(attempt->log);
    return status == STATUS_OK ? read_retry_open(attempt, out) : status;
}

/* How many workers, and what all that is read may take. */
static struct read_workers workers_for(const char *anchor,
                                       const struct readers *readers)
{
    uint64_t bytes = archive_size(anchor);
    uint32_t jobs = readers->jobs;

    return (struct read_workers){
        .count = jobs > 0 ? jobs
                          : divide_ranks_workers(bytes, archive_files(anchor)),
        .memory_bytes = READ_MEMORY_BASE + READ_MEMORY_PER_BYTE * bytes,
        .window = readers->window
    };
}

static enum status read_alone(const char *anchor_file,
                              const struct readers *readers,
                              const struct progress *progress,
                              struct replay_log *log, struct profile **out)
{
    struct read_retry attempt = {
        .anchor = anchor_file,
        .progress = progress,
        .log = log,
        .watch = subprocess_shared(sizeof(*attempt.watch)),
        .workers = workers_for(anchor_file, readers)
    };
    int result = memfd_create("mpiprof", MFD_CLOEXEC);
    enum status status;

    if (log != NULL && attempt.workers.count > 1)
        attempt.workers.count = replay_log_divide(log, attempt.workers.count);
    if (attempt.watch == NULL || result < 0)
        status = log_fail(STATUS_NO_MEMORY, "%s", anchor_file);
    else
        status = read_into(result, &attempt, out);
    if (result >= 0)
        close(result); /* what was opened stays mapped */
    subprocess_unshare(attempt.watch, sizeof(*attempt.watch));
    return status;
}

enum status read_trace(const char *anchor_file, const struct readers *readers,
                       const struct progress *progress, struct replay_log *log,
                       struct profile **out)
{
    static const struct readers any = { .jobs = 0 };

    if (readers == NULL)
        readers = &any;
    if (readers->group != NULL)
        return read_in_group(anchor_file, readers, progress, log, out);
    return read_alone(anchor_file, readers, progress, log, out);
}
