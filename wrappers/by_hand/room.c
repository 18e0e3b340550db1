/* SPDX-License-Identifier: BSD-3-Clause */
#include "room.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* What the core, its libraries and tables and the symbols need, twice. */
#define LEAST_MIB 96
/* A few at the begin and the end, and one for each thread that is traced. */
#define LEAST_FILES 16

/* Pages of address space and of data in use; without stdio, which needs
 * memory. */
static int read_pages(uint64_t *space, uint64_t *data)
{
    char text[256];
    unsigned long long words[6];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t length;

    if (file < 0)
        return 0;
    length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return 0;
    text[length] = '\0';
    if (sscanf(text, "%llu %llu %llu %llu %llu %llu", &words[0], &words[1],
               &words[2], &words[3], &words[4], &words[5]) != 6)
        return 0;
    *space = words[0];
    *data = words[5];
    return 1;
}

static const char *check(int resource, const char *option, uint64_t pages,
                         char *text, size_t size)
{
    uint64_t used = pages * (uint64_t)sysconf(_SC_PAGESIZE), left = 0;
    struct rlimit limit;

    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return NULL;
    if (used < limit.rlim_cur)
        left = (limit.rlim_cur - used) >> 20;
    if (left >= LEAST_MIB)
        return NULL;
    snprintf(text, size,
             "ulimit %s leaves %llu MiB of memory, mpiprof needs "
             "%d; nothing is recorded",
             option, (unsigned long long)left, LEAST_MIB);
    return text;
}

static const char *check_memory(char *text, size_t size)
{
    uint64_t space, data;
    const char *why;

    if (!read_pages(&space, &data))
        return NULL;
    why = check(RLIMIT_AS, "-v", space, text, size);
    return why != NULL ? why : check(RLIMIT_DATA, "-d", data, text, size);
}

static const char *check_files(char *text, size_t size)
{
    struct rlimit limit;
    int left = 0;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return NULL;
    for (rlim_t file = 0; file < limit.rlim_cur && left < LEAST_FILES; file++)
        left += fcntl((int)file, F_GETFD) < 0;
    if (left >= LEAST_FILES)
        return NULL;
    snprintf(text, size,
             "ulimit -n leaves %d files, mpiprof needs %d; nothing "
             "is recorded",
             left, LEAST_FILES);
    return text;
}

const char *room_lacks(char *text, size_t size)
{
    const char *why = check_memory(text, size);

    return why != NULL ? why : check_files(text, size);
}
