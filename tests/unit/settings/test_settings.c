/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_settings.c - settings are read from the environment, and a wrong one
 * gets one line that says what would be right.
 */
#include "settings/settings.h"
#include "problems.h"
#include "unit.h"

static struct settings settings;

/* Reads up to three entries. */
static void read_these(char *a, char *b, char *c)
{
    char *environment[] = { a, b, c, NULL };

    strbuf_clear(&problems);
    settings_read(&settings, environment, &problems);
}

UNIT_TEST(without_settings_the_defaults_hold)
{
    read_these("HOME=/root", "MPIPROFX=1", "OTHER_MPIPROF_ENABLE=off");
    CU_ASSERT_EQUAL(lines(), 0);
    CU_ASSERT_EQUAL(settings.number[SETTING_ENABLE], 1);
    CU_ASSERT_EQUAL(settings.number[SETTING_CALLPATH], 32);
    CU_ASSERT_EQUAL(settings.number[SETTING_SYMBOLS], 0);
    CU_ASSERT_STRING_EQUAL(settings.text[SETTING_TRACE], "on");
    CU_ASSERT_FALSE(settings.given[SETTING_TRACE]);
    settings_read(&settings, NULL, &problems);
    CU_ASSERT_EQUAL(settings.number[SETTING_MEMORY], 16);
}

UNIT_TEST(every_default_is_valid)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        char entry[256];

        snprintf(entry, sizeof(entry), "%s=%s", setting_table[i].name,
                 setting_table[i].fallback);
        read_these(entry, NULL, NULL);
        CU_ASSERT_EQUAL(lines(), 0);
    }
}

UNIT_TEST(values_are_taken)
{
    read_these("MPIPROF_ENABLE=Off", "MPIPROF_CALLPATH=64",
               "MPIPROF_CLOCK=posix");
    CU_ASSERT_EQUAL(settings.number[SETTING_ENABLE], 0);
    CU_ASSERT_EQUAL(settings.number[SETTING_CALLPATH], 64);
    CU_ASSERT_EQUAL(settings.number[SETTING_CLOCK], 2);
    CU_ASSERT(settings.given[SETTING_CLOCK]);
    read_these("MPIPROF_ENABLE=0", "MPIPROF_OUTPUT=a=b", "MPIPROF_VERBOSE=");
    CU_ASSERT_EQUAL(settings.number[SETTING_ENABLE], 0);
    CU_ASSERT_STRING_EQUAL(settings.text[SETTING_OUTPUT], "a=b");
    CU_ASSERT_EQUAL(settings.number[SETTING_VERBOSE], 1);
    CU_ASSERT_FALSE(settings.given[SETTING_VERBOSE]);
    CU_ASSERT_EQUAL(lines(), 0);
}

UNIT_TEST(a_wrong_value_names_the_range_and_the_default_holds)
{
    read_these("MPIPROF_CALLPATH=65", NULL, NULL);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&problems),
                           "MPIPROF_CALLPATH=65 is not a number in 0..64; "
                           "using 32\n");
    CU_ASSERT_EQUAL(settings.number[SETTING_CALLPATH], 32);
    read_these("MPIPROF_MEMORY=16M", "MPIPROF_MEMORY=-1",
               "MPIPROF_MEMORY=99999999999999999999");
    CU_ASSERT_EQUAL(lines(), 3);
    read_these("MPIPROF_CLOCK=tscx", "MPIPROF_CLOCK=ts",
               "MPIPROF_ENABLE=maybe");
    CU_ASSERT_EQUAL(lines(), 3);
    CU_ASSERT(says("one of auto|tsc|posix"));
    CU_ASSERT(says("one of on|off"));
    CU_ASSERT_EQUAL(settings.number[SETTING_ENABLE], 1);
}

UNIT_TEST(an_unknown_name_gets_the_closest_one)
{
    read_these("MPIPROF_TRCE=on", NULL, NULL);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&problems),
                           "MPIPROF_TRCE is not a setting; did you mean "
                           "MPIPROF_TRACE?\n");
    read_these("MPIPROF_CALLPATHS=1", "MPIPROF_enable=off", "MPIPROF_XYZZY=1");
    CU_ASSERT_EQUAL(lines(), 3);
    CU_ASSERT(says("MPIPROF_CALLPATH?"));
    CU_ASSERT(says("MPIPROF_enable is not a setting; did you mean "
                   "MPIPROF_ENABLE?"));
    CU_ASSERT(says("MPIPROF_XYZZY is not a setting; mpiprof-run --help"));
}

