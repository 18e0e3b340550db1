/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/resources/usage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/own_use.h"

/* The kernel's count of our own readings.  They may be off by one of another
 * thread. */
static uint64_t own_bytes;

/* Bytes written to storage at usage_begin(): all, and ours among them. */
static struct {
    uint64_t all, ours;
} stored_before;

size_t usage_read_file(const char *path, char *text, size_t room)
{
    int saved = errno;
    long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    long length = 0;

    if (file >= 0) {
        length = syscall(SYS_read, file, text, room - 1);
        syscall(SYS_close, file);
    }
    errno = saved;
    text[length > 0 ? length : 0] = '\0';
    if (length <= 0)
        return 0;
    own_bytes += (uint64_t)length;
    return (size_t)length;
}

static uint64_t not_ours(uint64_t value, enum own_use_kind kind)
{
    uint64_t ours = own_use_sum(kind);

    return value > ours ? value - ours : 0;
}

static void read_process(struct resource_reading *out)
{
    static const enum resource of[OWN_WRITTEN] = {
        [OWN_USER_US] = RESOURCE_USER,
        [OWN_SYSTEM_US] = RESOURCE_SYSTEM,
        [OWN_MINOR_FAULTS] = RESOURCE_MINOR_FAULTS,
        [OWN_MAJOR_FAULTS] = RESOURCE_MAJOR_FAULTS,
        [OWN_VOLUNTARY] = RESOURCE_VOLUNTARY,
        [OWN_INVOLUNTARY] = RESOURCE_INVOLUNTARY
    };
    struct rusage usage;
    struct own_use use;

    if (getrusage(RUSAGE_SELF, &usage) != 0)
        return;
    own_use_of(&usage, &use);
    out->sources |= 1u << SOURCE_USAGE;
    for (enum own_use_kind kind = 0; kind < OWN_WRITTEN; kind++)
        out->value[of[kind]] = not_ours(use.value[kind], kind);
    out->peak_kib = (uint64_t)usage.ru_maxrss;
}

/* The second number: time on a run queue, ns. */
static void read_queue(struct resource_reading *out)
{
    char text[128], *end;

    if (usage_read_file("/proc/thread-self/schedstat", text, sizeof(text)) ==
        0)
        return;
    strtoull(text, &end, 10);
    out->sources |= 1u << SOURCE_QUEUE;
    out->value[RESOURCE_QUEUED] = strtoull(end, NULL, 10) / 1000;
}

static void read_main(struct resource_reading *out)
{
    struct rusage usage;
    struct own_use use;

    if (getrusage(RUSAGE_THREAD, &usage) != 0)
        return;
    own_use_of(&usage, &use);
    out->sources |= 1u << SOURCE_MAIN;
    out->value[RESOURCE_MAIN] =
        use.value[OWN_USER_US] + use.value[OWN_SYSTEM_US];
    read_queue(out);
}

/* The number behind a name that begins a line; false: it is not there. */
static bool find_number(const char *text, const char *name, uint64_t *out)
{
    for (; text != NULL; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, name, strlen(name)) == 0) {
            *out = strtoull(text + strlen(name), NULL, 10);
            return true;
        }
        if (*text == '\0')
            return false;
    }
    return false;
}

/* Those of the reading itself count only in the next one. */
static void read_io(struct resource_reading *out)
{
    char text[512];
    uint64_t own = own_bytes;

    if (usage_read_file("/proc/self/io", text, sizeof(text)) == 0 ||
        !find_number(text, "rchar: ", &out->value[RESOURCE_READ]) ||
        !find_number(text, "wchar: ", &out->value[RESOURCE_WRITTEN]) ||
        !find_number(text, "read_bytes: ", &out->value[RESOURCE_DISK_READ]) ||
        !find_number(text,
                     "write_bytes: ", &out->value[RESOURCE_DISK_WRITTEN]))
        return;
    out->sources |= 1u << SOURCE_IO;
    if (out->value[RESOURCE_READ] > own)
        out->value[RESOURCE_READ] -= own;
    out->value[RESOURCE_WRITTEN] =
        not_ours(out->value[RESOURCE_WRITTEN], OWN_WRITTEN);
}

/* Since usage_begin(). */
static void leave_out_stored(uint64_t *stored)
{
    uint64_t ours =
        stored_before.all - stored_before.ours + own_use_sum(OWN_STORED);

    *stored = *stored > ours ? *stored - ours : 0;
}

void usage_begin(void)
{
    struct resource_reading now = { 0 };

    read_io(&now);
    stored_before.all = now.value[RESOURCE_DISK_WRITTEN];
    stored_before.ours = own_use_sum(OWN_STORED);
}

/* The second number: resident pages. */
static void read_memory(struct resource_reading *out)
{
    char text[128], *end;

    if (usage_read_file("/proc/self/statm", text, sizeof(text)) == 0)
        return;
    strtoull(text, &end, 10);
    out->sources |= 1u << SOURCE_STATM;
    out->value[RESOURCE_RESIDENT] =
        strtoull(end, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

void usage_read(bool main, struct resource_reading *out)
{
    *out = (struct resource_reading){ 0 };
    read_process(out);
    if (main)
        read_main(out);
    read_io(out);
    leave_out_stored(&out->value[RESOURCE_DISK_WRITTEN]);
    read_memory(out);
}
