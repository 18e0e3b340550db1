/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_progress_line.c - what the line says, and that only terminals see it.
 */
#define _GNU_SOURCE /* posix_openpt() */
#include "base/progress_line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "unit.h"

static void says(uint64_t done, uint64_t total, double seconds,
                 const char *expected)
{
    struct progress_line line = { .what = "reading", .things = "events" };
    struct strbuf text = { 0 };

    progress_line_text(&text, &line, done, total, seconds);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), expected);
    strbuf_clear(&text);
}

UNIT_TEST(it_says_how_far_how_fast_and_how_long)
{
    says(25000000, 100000000, 2,
         "reading: 25 %, 12.5 million events/s, 6 s "
         "left");
    says(999, 1000, 10, "reading: 99 %, 100 events/s, 1 s left");
    says(1, 1000, 1, "reading: 0 %, 1 events/s, 17 min left");
    says(1000, 1000, 4, "reading: 100 %, 250 events/s, 0 s left");
}

UNIT_TEST(what_is_not_known_is_not_said)
{
    says(0, 0, 2, "reading");
    says(5, 0, 2, "reading");
    says(0, 100, 2, "reading: 0 %");
    says(101, 100, 2, "reading");
    says(UINT64_MAX, UINT64_MAX, 0, "reading: 100 %");
}

/* All that was written, as nobody can write there any more. */
static void read_all(int from, char *text, size_t room)
{
    const struct timespec moment = { 0, 1000000 };
    size_t length = 0;
    ssize_t part;

    while (length < room - 1) {
        part = read(from, text + length, room - 1 - length);
        if (part > 0)
            length += (size_t)part;
        else if (part == 0 || errno != EAGAIN)
            break;
        else
            nanosleep(&moment, NULL);
    }
    text[length] = '\0';
}

/* What standard error got while work of 3 s went by. */
static size_t shown_on(int error, int from, char *text, size_t room)
{
    int before = dup(STDERR_FILENO);
    struct progress_line line;

    fflush(stderr);
    dup2(error, STDERR_FILENO);
    progress_line_begin(&line, "reading", "events");
    progress_tell(&line.progress, 1, 100); /* too early */
    line.begin_s -= 3;
    progress_tell(&line.progress, 30, 100);
    progress_tell(&line.progress, 31, 100); /* too soon */
    progress_line_end(&line);
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    close(error);
    read_all(from, text, room);
    return strlen(text);
}

UNIT_TEST(a_terminal_shows_it_and_forgets_it)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    char text[256];

    CU_ASSERT_TRUE_FATAL(terminal >= 0 &&
                         fcntl(terminal, F_SETFL, O_NONBLOCK) == 0 &&
                         grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    shown_on(open(ptsname(terminal), O_RDWR | O_NOCTTY), terminal, text,
             sizeof(text));
    CU_ASSERT_EQUAL(strncmp(text, "\rreading: 30 %, ", 16), 0);
    HAS(text, " s left\033[K\r\033[K");
    CU_ASSERT_STRING_EQUAL(strrchr(text, '\r'), "\r\033[K");
    close(terminal);
}

UNIT_TEST(a_pipe_gets_nothing)
{
    char text[256];
    int ends[2];

    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    CU_ASSERT_EQUAL(shown_on(ends[1], ends[0], text, sizeof(text)), 0);
    close(ends[0]);
}