UNIT_TEST(words_of_a_switch_are_known_without_its_setting)
{
    bool on = false;

    CU_ASSERT(settings_word("YES", &on));
    CU_ASSERT(on);
    CU_ASSERT(settings_word("Off", &on));
    CU_ASSERT_FALSE(on);
    CU_ASSERT_FALSE(settings_word("0", &on)); /* might be a rank */
    CU_ASSERT_FALSE(settings_word("", &on));
}

UNIT_TEST(variables_of_the_launcher_and_of_reports_are_ignored)
{
    read_these("MPIPROF_BINARIES=/x:y", NULL, NULL);
    CU_ASSERT_EQUAL(lines(), 0);
    read_these("MPIPROF_REPORT=/x/mpiprof-report", "MPIPROF_LIBDIR=/x", NULL);
    CU_ASSERT_EQUAL(lines(), 0);
    read_these("MPIPROF_RUN_ID=77", "MPIPROF_RUN=77", NULL);
    CU_ASSERT_EQUAL(lines(), 2);
}

UNIT_TEST(hostile_values_stay_one_line)
{
    char entry[6000] = "MPIPROF_CALLPATH=a\nb\x1b";

    memset(entry + 20, 'x', sizeof(entry) - 21);
    read_these(entry, NULL, NULL);
    CU_ASSERT_EQUAL(lines(), 1);
    CU_ASSERT(problems.length < 200);
    memset(entry, 'X', sizeof(entry) - 1);
    memcpy(entry, "MPIPROF_", 8);
    entry[4000] = '=';
    read_these(entry, NULL, NULL);
    CU_ASSERT_EQUAL(lines(), 1);
    CU_ASSERT(problems.length < 200);
}

UNIT_TEST(help_lists_everything_within_the_columns)
{
    struct strbuf help = { 0 };
    size_t width = 0;

    settings_help(&help, 60);
    for (int i = 0; i < SETTING_COUNT; i++)
        CU_ASSERT(strstr(strbuf_text(&help), setting_table[i].name) != NULL);
    for (const char *at = strbuf_text(&help); *at != '\0'; at++) {
        width = *at == '\n' ? 0 : width + 1;
        CU_ASSERT(width <= 60);
    }
    strbuf_clear(&help);
}

UNIT_TEST(names_of_a_list_are_counted)
{
    CU_ASSERT_EQUAL(settings_count(""), 0);
    CU_ASSERT_EQUAL(settings_count(" ,, "), 0);
    CU_ASSERT_EQUAL(settings_count("a"), 1);
    CU_ASSERT_EQUAL(settings_count(",a b,, c,"), 3);
}

UNIT_TEST(seconds_have_a_point)
{
    static const struct {
        const char *text;
        int64_t ms;
    } cases[] = { { "MPIPROF_RESOURCES=off", 0 },
                  { "MPIPROF_RESOURCES=on", 100 },
                  { "MPIPROF_RESOURCES=2", 2000 },
                  { "MPIPROF_RESOURCES=0.25", 250 },
                  { "MPIPROF_RESOURCES=0.0129", 12 },
                  { "MPIPROF_RESOURCES=", 100 },
                  { "MPIPROF_RESOURCES=3600", 3600000 } };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        read_these((char *)cases[i].text, NULL, NULL);
        CU_ASSERT_EQUAL(settings.number[SETTING_RESOURCES], cases[i].ms);
        CU_ASSERT_EQUAL(lines(), 0);
    }
}

UNIT_TEST(bad_seconds_are_told)
{
    /* clang-format off */
    static const char *const bad[] = {
        "MPIPROF_RESOURCES=0", "MPIPROF_RESOURCES=0.009",
        "MPIPROF_RESOURCES=3601", "MPIPROF_RESOURCES=-1",
        "MPIPROF_RESOURCES=1,5", "MPIPROF_RESOURCES=1.",
        "MPIPROF_RESOURCES=abc", "MPIPROF_RESOURCES=1s",
        "MPIPROF_RESOURCES=99999999999999999999999"
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        read_these((char *)bad[i], NULL, NULL);
        CU_ASSERT_EQUAL(settings.number[SETTING_RESOURCES], 100);
        CU_ASSERT_PTR_NOT_NULL(strstr(strbuf_text(&problems),
                                      "is not one of off|0.01..3600; using "
                                      "0.1"));
    }
}
