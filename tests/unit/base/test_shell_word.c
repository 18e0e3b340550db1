/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_shell_word.c - what is printed is what a shell reads.
 */
#include "base/text/shell_word.h"
#include "unit.h"

static void check(const char *text, const char *expected)
{
    struct strbuf out = { 0 };

    shell_word(&out, text);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

UNIT_TEST(ordinary_names_stay_as_they_are)
{
    check("mpiprof-heat2d-4/run.otf2", "mpiprof-heat2d-4/run.otf2");
    check("--threads=2", "--threads=2");
    check("gr\xc3\xb6\xc3\x9f"
          "e",
          "gr\xc3\xb6\xc3\x9f"
          "e");
}

UNIT_TEST(what_a_shell_would_split_or_expand_is_quoted)
{
    check("my runs/first", "'my runs/first'");
    check("*", "'*'");
    check("$HOME", "'$HOME'");
    check("a;b", "'a;b'");
    check("~", "'~'");
}

UNIT_TEST(nothing_is_a_word_too)
{
    check("", "''");
}

UNIT_TEST(a_quote_ends_the_quotes)
{
    check("it's", "'it'\\''s'");
}

UNIT_TEST(what_cannot_be_seen_is_spelled)
{
    check("a\nb", "$'a\\012b'");
    check("it's \\ \033[m", "$'it\\'s \\\\ \\033[m'");
    check("\xff"
          "1",
          "$'\\3771'");
    check("\xe2\x80\xae\xc3\xa4", "$'\\342\\200\\256\xc3\xa4'");
}
