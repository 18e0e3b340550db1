/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/compare_causes.h"

#include <math.h>
#include <string.h>

#include "base/rank_stats.h"
#include "base/ranklist.h"

#define CHANGED 0.1    /* of the larger gain; less is the same */
#define GONE 0.2       /* of the gain in A, that may be left */
#define KEPT 0.85      /* of what was promised */
#define NOT_KEPT 0.15  /* same */
#define SAID 3         /* causes of a kind, in sentences */
#define SAME_GAIN 0.01 /* of a gain: not worth two numbers */

enum promise_answer { PROMISE_KEPT, PROMISE_PARTLY, PROMISE_BROKEN };

struct compare_promise {
    uint32_t causes; /* 0: nothing was promised */
    bool known;      /* that these are gone; false: all of A, since those of
                      * B are unknown */
    bool simulated;
    double before, after;   /* T of A and of B */
    double gain, most_gain; /* promised, and at best */
    enum promise_answer answer;
};

static const char *const change_names[] = {
    [CAUSE_GONE] = "gone",       [CAUSE_NEW] = "new",
    [CAUSE_SMALLER] = "smaller", [CAUSE_LARGER] = "larger",
    [CAUSE_SAME] = "the same",   [CAUSE_UNKNOWN] = "unknown",
};

static const char *const answer_names[] = {
    [PROMISE_KEPT] = "kept",
    [PROMISE_PARTLY] = "partly kept",
    [PROMISE_BROKEN] = "not kept",
};

/* ---- what has changed ---- */

static bool is_same(const struct compare_change *change)
{
    double larger = change->a > change->b ? change->a : change->b;

    return compare_is_noise(change) || fabs(change->more) <= CHANGED * larger;
}

/* The largest gain in an earlier run: the median of a few is 0. */
static double largest_before(const struct runs_row *row,
                             const struct compare_sides *sides)
{
    double largest = 0;

    for (uint32_t i = 0; i < sides->a.count; i++)
        largest = fmax(largest, row->value[sides->a.runs[i]]);
    return largest;
}

enum cause_change cause_change_of(const struct runs_row *row,
                                  const struct compare_sides *sides)
{
    struct compare_change change = compare_row(row, sides);

    if (!change.known)
        return CAUSE_UNKNOWN;
    if (change.a == 0) { /* a cause that comes and goes is not new */
        change.a = largest_before(row, sides);
        change.more = fmax(0, change.b - change.a);
    }
    if (is_same(&change))
        return CAUSE_SAME;
    if (change.b <= GONE * change.a)
        return CAUSE_GONE;
    if (change.a == 0)
        return CAUSE_NEW;
    return change.more < 0 ? CAUSE_SMALLER : CAUSE_LARGER;
}

const char *cause_change_name(enum cause_change change)
{
    return change_names[change];
}

/* The first run of a side in which it was found, or -1. */
static int run_with(const struct runs_cause *cause,
                    const struct runs_group *side)
{
    for (uint32_t i = 0; i < side->count; i++)
        if (cause->where[side->runs[i]] != NULL)
            return (int)side->runs[i];
    return -1;
}

/* ---- the promise ---- */

/* The subject of the promise: causes that are gone or, if B's are unknown, all
 * of A. */
static bool is_promised(const struct runs_row *row,
                        const struct compare_sides *sides)
{
    enum cause_change change;

    if (row->set != RUNS_CAUSES || !(runs_value(row, &sides->a).mean > 0))
        return false;
    change = cause_change_of(row, sides);
    return change == CAUSE_GONE || change == CAUSE_UNKNOWN;
}

static double mean_most_gain(const struct runs_row *row,
                             const struct runs_group *side)
{
    double sum = 0;

    for (uint32_t i = 0; i < side->count; i++)
        sum += row->cause->most_gain[side->runs[i]];
    return sum / side->count;
}

/* The gain of all causes that were simulated together; NAN: unknown. */
static double gain_together(const struct runs *runs,
                            const struct runs_group *side)
{
    double sum = 0;

    for (uint32_t i = 0; i < side->count; i++)
        sum += runs->about[side->runs[i]].unchanged -
               runs->about[side->runs[i]].together;
    return sum / side->count;
}

