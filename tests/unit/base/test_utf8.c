/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_utf8.c - what is UTF-8, what can be seen, and how wide it is.
 */
#include <string.h>

#include "base/text/utf8.h"
#include "unit.h"

static void check_size(const char *text, int size)
{
    uint32_t code;

    CU_ASSERT_EQUAL(utf8_read(text, &code), size);
}

UNIT_TEST(only_legal_characters_are_read)
{
    check_size("a", 1);
    check_size("\xc3\xa4", 2);
    check_size("\xe2\x82\xac", 3);
    check_size("\xf0\x9f\x8c\x8a", 4);
    check_size("\x80", 0);
    check_size("\xc3", 0);
    check_size("\xc0\xaf", 0);
    check_size("\xe0\x9f\xbf", 0);
    check_size("\xed\xa0\x80", 0);
    check_size("\xf0\x8f\xbf\xbf", 0);
    check_size("\xf4\x90\x80\x80", 0);
    check_size("\xf8\x88\x80\x80\x80", 0);
}

UNIT_TEST(what_is_written_is_read_again)
{
    for (uint32_t code = 1; code <= 0x110000; code++) {
        char text[5] = "";
        uint32_t again = 0;
        int size = utf8_write(code, text);
        bool none = code > 0x10ffff || (code >= 0xd800 && code < 0xe000);

        if (none ? size != 0
                 : utf8_read(text, &again) != size || again != code) {
            CU_FAIL("a character");
            return;
        }
    }
}

UNIT_TEST(what_nobody_sees_is_hidden)
{
    static const uint32_t hidden[] = {
        0x01,   0x1b,   0x7f,   0x80,   0x9f,    0xa0,    0xad,    0x61c,
        0x200b, 0x200d, 0x200e, 0x202e, 0x2028,  0x2066,  0x2069,  0x3000,
        0x3164, 0xfe0f, 0xfeff, 0xfffe, 0x1fffe, 0xe0041, 0xe0100, 0x10ffff
    };
    static const uint32_t seen[] = { ' ',    'a',    '~',    0xe4,   0x301,
                                     0x20ac, 0x4e2d, 0xfffd, 0x1f30a };

    for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
        CU_ASSERT_TRUE(utf8_is_hidden(hidden[i]));
    for (size_t i = 0; i < sizeof(seen) / sizeof(*seen); i++)
        CU_ASSERT_FALSE(utf8_is_hidden(seen[i]));
}

UNIT_TEST(some_need_two_columns_and_some_none)
{
    static const uint32_t wide[] = { 0x1100, 0x4e2d,  0xac00,
                                     0xff21, 0x1f30a, 0x20000 };
    static const uint32_t marks[] = { 0x300, 0x301, 0x5b0, 0x20dd, 0x1161 };
    static const uint32_t narrow[] = {
        'a', 0xe4, 0x416, 0x20ac, 0xff71, 0xfffd
    };

    for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++)
        CU_ASSERT_EQUAL(utf8_width(wide[i]), 2);
    for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
        CU_ASSERT_EQUAL(utf8_width(marks[i]), 0);
    for (size_t i = 0; i < sizeof(narrow) / sizeof(*narrow); i++)
        CU_ASSERT_EQUAL(utf8_width(narrow[i]), 1);
}
