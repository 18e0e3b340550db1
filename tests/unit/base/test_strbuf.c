/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_strbuf.c - a string that grows, and says when it could not.
 */
#include <stdint.h>
#include <string.h>

#include "base/text/strbuf.h"
#include "unit.h"

UNIT_TEST(an_unused_one_is_the_empty_string)
{
    struct strbuf text = { 0 };

    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), "");
    strbuf_truncate(&text, 0);
    strbuf_clear(&text);
}

UNIT_TEST(pieces_are_joined)
{
    struct strbuf text = { 0 };

    strbuf_puts(&text, "a");
    strbuf_putc(&text, 'b');
    strbuf_pad(&text, '.', 3);
    strbuf_pad(&text, '.', -1);
    strbuf_printf(&text, "%d|%s", 42, "c");
    strbuf_add(&text, "xyz", 2);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), "ab...42|cxy");
    CU_ASSERT_EQUAL(text.length, 11);
    strbuf_truncate(&text, 2);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), "ab");
    strbuf_truncate(&text, 5); /* longer than it is: nothing */
    CU_ASSERT_EQUAL(text.length, 2);
    strbuf_clear(&text);
}

UNIT_TEST(it_grows_past_any_first_size)
{
    struct strbuf text = { 0 };

    for (int i = 0; i < 10000; i++)
        strbuf_printf(&text, "%04d", i);
    CU_ASSERT_EQUAL(text.length, 40000);
    CU_ASSERT(memcmp(text.text + 4 * 1234, "1234", 4) == 0);
    CU_ASSERT_FALSE(text.failed);
    strbuf_clear(&text);
}

UNIT_TEST(failure_sticks)
{
    struct strbuf text = { 0 };

    strbuf_puts(&text, "kept");
    strbuf_add(&text, NULL, SIZE_MAX / 2);
    CU_ASSERT(text.failed);
    strbuf_puts(&text, "more");
    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), "kept");
    strbuf_clear(&text);
    CU_ASSERT_FALSE(text.failed);
}

UNIT_TEST(the_end_says_whether_it_failed)
{
    struct strbuf text = { 0 };
    bool failed = false;

    strbuf_puts(&text, "kept");
    strbuf_end(&text, &failed);
    CU_ASSERT_FALSE(failed);
    CU_ASSERT_EQUAL(text.length, 0);
    strbuf_add(&text, NULL, SIZE_MAX / 2);
    strbuf_end(&text, &failed);
    CU_ASSERT(failed);
    strbuf_end(&text, &failed); /* a good one takes nothing back */
    CU_ASSERT(failed);
}