static bool all_are_promised(const struct runs *runs,
                             const struct compare_sides *sides)
{
    for (size_t i = 0; i < runs->row_count; i++)
        if (runs->rows[i]->set == RUNS_CAUSES &&
            runs_value(runs->rows[i], &sides->a).mean > 0 &&
            !is_promised(runs->rows[i], sides))
            return false;
    return true;
}

static void sum_promised(const struct runs *runs,
                         const struct compare_sides *sides,
                         struct compare_promise *promise)
{
    for (size_t i = 0; i < runs->row_count; i++) {
        const struct runs_row *row = runs->rows[i];

        if (!is_promised(row, sides))
            continue;
        promise->causes++;
        promise->known &= cause_change_of(row, sides) == CAUSE_GONE;
        promise->gain += runs_value(row, &sides->a).mean;
        promise->most_gain += mean_most_gain(row, &sides->a);
        promise->simulated &=
            row->cause->simulated[run_with(row->cause, &sides->a)];
    }
}

/* Gains of several causes overlap. */
static void limit_gain(const struct runs *runs,
                       const struct compare_sides *sides,
                       struct compare_promise *promise)
{
    double together = gain_together(runs, &sides->a);

    if (promise->causes < 2 || isnan(together) || !promise->simulated)
        return;
    if (together < promise->gain || all_are_promised(runs, sides))
        promise->gain = together;
}

static enum promise_answer answer_of(const struct compare_promise *promise)
{
    double gained = promise->before - promise->after;

    if (gained >= KEPT * promise->gain)
        return PROMISE_KEPT;
    return gained >= NOT_KEPT * promise->gain ? PROMISE_PARTLY
                                              : PROMISE_BROKEN;
}

static struct compare_promise
compare_promise_of(const struct runs *runs, const struct compare_sides *sides)
{
    struct compare_promise promise = { .known = true, .simulated = true };
    const struct runs_row *row = runs_find(runs, RUNS_TIMES, "run_time");
    struct compare_change time;

    if (row == NULL || runs->about[sides->a.runs[0]].ranks !=
                           runs->about[sides->b.runs[0]].ranks)
        return promise;
    time = compare_row(row, sides);
    if (!time.known)
        return promise;
    sum_promised(runs, sides, &promise);
    limit_gain(runs, sides, &promise);
    promise.before = time.a;
    promise.after = time.b;
    if (promise.gain > time.a)
        promise.gain = time.a;
    if (promise.most_gain < promise.gain)
        promise.most_gain = promise.gain;
    if (promise.most_gain > time.a)
        promise.most_gain = time.a;
    promise.answer = answer_of(&promise);
    return promise;
}

/* ---- tables ---- */

static void add_side(struct table *table, char *const *texts, int run)
{
    table_optional(table, run < 0 ? NULL : texts[run]);
}

static void add_basis(struct table *table, const struct runs_cause *cause,
                      int run)
{
    if (run < 0)
        table_empty(table);
    else
        table_text(table, cause->simulated[run] ? "simulated" : "estimated");
}

static void add_cause(struct table *table, const struct runs_row *row,
                      const struct compare_sides *sides)
{
    const struct runs_cause *cause = row->cause;
    struct runs_value a_gain = runs_value(row, &sides->a);
    struct runs_value b_gain = runs_value(row, &sides->b);
    struct compare_change change = compare_row(row, sides);
    int a = run_with(cause, &sides->a), b = run_with(cause, &sides->b);

    table_text(table, cause_change_name(cause_change_of(row, sides)));
    table_text(table, cause->title);
    table_text(table, cause->rule);
    add_side(table, cause->ranks, a);
    add_side(table, cause->ranks, b);
    compare_add_time(table, a_gain.known, a_gain.mean);
    compare_add_time(table, b_gain.known, b_gain.mean);
    table_integer_if(table, change.known, rank_stats_round_more(change.more));
    compare_add_time(table, !isnan(change.noise), change.noise);
    add_basis(table, cause, a);
    add_basis(table, cause, b);
    add_side(table, cause->where, a);
    add_side(table, cause->where, b);
}

