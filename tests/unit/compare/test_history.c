/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/history.h"

#include <stdio.h>

#include "base/log.h"
#include "compare/condition.h"
#include "synthetic_runs.h"

#define SECOND 1e9

static struct compare_sides sides;

static void look_back(void)
{
    forget_report();
    CU_ASSERT_EQUAL_FATAL(history_of(&runs, &sides, &report), STATUS_OK);
}

/* A run of 4 ranks, a day after the last one, whose slow rank takes so many ms
 * more in main/solve: T is 4 s without. */
static void add_day(uint32_t day, uint64_t more_ms)
{
    struct profile *profile = slower(4, more_ms * 1000000);
    char path[32];

    profile->start_unix_ns += day * 86400ull * 1000000000;
    snprintf(path, sizeof(path), "day%u", day);
    add_run(profile, path);
}

static void of_days(const uint64_t *more_ms, uint32_t count)
{
    begin_runs(count);
    for (uint32_t i = 0; i < count; i++)
        add_day(i, more_ms[i]);
    look_back();
}

#define OF_DAYS(...)                           \
    of_days((const uint64_t[]){ __VA_ARGS__ }, \
            sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static size_t run_of(const char *path)
{
    return row_with("history", "run", path);
}

/* Medians of 0, 20, 40, 10, 30 ms: 4.02 s; deviations 20, 0, 20, 10, 10. */
UNIT_TEST(a_slower_run_is_beyond_the_noise_of_those_before)
{
    OF_DAYS(0, 20, 40, 10, 30, 1000);
    TEXT_IS("history", 0, "run", "day5");
    TEXT_IS("history", 0, "change", "slower");
    NUMBERS("history", 0, { "run_time_s", 5 }, { "usual_s", 4.02 },
            { "difference_s", 0.98 }, { "noise_s", 0.0804 }, { "earlier", 5 });
    EMPTY_AT("history", run_of("day4"), "change");
    CU_ASSERT_EQUAL(number_at("history", run_of("day4"), "earlier"), 4);
    VERDICT_IS(0, "The newest run, day5, took 5.00 s, 980 ms longer (24 %) "
                  "than usual: the median of the 5 runs before it is 4.02 s, "
                  "and up to 80.4 ms more or less is noise.");
    HAS(report->verdict[1], "useful time in main/solve +245 ms");
    CU_ASSERT_EQUAL(report->severity[0], SEVERITY_BAD);
}

/* Deviations of 200 ms: three standard deviations are 0.89 s. */
UNIT_TEST(noise_is_no_regression)
{
    OF_DAYS(0, 400, 200, 600, 400, 800);
    NUMBERS("history", 0, { "usual_s", 4.4 }, { "noise_s", 3 * 1.4826 * 0.2 });
    TEXT_IS("history", 0, "change", "as usual");
    HAS(report->verdict[0], "took 4.80 s, as usual: the median of the 5");
    CU_ASSERT_EQUAL(report->severity[0], SEVERITY_NONE);
    CU_ASSERT_EQUAL(row_count("history_changes"), 0);
}

/* One outlier moves neither the median nor its deviation. */
UNIT_TEST(an_outlier_hides_no_regression)
{
    OF_DAYS(0, 10, 5000, 20, 10, 0, 500);
    TEXT_IS("history", 0, "change", "slower");
    NUMBERS("history", 0, { "usual_s", 4.01 }, { "noise_s", 0.0802 });
    TEXT_IS("history", run_of("day2"), "run", "day2");
    EMPTY_AT("history", run_of("day2"), "change");
}

UNIT_TEST(faster_is_faster)
{
    OF_DAYS(1000, 1000, 1000, 1000, 1000, 0);
    TEXT_IS("history", 0, "change", "faster");
    HAS(report->verdict[0], "took 4.00 s, 1.00 s less (20 %) than usual");
    CU_ASSERT_EQUAL(report->severity[0], SEVERITY_NONE);
}

UNIT_TEST(regressions_before_the_newest_run_are_named)
{
    OF_DAYS(0, 0, 0, 0, 0, 800, 0);
    HAS(report->verdict[report->verdict_count - 2],
        "1 run before the newest was slower than usual: day5 (+20 %).");
}

/* The newest is found by its start, not by where it is named. */
UNIT_TEST(runs_are_in_the_order_of_their_starts)
{
    begin_runs(6);
    add_day(7, 1000);
    for (uint32_t i = 1; i < 6; i++)
        add_day(i, 0);
    look_back();
    TEXT_IS("history", 0, "run", "day7");
    TEXT_IS("history", 0, "change", "slower");
    TEXT_IS("history", 5, "run", "day1");
    TEXT_IS("history_times", 0, "run", "day1");
    CU_ASSERT_EQUAL(sides.b.runs[0], 0);
    HAS(report->verdict[report->verdict_count - 1],
        "These are 6 runs of heat2d, from 2023-11-15 to 2023-11-21");
}

UNIT_TEST(a_single_day_is_said_once)
{
    begin_runs(2);
    add_day(3, 0);
    add_day(3, 0);
    look_back();
    HAS(report->verdict[report->verdict_count - 1],
        "These are 2 runs of heat2d on 2023-11-17.");
}

/* With another number of ranks, or killed: no measure of others. */
UNIT_TEST(only_finished_runs_of_one_kind_are_compared)
{
    struct profile *killed = synthetic(4);

    begin_runs(12);
    for (uint32_t i = 0; i < 5; i++)
        add_day(i, 0);
    for (uint32_t i = 0; i < 5; i++)
        add_run(synthetic(8), "eight");
    killed->ranks[1].ending.how = ENDING_UNKNOWN;
    killed->start_unix_ns += 5 * 86400ull * 1000000000;
    add_run(killed, "killed");
    add_day(6, 100);
    look_back();
    CU_ASSERT_EQUAL(number_at("history", run_of("day6"), "earlier"), 5);
    NUMBERS("history", run_of("day6"), { "usual_s", 4 });
    TEXT_IS("history", run_of("killed"), "change", "not finished");
    EMPTY_AT("history", run_of("killed"), "usual_s");
    TEXT_IS("history", run_of("day6"), "change", "slower");
}

UNIT_TEST(so_many_runs_are_needed)
{
    OF_DAYS(0, 0, 0, 0, 1000);
    EMPTY_AT("history", 0, "change");
    VERDICT_IS(0, "The newest run, day4, took 5.00 s. Telling a change from "
                  "noise needs 5 finished runs before it with the same "
                  "program and the same number of ranks; there are only 4.");
}

UNIT_TEST(what_changed_is_listed)
{
    size_t row;

    OF_DAYS(0, 0, 0, 0, 0, 1000);
    row = row_with("history_changes", "name", "main/solve");
    TEXT_IS("history_changes", row, "kind", "region");
    TEXT_IS("history_changes", row, "change", "longer");
    NUMBERS("history_changes", row, { "usual_s", 2.1875 + 0.1875 },
            { "difference_s", 0.25 });
    row = row_with("history_efficiency", "term", "load balance");
    TEXT_IS("history_efficiency", row, "change", "lower");
}

static enum condition_answer ask(const char *text)
{
    struct strbuf what = { 0 };
    struct condition condition;
    enum condition_answer answer;

    CU_ASSERT(condition_parse(text, &condition, &what));
    answer = condition_ask(&condition, &runs, &sides, &what);
    strbuf_clear(&what);
    return answer;
}

/* A day with so many ms more in main/solve, and in main/residual, which no rank
 * waits for. */
static void add_day_of(uint32_t day, uint64_t solve_ms, uint64_t residual_ms)
{
    struct profile *profile = slower(4, solve_ms * 1000000);
    struct rank_data *rank = &profile->ranks[SYNTHETIC_SLOW_RANK];
    char path[32];

    rank->regions[rank->region_count - 1].exclusive += residual_ms * 1000000;
    profile->start_unix_ns += day * 86400ull * 1000000000;
    snprintf(path, sizeof(path), "day%u", day);
    add_run(profile, path);
}

/* T is slower; main/residual is 100 ms of a rank above its median, and three
 * standard deviations of it are 222 ms. */
UNIT_TEST(a_change_within_noise_is_none_of_the_largest)
{
    static const uint64_t residual[] = { 0, 400, 200, 600, 400, 800 };

    begin_runs(6);
    for (uint32_t i = 0; i < 6; i++)
        add_day_of(i, i == 5 ? 1000 : 0, residual[i]);
    look_back();
    CU_ASSERT_STRING_EQUAL(
        report->verdict[1],
        "Largest changes beyond noise and 1 % of T, mean over ranks: useful "
        "time in main/solve +250 ms.");
    for (size_t i = 0; i < row_count("history_changes"); i++)
        CU_ASSERT_STRING_NOT_EQUAL(text_at("history_changes", i, "name"),
                                   "main/residual");
}

/* T is 5 s; 40 ms of a rank are beyond noise, but less than 1 % of that. */
UNIT_TEST(a_change_below_a_hundredth_of_the_time_is_none_of_the_largest)
{
    begin_runs(6);
    for (uint32_t i = 0; i < 6; i++)
        add_day_of(i, i == 5 ? 1000 : 0, i == 5 ? 160 : 0);
    look_back();
    CU_ASSERT_PTR_NULL(strstr(report->verdict[1], "residual"));
    begin_runs(6);
    for (uint32_t i = 0; i < 6; i++)
        add_day_of(i, i == 5 ? 1000 : 0, i == 5 ? 240 : 0);
    look_back();
    HAS(report->verdict[1], "main/residual +60.0 ms");
}

UNIT_TEST(conditions_are_about_the_newest_run)
{
    OF_DAYS(0, 0, 0, 0, 0, 1000);
    CU_ASSERT_EQUAL(ask("T>+5%"), CONDITION_HOLDS);
    CU_ASSERT_EQUAL(ask("T>+30%"), CONDITION_NO);
    CU_ASSERT_EQUAL(ask("T>4.5s"), CONDITION_HOLDS);
    CU_ASSERT_EQUAL(ask("region:main/solve>+0.2s"), CONDITION_HOLDS);
    OF_DAYS(0, 400, 200, 600, 400, 800);
    CU_ASSERT_EQUAL(ask("T>+0%"), CONDITION_NO);
    OF_DAYS(0, 1000);
    CU_ASSERT_EQUAL(ask("T>+5%"), CONDITION_UNKNOWN);
    CU_ASSERT_EQUAL(ask("T>4.5s"), CONDITION_HOLDS);
}

static void badge_has(enum history_badge what, const char *title,
                      const char *color)
{
    struct strbuf svg = { 0 };

    history_badge(&svg, &runs, &sides, what);
    HAS(strbuf_text(&svg), title);
    HAS(strbuf_text(&svg), color);
    HAS(strbuf_text(&svg), "</svg>\n");
    strbuf_clear(&svg);
}

UNIT_TEST(a_badge_shows_the_newest_run)
{
    OF_DAYS(0, 0, 0, 0, 0, 1000);
    badge_has(HISTORY_TIME, "<title>run time: 5.00 s (+25 %)</title>",
              "fill=\"#b53d00\"");
    badge_has(HISTORY_EFFICIENCY, "<title>parallel efficiency: 56 %</title>",
              "fill=\"#946200\"");
    OF_DAYS(0, 0, 0, 0, 0, 0);
    badge_has(HISTORY_TIME, "<title>run time: 4.00 s</title>",
              "fill=\"#00795a\"");
    OF_DAYS(0, 0);
    badge_has(HISTORY_TIME, "<title>run time: 4.00 s</title>",
              "fill=\"#5b6570\"");
}
