/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_group.c - an archive, read by the processes of a group.
 *
 * For a window each process first finds the start of its ranks, so that all
 * count from the earliest.  Each reads its share and reports its status; if
 * all succeed, number 0 gets the packets (rank_packet.h) of all and merges
 * them, in a child process as for any reading.
 */
#define _GNU_SOURCE /* memfd_create */
#include "archive/workers/process_group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/log.h"
#include "archive/reader/archive_size.h"
#include "archive/workers/read_retry.h"
#include "archive/workers/read_trace.h"

#define LINE_BYTES 2048
#define HOST_BYTES 64
#define LINE_START "mpiprof: "

/* How one process fared with its share. */
struct reader_report {
    enum status status, log_status;
    uint32_t left_out_count;
    struct left_out left_out; /* the last one */
    uint64_t bytes;           /* of its packets */
    uint64_t origin;          /* of a window: of the own ranks */
    char host[HOST_BYTES];
    char line[LINE_BYTES]; /* the first that it has logged */
};

struct share {
    const char *anchor;
    struct time_window window;
    uint64_t origin; /* of the window, once all have looked for it */
    const struct process_group *group;
    struct replay_log *log;
    struct reader_report *report; /* shared with the process that reads */
    int *packets; /* of each; number 0 has all, others theirs */
};

/* ---- the own share ---- */

static void keep_line(const char *line, void *context)
{
    struct reader_report *report = context;

    if (report->line[0] == '\0')
        snprintf(report->line, sizeof(report->line), "%s", line);
}

static struct read_retry read_retry_of(const struct share *share,
                                       enum read_role role)
{
    const struct process_group *group = share->group;
    uint64_t bytes = archive_size(share->anchor);

    return (struct read_retry){
        .anchor = share->anchor,
        .log = share->log,
        .watch = subprocess_shared(sizeof(struct read_progress)),
        .workers = { .count = group->count,
                     .role = role,
                     .mine = group->mine,
                     .packets = share->packets,
                     .window = share->window,
                     .origin = share->origin,
                     .memory_bytes =
                         READ_MEMORY_BASE + READ_MEMORY_PER_BYTE * bytes }
    };
}

static void note_attempt(struct reader_report *report,
                         const struct read_retry *attempt)
{
    const struct read_progress *watch = attempt->watch;

    report->left_out_count = watch->left_out_count;
    if (watch->left_out_count > 0)
        report->left_out = watch->left_out[watch->left_out_count - 1];
    if (attempt->log != NULL && report->log_status == STATUS_OK)
        report->log_status = watch->log_status;
}

static uint64_t size_of(int file)
{
    struct stat facts;

    return file >= 0 && fstat(file, &facts) == 0 ? (uint64_t)facts.st_size : 0;
}

/* A process without a share finds nothing. */
static enum status find_origin(const struct read_retry *attempt,
                               uint64_t *origin)
{
    struct read_retry first = *attempt;
    enum status status;

    first.workers.role = READ_ORIGIN;
    first.log = NULL;
    first.progress = NULL;
    status = read_retry_all(&first);
    if (status == STATUS_OK && first.watch->origin_known)
        *origin = first.watch->origin;
    return status;
}

/* Merges the findings of all ranks.  reports: number 0's room. */
static uint64_t origin_of_all(const struct share *share,
                              struct reader_report *reports)
{
    const struct process_group *group = share->group;
    uint64_t origin = UINT64_MAX;

    group->gather(group->context, share->report, reports, sizeof(*reports));
    for (uint32_t i = 0; group->mine == 0 && i < group->count; i++)
        if (reports[i].origin < origin)
            origin = reports[i].origin;
    group->tell(group->context, &origin, sizeof(origin));
    return origin;
}