/* In the order of enum cause_change. */
static const struct runs_row *next_row(const struct runs *runs,
                                       const struct compare_sides *sides,
                                       enum cause_change change, size_t *at)
{
    while (*at < runs->row_count) {
        const struct runs_row *row = runs->rows[(*at)++];

        if (row->set == RUNS_CAUSES && cause_change_of(row, sides) == change)
            return row;
    }
    return NULL;
}

void compare_add_causes(struct table *table, const struct runs *runs,
                        const struct compare_sides *sides)
{
    for (int change = CAUSE_GONE; change <= CAUSE_UNKNOWN; change++) {
        const struct runs_row *row;
        size_t at = 0;

        while ((row = next_row(runs, sides, (enum cause_change)change, &at)) !=
               NULL)
            add_cause(table, row, sides);
    }
}

void compare_add_promise(struct table *table, const struct runs *runs,
                         const struct compare_sides *sides)
{
    struct compare_promise promise = compare_promise_of(runs, sides);

    if (promise.causes == 0)
        return;
    table_number(table, promise.causes);
    table_text(table, answer_names[promise.answer]);
    table_text(table, promise.simulated ? "simulated" : "estimated");
    compare_add_time(table, true, promise.before);
    compare_add_time(table, true, promise.before - promise.gain);
    compare_add_time(table, true, promise.before - promise.most_gain);
    compare_add_time(table, true, promise.after);
    compare_add_time(table, true, promise.gain);
    table_integer(table,
                  rank_stats_round_more(promise.before - promise.after));
}

/* ---- sentences ---- */

/* "rank 2", "ranks 2-3" */
static void put_ranks(struct strbuf *out, const char *ranks)
{
    if (ranks[0] == '\0')
        strbuf_puts(out, "all ranks");
    else
        ranklist_name(out, ranks);
}

static void put_place(struct strbuf *out, const struct runs_cause *cause,
                      int run)
{
    const char *where = cause->where[run];

    if (cause->ranks[run][0] != '\0') {
        strbuf_puts(out, ", ");
        put_ranks(out, cause->ranks[run]);
    }
    if (where[0] != '\0') {
        strbuf_puts(out, ", ");
        say_name(out, where);
    }
}

static void put_moved(struct strbuf *out, const struct runs_cause *cause,
                      int a, int b)
{
    if (strcmp(cause->ranks[a], cause->ranks[b]) == 0)
        return;
    strbuf_puts(out, ", in B on ");
    put_ranks(out, cause->ranks[b]);
}

static void say_cause(const char *head, const struct runs_row *row,
                      const struct compare_sides *sides, struct report *report)
{
    struct compare_change change = compare_row(row, sides);
    int a = run_with(row->cause, &sides->a),
        b = run_with(row->cause, &sides->b);
    const char *up_to = row->cause->simulated[b >= 0 ? b : a] ? "" : "up to ";
    struct strbuf text = { 0 };

    strbuf_printf(&text, "%s: %s", head, row->cause->title);
    put_place(&text, row->cause, a >= 0 ? a : b);
    if (a >= 0 && b >= 0)
        put_moved(&text, row->cause, a, b);
    if (change.b > 0 && cause_change_of(row, sides) == CAUSE_GONE)
        strbuf_printf(&text, ", except for %s in B",
                      compare_say_time(change.b).text);
    else if (change.a > 0 && change.b > 0)
        strbuf_printf(&text, "; it costs %s%s in A and %s in B", up_to,
                      compare_say_time(change.a).text,
                      compare_say_time(change.b).text);
    else if (change.b > 0)
        strbuf_printf(&text, "; it costs %s%s in B", up_to,
                      compare_say_time(change.b).text);
    report_verdict(report, "%s.", strbuf_text(&text));
    strbuf_clear(&text);
}

/* One that was found in some runs of a side only, and so is as before within
 * noise, is in the table alone. */
static bool is_said(const struct runs_row *row,
                    const struct compare_sides *sides,
                    enum cause_change change)
{
    return change != CAUSE_SAME || (runs_value(row, &sides->a).mean > 0 &&
                                    runs_value(row, &sides->b).mean > 0);
}

