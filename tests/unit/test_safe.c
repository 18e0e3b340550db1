#include "render/safe.h"
#include "unit.h"

static void check_safe(const char *text, const char *expected)
{
    struct strbuf out;

    strbuf_init(&out);
    safe_put(&out, text);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

static void check_short(const char *text, int width, const char *expected)
{
    struct strbuf out;

    strbuf_init(&out);
    safe_put_short(&out, text, width);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

static void plain_text_stays(void)
{
    check_safe("solve \"a\" <b> \xc3\xa4\xe2\x82\xac\xf0\x9f\x8c\x8a", "solve \"a\" <b> \xc3\xa4\xe2\x82\xac\xf0\x9f\x8c\x8a");
}

static void control_characters_are_spelled_out(void)
{
    check_safe("a\nb\tc\rd\033[1m\x7f", "a\\nb\\tc\\rd\\x1b[1m\\x7f");
    check_safe("\xc2\x9b" "2J", "\\x9b2J");
}

static void what_is_not_utf8_is_replaced(void)
{
    check_safe("\xff" "a", "\xef\xbf\xbd" "a");
    check_safe("\xc3", "\xef\xbf\xbd");
    check_safe("\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd");
    check_safe("\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    check_safe("\xf4\x90\x80\x80",
               "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void width_counts_characters(void)
{
    CU_ASSERT_EQUAL(safe_width(""), 0);
    CU_ASSERT_EQUAL(safe_width("ab\xc3\xa4"), 3);
}

static void long_names_lose_their_middle(void)
{
    check_short("abcdefghijklmnop", 16, "abcdefghijklmnop");
    check_short("abcdefghijklmnop", 12, "abc...klmnop");
    check_short("\xc3\xa4\xc3\xa4\xc3\xa4""defghijklmnop", 12,
                "\xc3\xa4\xc3\xa4\xc3\xa4...klmnop");
    check_short("abcdef", 3, "abc");
}

UNIT_MAIN("safe", plain_text_stays, control_characters_are_spelled_out,
          what_is_not_utf8_is_replaced, width_counts_characters,
          long_names_lose_their_middle)