static void read_own(struct share *share, struct reader_report *reports,
                     const struct progress *progress)
{
    struct read_retry attempt = read_retry_of(share, READ_SHARE);
    struct reader_report *report = share->report;

    attempt.progress = progress;
    log_set_sink(keep_line, report);
    if (attempt.watch == NULL || share->packets[share->group->mine] < 0)
        report->status = log_fail(STATUS_NO_MEMORY, "%s", share->anchor);
    if (share->window.given) {
        report->origin = UINT64_MAX;
        if (report->status == STATUS_OK)
            report->status = find_origin(&attempt, &report->origin);
        share->origin = origin_of_all(share, reports);
        attempt.workers.origin = share->origin;
    }
    if (report->status == STATUS_OK)
        report->status = read_retry_all(&attempt);
    log_set_sink(NULL, NULL);
    if (attempt.watch != NULL)
        note_attempt(report, &attempt);
    report->bytes = size_of(share->packets[share->group->mine]);
    subprocess_unshare(attempt.watch, sizeof(*attempt.watch));
}

/* ---- number 0: how it went ---- */

static void show_line(const struct reader_report *reports, uint32_t number)
{
    const char *line = reports[number].line;
    size_t start = strlen(LINE_START);

    if (number == 0)
        log_line(line);
    else
        log_warn("process %u on %s: %s", number, reports[number].host,
                 strncmp(line, LINE_START, start) == 0 ? line + start : line);
}

/* The first that has failed, else the first that has something to say: what all
 * say is said once. */
static void show_first(const struct reader_report *reports, uint32_t count)
{
    uint32_t first = count;

    for (uint32_t i = 0; i < count; i++)
        if (reports[i].line[0] != '\0' &&
            (first == count || (reports[first].status == STATUS_OK &&
                                reports[i].status != STATUS_OK)))
            first = i;
    if (first < count)
        show_line(reports, first);
}

/* As many as one process would leave out, of all together. */
static enum status check_left_out(const struct share *share,
                                  const struct reader_report *reports)
{
    struct read_progress watch = { .in_events = true };
    uint32_t count = 0;
    bool stuck = false;

    for (uint32_t i = 0; i < share->group->count; i++) {
        count += reports[i].left_out_count;
        if (reports[i].left_out_count == 0)
            continue;
        watch.location = reports[i].left_out.location;
        stuck = reports[i].left_out.stuck;
    }
    if (count <= READ_PROGRESS_MOST_LEFT_OUT)
        return STATUS_OK;
    return read_progress_refuse(&watch, share->anchor,
                                stuck ? SUBPROCESS_STUCK : SUBPROCESS_CRASHED);
}

static enum status judge_reports(const struct share *share,
                                 const struct reader_report *reports)
{
    uint32_t count = share->group->count;

    show_first(reports, count);
    for (uint32_t i = 0; i < count; i++)
        if (reports[i].status != STATUS_OK)
            return reports[i].status;
    return check_left_out(share, reports);
}

static enum status log_status_of(const struct reader_report *reports,
                                 uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (reports[i].log_status != STATUS_OK)
            return reports[i].log_status;
    return STATUS_OK;
}

/* ---- number 0: putting together ---- */

static enum status collect_packets(const struct share *share,
                                   const struct reader_report *reports)
{
    uint32_t count = share->group->count;
    uint64_t *sizes = calloc(count, sizeof(*sizes));
    bool kept = sizes != NULL;

    for (uint32_t i = 0; kept && i < count; i++)
        sizes[i] = reports[i].bytes;
    kept = kept &&
           share->group->collect(share->group->context, share->packets, sizes);
    free(sizes);
    return kept ? STATUS_OK : log_fail(STATUS_NO_MEMORY, "%s", share->anchor);
}

static enum status read_retry_together(const struct share *share, int result,
                                       struct profile **out)
{
    struct read_retry attempt = read_retry_of(share, READ_TOGETHER);
    enum status status;

    if (attempt.watch == NULL || result < 0)
        return log_fail(STATUS_NO_MEMORY, "%s", share->anchor);
    snprintf(attempt.result, sizeof(attempt.result), "/proc/self/fd/%d",
             result);
    status = read_retry_all(&attempt);
    if (status == STATUS_OK && share->log != NULL)
        share->log->status = replay_log_open(share->log);
    if (status == STATUS_OK)
        status = read_retry_open(&attempt, out);
    subprocess_unshare(attempt.watch, sizeof(*attempt.watch));
    return status;
}

static enum status put_together(const struct share *share,
                                const struct reader_report *reports,
                                struct profile **out)
{
    int result = memfd_create("mpiprof", MFD_CLOEXEC);
    struct replay_log *log = share->log;
    enum status status = read_retry_together(share, result, out);

