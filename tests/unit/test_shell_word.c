/*
 * test_shell_word.c - what is printed is what a shell reads.
 */
#include "base/shell_word.h"
#include "unit.h"

static void check(const char *text, const char *expected)
{
    struct strbuf out;

    strbuf_init(&out);
    shell_word(&out, text);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), expected);
    strbuf_clear(&out);
}

static void ordinary_names_stay_as_they_are(void)
{
    check("mpiprof-heat2d-4/run.otf2", "mpiprof-heat2d-4/run.otf2");
    check("--threads=2", "--threads=2");
    check("gr\xc3\xb6\xc3\x9f" "e", "gr\xc3\xb6\xc3\x9f" "e");
}

static void what_a_shell_would_split_or_expand_is_quoted(void)
{
    check("my runs/first", "'my runs/first'");
    check("*", "'*'");
    check("$HOME", "'$HOME'");
    check("a;b", "'a;b'");
    check("~", "'~'");
}

static void nothing_is_a_word_too(void)
{
    check("", "''");
}

static void a_quote_ends_the_quotes(void)
{
    check("it's", "'it'\\''s'");
}

UNIT_MAIN("shell words", ordinary_names_stay_as_they_are,
          what_a_shell_would_split_or_expand_is_quoted,
          nothing_is_a_word_too, a_quote_ends_the_quotes)
