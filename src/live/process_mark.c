/* SPDX-License-Identifier: BSD-3-Clause */
#include "live/process_mark.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As much as fits, with a zero behind; "" when there is no such file. */
static void read_text(const char *path, char *text, size_t size)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, text, size - 1);

    if (file >= 0)
        close(file);
    text[length < 0 ? 0 : length] = '\0';
}

/* Field 22 of /proc/NUMBER/stat; 0: there is no such process any more. */
static uint64_t start_ticks_of(int32_t number)
{
    unsigned long long ticks = 0;
    char path[32], text[1024];
    const char *at;

    snprintf(path, sizeof(path), "/proc/%d/stat", (int)number);
    read_text(path, text, sizeof(text));
    at = strrchr(text, ')'); /* the name before it may hold anything */
    if (at == NULL || strncmp(at, ") Z", 3) == 0 ||
        sscanf(at + 1,
               " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u "
               "%*d %*d %*d %*d %*d %*d %llu",
               &ticks) != 1)
        return 0;
    return ticks;
}

void process_mark_own(struct process_mark *mark)
{
    struct stat facts;

    memset(mark, 0, sizeof(*mark));
    mark->number = (int32_t)getpid();
    mark->started = start_ticks_of(mark->number);
    read_text("/proc/sys/kernel/random/boot_id", mark->boot,
              sizeof(mark->boot));
    if (stat("/proc/self/ns/pid", &facts) == 0)
        mark->numbers = (uint64_t)facts.st_ino;
}

static bool is_here(const struct process_mark *mark)
{
    struct process_mark own;

    process_mark_own(&own);
    return own.boot[0] != '\0' && own.numbers != 0 &&
           memcmp(own.boot, mark->boot, sizeof(own.boot)) == 0 &&
           own.numbers == mark->numbers;
}

enum process_state process_mark_ask(const struct process_mark *mark)
{
    if (mark->number <= 0 || mark->started == 0 || !is_here(mark))
        return PROCESS_ELSEWHERE;
    return start_ticks_of(mark->number) == mark->started ? PROCESS_RUNS
                                                         : PROCESS_GONE;
}
