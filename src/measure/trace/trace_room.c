/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_room.c - reserves disk space before OTF2 writes.
 *
 * OTF2 crashes some time after a failed write, so none may be started without
 * space.  If a file system cannot reserve space, its reported free space is
 * used.
 */
#define _GNU_SOURCE
#include "measure/trace/trace_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/own_use.h"
#include "base/text/strbuf.h"

/* OTF2's own part of the records. */
#define SLACK 65536u

static bool size_is_allowed(uint64_t bytes)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
           limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur;
}

static bool space_is_free(int file, uint64_t bytes)
{
    struct statvfs space;
    struct stat about;

    if (fstatvfs(file, &space) != 0 || fstat(file, &about) != 0)
        return true;
    return bytes <=
           (uint64_t)space.f_bavail * space.f_frsize + (uint64_t)about.st_size;
}

/* 0, or the errno of why not; so below. */
static int reserve_bytes(int file, uint64_t bytes)
{
    if (fallocate(file, FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes) == 0)
        return 0;
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
        return errno;
    return space_is_free(file, bytes) ? 0 : ENOSPC;
}

static int open_events(const struct trace_writer *writer)
{
    struct trace *trace = writer->trace;
    uint64_t location =
        archive_location_id(writer->thread, (uint32_t)trace->collective.rank);
    struct strbuf path = { 0 };
    int file = -1;

    strbuf_printf(&path, "%s/run/%llu.evt", trace->directory,
                  (unsigned long long)location);
    errno = ENOMEM;
    if (!path.failed)
        file = open(path.text, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    strbuf_clear(&path);
    return file;
}

static int room_reserve(const struct trace_writer *writer)
{
    uint64_t bytes = writer->chunks * writer->trace->chunk_bytes + SLACK;
    int file, why;

    if (!size_is_allowed(bytes))
        return EFBIG;
    file = open_events(writer);
    if (file < 0)
        return errno;
    why = reserve_bytes(file, bytes);
    __atomic_store_n(&writer->trace->stores, own_use_stores(file),
                     __ATOMIC_RELAXED);
    close(file);
    return why;
}

bool trace_room_take(const struct trace_writer *writer)
{
    struct trace *trace = writer->trace;
    int why = room_reserve(writer);

    if (why == ENOSPC || why == EDQUOT)
        trace_note_error(trace, "no room left in %s", trace->directory);
    else if (why != 0)
        trace_note_error(trace, "%s (%s/run)", strerror(why),
                         trace->directory);
    return why == 0;
}

void trace_room_return(const struct trace_writer *writer)
{
    struct stat about;
    int file = open_events(writer);

    if (file < 0)
        return;
    if (fstat(file, &about) == 0)
        (void)!ftruncate(file, about.st_size);
    close(file);
}
