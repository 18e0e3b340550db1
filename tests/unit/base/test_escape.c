/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/text/escape.h"
#include "unit.h"

typedef void put_function(struct strbuf *out, const char *text);

static void check(put_function *put, const char *text, const char *expected)
{
    struct strbuf out = { 0 };

    put(&out, text);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

static void check_safe(const char *text, const char *expected)
{
    struct strbuf back = { 0 };

    check(escape_put, text, expected);
    escape_restore(&back, expected);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&back), text);
    strbuf_clear(&back);
}

static void check_short(const char *text, int width, const char *expected)
{
    struct strbuf out = { 0 };
    int used;

    used = escape_put_short(&out, text, width);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    CU_ASSERT_EQUAL(used, escape_width(expected));
    CU_ASSERT(used <= width);
    strbuf_clear(&out);
}

UNIT_TEST(plain_text_stays)
{
    static const char text[] =
        "solve \"a\" <b> \xc3\xa4\xe2\x82\xac\xf0\x9f\x8c\x8a";

    check_safe(text, text);
}

UNIT_TEST(control_characters_are_spelled_out)
{
    check_safe("a\nb\tc\rd\033[1m\x7f", "a\\nb\\tc\\rd\\x1b[1m\\x7f");
    check_safe("\xc2\x9b"
               "2J",
               "\\u009b2J");
}

UNIT_TEST(what_nobody_sees_is_spelled_out)
{
    check_safe("a\xe2\x80\xae"
               "b",
               "a\\u202eb");
    check_safe("a\xe2\x80\x8b", "a\\u200b");
    check_safe("\xc2\xa0", "\\u00a0");
    check_safe("\xf3\xa0\x81\x81", "\\U000e0041");
}

UNIT_TEST(bytes_that_are_not_utf8_are_spelled_out)
{
    check_safe("\xff"
               "a",
               "\\xffa");
    check_safe("\xc3", "\\xc3");
    check_safe("\xc0\xaf", "\\xc0\\xaf");
    check_safe("\xed\xa0\x80", "\\xed\\xa0\\x80");
    check_safe("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
}

UNIT_TEST(a_backslash_becomes_two)
{
    check_safe("a\\nb", "a\\\\nb");
    check_safe("\\", "\\\\");
    check_safe("\\\\x1b", "\\\\\\\\x1b");
    check(escape_put_words, "$'a\\nb'\n", "$'a\\nb'\\n");
}

UNIT_TEST(blanks_at_the_ends_of_a_name_are_seen)
{
    check(escape_put_name, " a  b ", "\\x20a  b\\x20");
    check(escape_put_name, " ", "\\x20");
    check(escape_put_name, "  ", "\\x20\\x20");
    check(escape_put_name, "", "");
    check(escape_restore, "\\x20a  b\\x20", " a  b ");
}

UNIT_TEST(what_was_not_spelled_is_not_restored)
{
    check(escape_restore, "C:\\dir \\q \\x \\xzz \\x00 \\u12 \\ud800 \\",
          "C:\\dir \\q \\x \\xzz \\x00 \\u12 \\ud800 \\");
}

/* Every text of four bytes out of some that matter. */
UNIT_TEST(no_two_names_are_spelled_alike)
{
    static const char bytes[] = "\n\\nx1bu0\xc2\x9b\xe2\x80\xff ";
    size_t count = sizeof(bytes) - 1, wrong = 0;

    for (size_t i = 0; i < count * count * count * count; i++) {
        char text[5] = { bytes[i % count], bytes[i / count % count],
                         bytes[i / count / count % count],
                         bytes[i / count / count / count] };
        struct strbuf out = { 0 }, back = { 0 };

        escape_put_name(&out, text);
        escape_restore(&back, strbuf_text(&out));
        wrong += strcmp(strbuf_text(&back), text) != 0;
        wrong += strpbrk(strbuf_text(&out), "\n\xff") != NULL;
        strbuf_clear(&out);
        strbuf_clear(&back);
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

UNIT_TEST(width_is_in_columns)
{
    CU_ASSERT_EQUAL(escape_width(""), 0);
    CU_ASSERT_EQUAL(escape_width("ab\xc3\xa4"), 3);
    CU_ASSERT_EQUAL(escape_width("\xe4\xb8\xad\xe6\x96\x87"), 4);
    CU_ASSERT_EQUAL(escape_width("e\xcc\x81"), 1);
}

#define ZHONG "\xe4\xb8\xad"
#define WEN "\xe6\x96\x87"

UNIT_TEST(long_names_lose_their_end)
{
    check_short("abcdefghijklmnop", 16, "abcdefghijklmnop");
    check_short("abcdefghijklmnop", 12, "abcdefghi...");
    check_short("\xc3\xa4\xc3\xa4\xc3\xa4"
                "defghijklmnop",
                12,
                "\xc3\xa4\xc3\xa4\xc3\xa4"
                "defghi...");
    check_short("abcdef", 3, "abc");
    check_short(ZHONG ZHONG ZHONG ZHONG WEN WEN WEN WEN, 12,
                ZHONG ZHONG ZHONG ZHONG "...");
    check_short("abcdefghie\xcc\x81mnopq", 12, "abcdefghi...");
    check_short("abcdefghe\xcc\x81mnopq", 12, "abcdefghe\xcc\x81...");
}
