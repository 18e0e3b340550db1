/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_log.c - one message is one line, at the level it deserves.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "log_lines.h"
#include "unit.h"

static struct log_lines lines;

UNIT_TEST(a_failure_is_said_once_and_returned)
{
    log_lines_start(&lines);
    CU_ASSERT_EQUAL(log_fail(STATUS_IO, "run.mpiprof: %s", "gone"), STATUS_IO);
    CU_ASSERT_STRING_EQUAL(lines.last, "mpiprof: run.mpiprof: gone");
    CU_ASSERT_EQUAL(log_fail(STATUS_NO_MEMORY, "%d ranks", 7),
                    STATUS_NO_MEMORY);
    CU_ASSERT_STRING_EQUAL(lines.last, "mpiprof: 7 ranks: out of memory");
}

UNIT_TEST(the_level_decides_what_is_said)
{
    log_lines_start(&lines);
    log_info("quiet by default");
    CU_ASSERT_EQUAL(lines.count, 0);
    log_set_level(2);
    log_info("more");
    CU_ASSERT_EQUAL(lines.count, 1);
    log_set_level(0);
    log_warn("nothing");
    CU_ASSERT_EQUAL(log_fail(STATUS_IO, "nothing"), STATUS_IO);
    CU_ASSERT_EQUAL(lines.count, 1);
    log_set_level(1);
}

UNIT_TEST(a_prefix_precedes_every_message)
{
    log_lines_start(&lines);
    log_set_prefix("rank 3: ");
    log_warn("late");
    CU_ASSERT_STRING_EQUAL(lines.last, "mpiprof: rank 3: late");
    log_set_prefix(NULL);
    log_warn("late");
    CU_ASSERT_STRING_EQUAL(lines.last, "mpiprof: late");
}

UNIT_TEST(control_characters_do_not_break_the_line)
{
    log_lines_start(&lines);
    log_warn("%s", "a\nb\x1b[31m\xc2\x9b\xff\xe2\x80\xae");
    CU_ASSERT_STRING_EQUAL(lines.last,
                           "mpiprof: a\\nb\\x1b[31m\\u009b\\xff\\u202e");
    log_warn("%s", "$'a\\nb'");
    CU_ASSERT_STRING_EQUAL(lines.last, "mpiprof: $'a\\nb'");
}

UNIT_TEST(a_long_message_keeps_its_reason)
{
    char text[5000];

    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    log_lines_start(&lines);
    log_fail(STATUS_NO_MEMORY, "%s", text);
    CU_ASSERT(strlen(lines.last) < 2200);
    CU_ASSERT(log_lines_say(&lines, "xxx: out of memory"));
}

static void spoil_errno(const char *line, void *context)
{
    (void)line, (void)context;
    errno = EBADF;
}

UNIT_TEST(errno_survives)
{
    log_set_sink(spoil_errno, NULL);
    errno = ENOSPC;
    log_warn("here");
    CU_ASSERT_EQUAL(errno, ENOSPC);
}

/* What goes to standard error while it is a pipe. */
UNIT_TEST(a_line_goes_to_standard_error_with_its_newline)
{
    int ends[2], kept = dup(STDERR_FILENO);
    char text[64] = "";

    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    log_set_sink(NULL, NULL);
    dup2(ends[1], STDERR_FILENO);
    log_warn("here");
    dup2(kept, STDERR_FILENO);
    CU_ASSERT_EQUAL(read(ends[0], text, sizeof(text) - 1), 14);
    CU_ASSERT_STRING_EQUAL(text, "mpiprof: here\n");
    close(ends[0]);
    close(ends[1]);
    close(kept);
}

UNIT_TEST(of_failures_that_are_held_the_first_is_kept)
{
    log_lines_start(&lines);
    log_hold();
    CU_ASSERT_EQUAL(log_fail(STATUS_NO_MEMORY, "rows"), STATUS_NO_MEMORY);
    log_fail(STATUS_IO, "what followed");
    CU_ASSERT_EQUAL(lines.count, 0);
    log_warn("a warning");
    CU_ASSERT_EQUAL(lines.count, 1);
    log_release("not complete");
    CU_ASSERT_EQUAL(lines.count, 2);
    CU_ASSERT_STRING_EQUAL(lines.last,
                           "mpiprof: not complete: rows: out of memory");
}

UNIT_TEST(what_was_held_may_be_dropped)
{
    log_lines_start(&lines);
    log_hold();
    log_fail(STATUS_IO, "gone");
    log_release(NULL);
    log_hold();
    log_release("nothing happened");
    CU_ASSERT_EQUAL(lines.count, 0);
    log_fail(STATUS_IO, "said again");
    CU_ASSERT_EQUAL(lines.count, 1);
}