static void say_changed(const char *head, const struct runs *runs,
                        const struct compare_sides *sides,
                        enum cause_change change, struct report *report)
{
    const struct runs_row *row;
    size_t at = 0, count = 0;

    while ((row = next_row(runs, sides, change, &at)) != NULL)
        if (is_said(row, sides, change) && ++count <= SAID)
            say_cause(head, row, sides, report);
    if (count > SAID)
        report_verdict(report, "%s: %zu more; see the table compare_causes.",
                       head, count - SAID);
}

static void put_result(struct strbuf *out,
                       const struct compare_promise *promise)
{
    double gained = promise->before - promise->after;

    switch (promise->answer) {
    case PROMISE_KEPT:
        strbuf_puts(out, "the promise was kept");
        if (gained > promise->most_gain / KEPT)
            strbuf_printf(out, ", and something else gained %s more",
                          compare_say_time(gained - promise->most_gain).text);
        break;
    case PROMISE_PARTLY:
        strbuf_printf(out, "%s of the promised %s was gained",
                      compare_say_time(gained).text,
                      compare_say_time(promise->gain).text);
        break;
    default: strbuf_puts(out, "the promise was not kept");
    }
}

static void say_promise(const struct compare_promise *promise,
                        struct report *report)
{
    struct strbuf text = { 0 };

    strbuf_printf(&text, "The report of A %s %s -> %s",
                  promise->simulated ? "promised" : "estimated at best",
                  compare_say_time(promise->before).text,
                  compare_say_time(promise->before - promise->gain).text);
    if (promise->most_gain > promise->gain * (1 + SAME_GAIN) &&
        promise->simulated)
        strbuf_printf(
            &text, " (%s at best)",
            compare_say_time(promise->before - promise->most_gain).text);
    if (!promise->known)
        strbuf_puts(&text, " without its causes of lost time");
    else if (promise->causes == 1)
        strbuf_puts(&text, " without this cause");
    else
        strbuf_printf(&text, " without these %u causes", promise->causes);
    strbuf_printf(&text,
                  ", and B took %s: ", compare_say_time(promise->after).text);
    put_result(&text, promise);
    report_verdict(report, "%s.", strbuf_text(&text));
    strbuf_clear(&text);
}

/* Says which run's causes are unknown, and why. */
static bool are_known(const struct runs *runs, const struct runs_group *side,
                      struct report *report)
{
    for (uint32_t i = 0; i < side->count; i++) {
        const struct run_about *about = &runs->about[side->runs[i]];

        if (about->withheld == NULL)
            continue;
        report_completeness(report,
                            "Which causes of lost time are gone or new is "
                            "unknown: the causes of %s are unknown, since "
                            "%s.",
                            runs_label(runs, about), about->withheld);
        return false;
    }
    return true;
}

/* Gains of runs without a whole trace are estimates. */
static void say_basis(const struct runs *runs,
                      const struct compare_sides *sides, struct report *report)
{
    bool a = !isnan(gain_together(runs, &sides->a));
    bool b = !isnan(gain_together(runs, &sides->b));

    if (a != b)
        report_completeness(report,
                            "The gains of %s are simulated, and those of %s "
                            "only estimated: compare runs with whole traces.",
                            a ? "A" : "B", a ? "B" : "A");
}

void compare_say_causes(const struct runs *runs,
                        const struct compare_sides *sides,
                        struct report *report)
{
    struct compare_promise promise = compare_promise_of(runs, sides);
    bool known = are_known(runs, &sides->a, report) &&
                 are_known(runs, &sides->b, report);

    if (known)
        say_changed("Gone", runs, sides, CAUSE_GONE, report);
    if (promise.causes > 0)
        say_promise(&promise, report);
    if (!known)
        return;
    say_basis(runs, sides, report);
    say_changed("New", runs, sides, CAUSE_NEW, report);
    say_changed("Smaller", runs, sides, CAUSE_SMALLER, report);
    say_changed("Larger", runs, sides, CAUSE_LARGER, report);
    say_changed("As before", runs, sides, CAUSE_SAME, report);
}
