/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What MPIPROF_FUNCTIONS says, and how regions get the names of functions.
 */
#include <string.h>

#include "base/text/strbuf.h"
#include "symbols/function_names.h"
#include "settings/function_rules.h"
#include "unit.h"

static struct function_rules last; /* owns the texts of what was read */

static struct function_rules rules_of(const char *text, bool *right)
{
    struct function_rules rules;
    struct strbuf problems = { 0 };

    function_rules_read(text, &rules, &problems);
    *right = problems.length == 0;
    strbuf_clear(&problems);
    function_rules_clear(&last);
    last = rules;
    return rules;
}

UNIT_TEST(words_switch_on_and_off)
{
    bool right;

    CU_ASSERT_FALSE(rules_of("off", &right).on);
    CU_ASSERT_TRUE(right);
    CU_ASSERT_TRUE(rules_of("on", &right).on);
    CU_ASSERT_EQUAL(rules_of("on", &right).fold_calls, FUNCTION_RULES_CALLS);
    CU_ASSERT_EQUAL(rules_of("fold:off", &right).fold_calls, 0);
    CU_ASSERT_TRUE(right);
}

UNIT_TEST(limits_have_calls_and_a_time)
{
    struct function_rules rules;
    bool right;

    rules = rules_of("fold:500/2.5us", &right);
    CU_ASSERT_TRUE(right);
    CU_ASSERT_EQUAL(rules.fold_calls, 500);
    CU_ASSERT_DOUBLE_EQUAL(rules.fold_ns, 2500.0, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(rules_of("fold:1/3ms", &right).fold_ns, 3e6, 1e-3);
}

UNIT_TEST(what_is_wrong_is_told_and_changes_nothing)
{
    /* clang-format off */
    static const char *const wrong[] = {
        "of", "fold", "only:", "skip:", "onl:x", "only:a,skip:", "fold:", "fold:5", "fold:5/", "fold:5/us",
        "fold:0/1us", "fold:-1/1us", "fold:5/-1us", "fold:5/1", "fold:5/1m",
        "fold:5/0us", "fold:x/1us", "fold:5/nan", "fold:5/1e99s"
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        bool right;
        struct function_rules rules = rules_of(wrong[i], &right);

        CU_ASSERT_FALSE(right);
        CU_ASSERT_TRUE(rules.on);
        CU_ASSERT_EQUAL(rules.fold_calls, FUNCTION_RULES_CALLS);
        CU_ASSERT_DOUBLE_EQUAL(rules.fold_ns, FUNCTION_RULES_NS, 1e-9);
    }
}

UNIT_TEST(patterns_leave_functions_out)
{
    struct function_rules rules;
    bool right;

    rules = rules_of("skip:tiny*, skip:a?", &right);
    CU_ASSERT_TRUE(right);
    CU_ASSERT_TRUE(function_rules_skip(&rules, "tiny_one"));
    CU_ASSERT_TRUE(function_rules_skip(&rules, "ab"));
    CU_ASSERT_FALSE(function_rules_skip(&rules, "abc"));
    CU_ASSERT_FALSE(function_rules_skip(&rules, NULL));
    rules = rules_of("only:solve*,only:main,skip:*::get,fold:off", &right);
    CU_ASSERT_TRUE(right);
    CU_ASSERT_EQUAL(rules.fold_calls, 0);
    CU_ASSERT_FALSE(function_rules_skip(&rules, "main"));
    CU_ASSERT_FALSE(function_rules_skip(&rules, "solve"));
    CU_ASSERT_TRUE(function_rules_skip(&rules, "solver::get"));
    CU_ASSERT_TRUE(function_rules_skip(&rules, "other"));
    CU_ASSERT_TRUE(function_rules_skip(&rules, NULL));
    rules = rules_of("on", &right);
    CU_ASSERT_FALSE(function_rules_skip(&rules, NULL));
    CU_ASSERT_FALSE(function_rules_skip(&rules, "any"));
}

static uint32_t module_in(struct definitions *table)
{
    uint32_t module =
        definitions_intern(table, DEFINITION_MODULE, 0, 0, "abcd", 4);

    definitions_note(table, DEFINITION_MODULE, module, "/a/sim", 6, 1);
    return module;
}

/* As symbols_resolve() leaves it: the last triple is the function itself. */
static void resolve(struct definitions *table, uint32_t frame)
{
    static const char note[] = "inlined\0i.h\0"
                               "7\0step(int)\0s.cc\0"
                               "42";

    definitions_note(table, DEFINITION_FRAME, frame, note, sizeof(note) - 1,
                     1);
}

UNIT_TEST(a_region_gets_the_name_of_its_function)
{
    struct definitions *table;
    uint32_t module, timed, folded;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    module = module_in(table);
    timed = function_region(table, module, 0x1234, FUNCTION_TIMED);
    folded = function_region(table, module, 0x1234, FUNCTION_FOLDED);
    CU_ASSERT_NOT_EQUAL(timed, folded);
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, timed),
                           "sim+0x1234");
    CU_ASSERT_EQUAL(definitions_count(table, DEFINITION_FRAME), 1);
    resolve(table, 0);
    function_names_note(table);
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, timed), "step(int)");
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, folded),
                           "step(int) (folded)");
    CU_ASSERT_EQUAL(function_region(table, module, 0x1234, FUNCTION_TIMED),
                    timed);
    CU_ASSERT_EQUAL(function_line_of(table, folded), FUNCTION_FOLDED);
    definitions_destroy(table);
}

/* A lookup that finds the file, too, adds it. */
UNIT_TEST(a_region_may_have_its_name_before)
{
    struct definitions *table;
    struct definition item;
    uint32_t timed;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    timed = function_region(table, module_in(table), 0x1234, FUNCTION_TIMED);
    function_region_named(table, timed, "step(int)");
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, timed), "step(int)");
    function_names_note(table);
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, timed), "step(int)");
    resolve(table, 0);
    function_names_note(table);
    item = definitions_get(table, DEFINITION_REGION, timed);
    CU_ASSERT_EQUAL_FATAL(item.note_size, sizeof("step(int)\0s.cc\00042") - 1);
    CU_ASSERT_EQUAL(memcmp(item.note, "step(int)\0s.cc\00042", item.note_size),
                    0);
    definitions_destroy(table);
}

UNIT_TEST(what_is_not_found_keeps_its_place)
{
    struct definitions *table;
    uint32_t module, timed, folded, nowhere, marked;

    CU_ASSERT_EQUAL_FATAL(definitions_create(&table), STATUS_OK);
    module = module_in(table);
    timed = function_region(table, module, 0x10, FUNCTION_TIMED);
    folded = function_region(table, module, 0x10, FUNCTION_FOLDED);
    nowhere = function_region(table, DEFINITION_NONE, 0x7f00, FUNCTION_TIMED);
    marked = definitions_region(table, "sim+0x10", "a.c", 3);
    function_names_note(table);
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, timed), "sim+0x10");
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, folded),
                           "sim+0x10 (folded)");
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, nowhere), "0x7f00");
    CU_ASSERT_STRING_EQUAL(definitions_region_name(table, marked), "sim+0x10");
    CU_ASSERT_EQUAL(function_line_of(table, marked), 0);
    definitions_destroy(table);
}