    if (result >= 0)
        close(result);
    if (log == NULL)
        return status;
    log->remote = &share->group->remote;
    if (log->status == STATUS_OK)
        log->status = log_status_of(reports, share->group->count);
    return status;
}

static enum status lead_group(struct share *share,
                              struct reader_report *reports,
                              const struct progress *progress,
                              struct profile **out)
{
    const struct process_group *group = share->group;
    enum status status;

    group->call(group->context, share->anchor, &share->window,
                share->log != NULL);
    read_own(share, reports, progress);
    group->gather(group->context, share->report, reports, sizeof(*reports));
    status = judge_reports(share, reports);
    group->tell(group->context, &status, sizeof(status));
    if (status == STATUS_OK)
        status = collect_packets(share, reports);
    return status == STATUS_OK ? put_together(share, reports, out) : status;
}

static void follow_group(struct share *share)
{
    const struct process_group *group = share->group;
    enum status status;

    read_own(share, NULL, NULL);
    group->gather(group->context, share->report, NULL, sizeof(*share->report));
    group->tell(group->context, &status, sizeof(status));
    if (status == STATUS_OK)
        group->collect(group->context, share->packets, NULL);
}

/* ---- the share ---- */

static bool make_share(struct share *share)
{
    const struct process_group *group = share->group;
    bool all = group->mine == 0;

    share->report = subprocess_shared(sizeof(*share->report));
    share->packets = calloc(group->count, sizeof(*share->packets));
    if (share->report == NULL || share->packets == NULL)
        return false;
    for (uint32_t i = 0; i < group->count; i++)
        share->packets[i] = all || i == group->mine
                                ? memfd_create("mpiprof", MFD_CLOEXEC)
                                : -1;
    if (gethostname(share->report->host, HOST_BYTES - 1) != 0)
        strcpy(share->report->host, "an unknown host");
    return true;
}

static void clear_share(struct share *share)
{
    for (uint32_t i = 0; share->packets != NULL && i < share->group->count;
         i++)
        if (share->packets[i] >= 0)
            close(share->packets[i]);
    subprocess_unshare(share->report, sizeof(*share->report));
    free(share->packets);
}

enum status read_in_group(const char *anchor_file,
                          const struct readers *readers,
                          const struct progress *progress,
                          struct replay_log *log, struct profile **out)
{
    const struct process_group *group = readers->group;
    struct share share = { .anchor = anchor_file,
                           .group = group,
                           .log = log,
                           .window = readers->window };
    struct reader_report *reports = calloc(group->count, sizeof(*reports));
    enum status status = STATUS_NO_MEMORY;

    if (log != NULL)
        log->status = replay_log_divide_among(log, group->count, 1);
    if (log != NULL && log->status != STATUS_OK)
        share.log = NULL; /* it has no parts; said */
    if (!make_share(&share) || reports == NULL)
        log_fail(status, "%s", anchor_file);
    else
        status = lead_group(&share, reports, progress, out);
    clear_share(&share);
    free(reports);
    return status;
}

/* Number 0 reports problems of its folder. */
static struct replay_log *make_log(const struct share *share)
{
    const struct process_group *group = share->group;
    struct reader_report *report = share->report;
    struct replay_log *log = NULL;

    log_set_sink(keep_line, report);
    report->log_status = replay_log_create(&log);
    if (report->log_status == STATUS_OK)
        report->log_status =
            replay_log_divide_among(log, group->count, group->mine + 1);
    log_set_sink(NULL, NULL);
    if (report->log_status == STATUS_OK)
        return log;
    replay_log_destroy(log);
    return NULL;
}

bool read_group_share(const char *anchor_file,
                      const struct process_group *group,
                      const struct time_window *window, bool want_log,
                      struct replay_log **log)
{
    struct share share = { .anchor = anchor_file,
                           .group = group,
                           .window = *window };
    bool made = make_share(&share);

    *log = NULL;
    if (made && want_log)
        *log = share.log = make_log(&share);
    if (made)
        follow_group(&share);
    else
        log_fail(STATUS_NO_MEMORY, "%s", anchor_file);
    clear_share(&share);
    return made;
}
