/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_ranklist.c - lists of ranks as people write them.
 */
#include <string.h>

#include "base/ranklist.h"
#include "log_lines.h"
#include "unit.h"

static struct log_lines lines;

/* Parses and prints again; "bad" when it cannot be parsed. */
static void expect(const char *text, int ranks, const char *wanted)
{
    struct ranklist list;
    struct strbuf out = { 0 };

    if (ranklist_parse(text, ranks, &list) == STATUS_OK) {
        ranklist_print(&out, list.members, list.count);
        ranklist_clear(&list);
    } else {
        strbuf_puts(&out, "bad");
    }
    CU_ASSERT_STRING_EQUAL(strbuf_text(&out), wanted);
    strbuf_clear(&out);
}

UNIT_TEST(lists_are_sorted_and_without_repetition)
{
    expect("3", 4, "3");
    expect("0-3", 4, "0-3");
    expect("64,0-15", 100, "0-15,64");
    expect("5,1,3,1,2-3", 8, "1-3,5");
    expect("1,2", 8, "1,2");
    expect("0", 1, "0");
}

UNIT_TEST(all_and_nothing_given_are_all)
{
    expect("all", 3, "0-2");
    expect(NULL, 3, "0-2");
    expect(NULL, 0, "");
}

UNIT_TEST(what_is_no_rank_is_refused_by_name)
{
    /* clang-format off */
    static const char *const bad[] = { "", "4", "0-4", "a", "1,", ",1", "-1",
                                       "1-", "3-1", "1;2", " 1",
                                       "99999999999999999999", "0x1" };
    /* clang-format on */

    log_lines_start(&lines);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        expect(bad[i], 4, "bad");
    CU_ASSERT_EQUAL(lines.count, (int)(sizeof(bad) / sizeof(*bad)));
    expect("0,2-9,1", 4, "bad");
    CU_ASSERT(log_lines_say(&lines, "'2-9' is not"));
    CU_ASSERT(log_lines_say(&lines, "within 0-3"));
}

UNIT_TEST(membership_is_told)
{
    struct ranklist list, none = { 0 };

    CU_ASSERT_EQUAL_FATAL(ranklist_parse("0-1,5", 8, &list), STATUS_OK);
    CU_ASSERT(ranklist_has(&list, 0));
    CU_ASSERT(ranklist_has(&list, 5));
    CU_ASSERT_FALSE(ranklist_has(&list, 4));
    CU_ASSERT_FALSE(ranklist_has(&list, -1));
    CU_ASSERT_FALSE(ranklist_has(&none, 0));
    ranklist_clear(&list);
}

static const char *part_of(const char *text, int ranks, bool beyond)
{
    static struct strbuf out;
    struct ranklist list = { 0 };
    bool named;

    strbuf_clear(&out);
    if (ranklist_parse_part(text, ranks, &list, &named) != STATUS_OK)
        return "refused";
    CU_ASSERT_EQUAL(named, beyond);
    strbuf_puts(&out, "");
    ranklist_print(&out, list.members, list.count);
    ranklist_clear(&list);
    return strbuf_text(&out);
}

UNIT_TEST(ranks_that_are_not_there_can_be_left_out)
{
    CU_ASSERT_STRING_EQUAL(part_of("0-1,3", 4, false), "0,1,3");
    CU_ASSERT_STRING_EQUAL(part_of("2-99999999999999999999,1", 4, true),
                           "1-3");
    CU_ASSERT_STRING_EQUAL(part_of("4,512", 4, true), "");
    CU_ASSERT_STRING_EQUAL(part_of("0,4", 4, true), "0");
    CU_ASSERT_STRING_EQUAL(part_of("9-8", 4, false), "refused");
    CU_ASSERT_STRING_EQUAL(part_of("9,x", 4, false), "refused");
    CU_ASSERT_STRING_EQUAL(part_of("-9", 4, false), "refused");
    CU_ASSERT_STRING_EQUAL(part_of("", 4, false), "refused");
}

UNIT_TEST(a_sentence_has_an_and)
{
    static const char *const lists[][2] = { { "3", "3" },
                                            { "0,2", "0 and 2" },
                                            { "0-3,7,9", "0-3, 7 and 9" } };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        struct strbuf out = { 0 };

        ranklist_say(&out, lists[i][0]);
        CU_ASSERT_STRING_EQUAL(strbuf_text(&out), lists[i][1]);
        strbuf_clear(&out);
        ranklist_name(&out, lists[i][0]);
        CU_ASSERT_EQUAL(strncmp(strbuf_text(&out), "ranks ", 6) == 0, i > 0);
        strbuf_clear(&out);
    }
}
