/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzz.c - what all formats have in common.
 */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/log.h"
#include "fuzz_main.h"

static struct {
    int count;
    char last[4096];
} lines;

static int accepted;

static void add_line(const char *line, void *context)
{
    (void)context;
    lines.count++;
    strncpy(lines.last, line, sizeof(lines.last) - 1);
}

void fuzz_check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: does not hold: %s\nlast line logged: %s\n", what,
            lines.last);
    abort();
}

int fuzz_lines(void)
{
    return lines.count;
}

bool fuzz_said(const char *text)
{
    return strstr(lines.last, text) != NULL;
}

void fuzz_accepted(void)
{
    accepted++;
}

int fuzz_accepted_count(void)
{
    return accepted;
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    static char path[32];
    static int file = -1;

    if (file < 0)
        file = memfd_create("fuzz", MFD_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    if (file < 0 || ftruncate(file, 0) != 0 ||
        pwrite(file, data, size, 0) != (ssize_t)size)
        abort();
    return path;
}

void fuzz_call(const uint8_t *data, size_t size)
{
    memset(&lines, 0, sizeof(lines));
    log_set_sink(add_line, NULL);
    fuzz_one(data, size);
    log_set_sink(NULL, NULL);
}
