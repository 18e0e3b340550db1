/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_json.c - the output is JSON for any input.
 */
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/json.h"
#include "unit.h"

static struct json json;
static struct strbuf out;

static void start(void)
{
    strbuf_init(&out);
    json_init(&json, &out);
}

static void expect(const char *wanted)
{
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), wanted);
    strbuf_clear(&out);
}

UNIT_TEST(structure_has_commas_and_indentation)
{
    start();
    json_open(&json, '{');
    json_unsigned(json_key(&json, "ranks"), 4);
    json_key(&json, "list");
    json_open(&json, '[');
    json_signed(&json, -1);
    json_null(&json);
    json_close(&json, ']');
    json_key(&json, "none");
    json_open(&json, '[');
    json_close(&json, ']');
    json_close(&json, '}');
    expect("{\n  \"ranks\": 4,\n  \"list\": [\n    -1,\n"
           "    null\n  ],\n  \"none\": []\n}\n");
}

UNIT_TEST(inner_levels_share_a_line)
{
    start();
    for (int i = 0; i < 4; i++)
        json_open(&json, '[');
    for (uint64_t row = 0; row < 2; row++) {
        json_open(&json, '[');
        json_unsigned(&json, row);
        json_unsigned(&json, 7);
        json_close(&json, ']');
    }
    for (int i = 0; i < 4; i++)
        json_close(&json, ']');
    expect("[\n  [\n    [\n      [\n        [0, 7],\n        [1, 7]\n"
           "      ]\n    ]\n  ]\n]\n");
}

static void expect_text(const char *text, const char *wanted)
{
    start();
    json_string(&json, text);
    expect(wanted);
}

UNIT_TEST(text_is_escaped)
{
    expect_text("a\"b\\c\n\t\x01", "\"a\\\"b\\\\c\\n\\t\\u0001\"");
    expect_text("", "\"\"");
    expect_text(NULL, "null");
    expect_text("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
                "\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80\"");
}

UNIT_TEST(what_is_not_utf8_is_replaced)
{
    expect_text("a\xff"
                "b",
                "\"a\xef\xbf\xbd"
                "b\"");
    expect_text("\xc3", "\"\xef\xbf\xbd\"");                 /* cut short */
    expect_text("\xc0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\""); /* overlong */
    expect_text("\xed\xa0\x80",                              /* half a pair */
                "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    expect_text("\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd"
                                    "\xef\xbf\xbd\xef\xbf\xbd\"");
}

static void expect_double(double value, const char *wanted)
{
    start();
    json_double(&json, value);
    expect(wanted);
}

UNIT_TEST(doubles_are_short_and_exact)
{
    expect_double(0.1, "0.1");
    expect_double(1, "1");
    expect_double(-2.5e-300, "-2.5e-300");
    expect_double(0.1 + 0.2, "0.30000000000000004");
    expect_double(NAN, "null");
    expect_double(-INFINITY, "null");
}

UNIT_TEST(a_decimal_comma_does_not_get_through)
{
    static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8",
                                         "de_DE.utf8", "fr_FR.utf8" };
    int found = 0;

    for (size_t i = 0; i < 4 && !found; i++)
        found = setlocale(LC_NUMERIC, names[i]) != NULL;
    expect_double(1234.5, "1234.5"); /* with such a locale if there is one */
    setlocale(LC_NUMERIC, "C");
}

UNIT_TEST(too_deep_is_told)
{
    start();
    for (int i = 0; i < 40; i++)
        json_open(&json, '[');
    CU_ASSERT(out.failed);
    for (int i = 0; i < 40; i++)
        json_close(&json, ']');
    strbuf_clear(&out);
}
