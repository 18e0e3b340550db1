/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/scaling_say.h"

#include <math.h>

#include "analyze/facts/say.h"
#include "base/human.h"
#include "compare/compare_say.h"

#define WORTH_SAYING 0.02 /* of T of the most ranks */
#define DIGITS 3
#define POINTS 0.02 /* of global efficiency */

struct scaling_part scaling_part(const struct runs_row *row,
                                 const struct compare_sides *sides,
                                 double ideal_speedup)
{
    struct compare_change change = compare_row(row, sides);
    double ideal = change.a / ideal_speedup;

    return (struct scaling_part){
        .fewest = change.a,
        .most = change.b,
        .ideal = ideal,
        .loss = change.b - ideal,
    };
}

static struct compare_change change_of(const struct runs *runs,
                                       enum runs_set set, const char *name,
                                       const struct compare_sides *sides)
{
    const struct runs_row *row = runs_find(runs, set, name);

    return row == NULL ? (struct compare_change){ 0 }
                       : compare_row(row, sides);
}

static void say_speedup(const struct runs *runs,
                        const struct compare_sides *sides,
                        struct report *report)
{
    struct compare_change time =
        change_of(runs, RUNS_TIMES, "run_time", sides);
    struct compare_change speedup =
        change_of(runs, RUNS_NUMBERS, "speedup", sides);
    struct compare_change ideal =
        change_of(runs, RUNS_NUMBERS, "ideal", sides);

    if (!time.known || !speedup.known)
        return;
    report_verdict(report,
                   "T is %s on %s and %s on %s: a speedup of %.*f, "
                   "of %.*f that would be ideal (%s).",
                   compare_say_time(time.a).text,
                   say_count(runs->about[sides->a.runs[0]].ranks, "rank").text,
                   compare_say_time(time.b).text,
                   say_count(runs->about[sides->b.runs[0]].ranks, "rank").text,
                   human_decimals(speedup.b, DIGITS, DIGITS), speedup.b,
                   human_decimals(ideal.b, DIGITS, DIGITS), ideal.b,
                   say_percent(speedup.b / ideal.b).text);
}

/* The factor that has shrunk most: they multiply. */
static void say_factor(const struct runs *runs,
                       const struct compare_sides *sides,
                       struct report *report)
{
    static const struct {
        const char *name, *title;
    } factors[] = {
        { "load_balance", "load balance" },
        { "communication_efficiency", "communication efficiency" },
        { "computation_scaling", "computation scaling" },
    };
    struct compare_change all =
        change_of(runs, RUNS_EFFICIENCY, "global_efficiency", sides);
    struct compare_change worst = { 0 };
    const char *title = NULL;

    for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
        struct compare_change change =
            change_of(runs, RUNS_EFFICIENCY, factors[i].name, sides);

        if (change.known && change.b < change.a &&
            (title == NULL || change.b * worst.a < worst.b * change.a)) {
            worst = change;
            title = factors[i].title;
        }
    }
    if (all.known && title != NULL && all.more <= -POINTS)
        report_verdict(report,
                       "Global efficiency goes from %s to %s, most "
                       "of it by %s: from %s to %s.",
                       say_percent(all.a).text, say_percent(all.b).text, title,
                       say_percent(worst.a).text, say_percent(worst.b).text);
}

static void say_parts(const struct runs *runs,
                      const struct compare_sides *sides, double ideal_speedup,
                      struct report *report)
{
    struct compare_change time =
        change_of(runs, RUNS_TIMES, "run_time", sides);
    struct parts parts = { .row = { NULL } };

    for (size_t i = 0; i < runs->row_count; i++) {
        struct scaling_part part =
            scaling_part(runs->rows[i], sides, ideal_speedup);

        if (part.loss >= WORTH_SAYING * time.b)
            parts_keep(&parts, runs->rows[i], part.loss);
    }
    parts_say(&parts, "Beyond the ideal, mean of the ranks", '+', report);
}

void scaling_say(const struct runs *runs, const struct compare_sides *sides,
                 double ideal_speedup, struct report *report)
{
    compare_say_unfinished(runs, report);
    say_speedup(runs, sides, report);
    say_factor(runs, sides, report);
    say_parts(runs, sides, ideal_speedup, report);
    compare_say_runs(runs, report);
}
