/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/condition.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/say.h"
#include "base/saturate.h"
#include "base/text/fuzzy_match.h"
#include "model/call.h"

/* ---- reading one ---- */

static const struct unit {
    const char *name;
    double factor;
    bool is_time, is_percent;
} units[] = {
    { "", 1, false, false },    { "%", 0.01, false, true },
    { "s", 1e9, true, false },  { "ms", 1e6, true, false },
    { "us", 1e3, true, false }, { "ns", 1, true, false },
};

static bool read_unit(const char *text, struct condition *out)
{
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (strcmp(text, units[i].name) == 0) {
            out->number *= units[i].factor;
            out->is_time = units[i].is_time;
            out->is_percent = units[i].is_percent;
            return true;
        }
    return false;
}

static bool read_limit(const char *text, struct condition *out)
{
    char *end;

    text += strspn(text, " ");
    out->is_change = text[0] == '+' || text[0] == '-';
    if (strspn(text + out->is_change, "0123456789.") == 0)
        return false;
    errno = 0;
    out->number = strtod(text, &end);
    if (strcspn(text, "xX") < (size_t)(end - text))
        return false; /* strtod() reads hexadecimal numbers */
    end += strspn(end, " ");
    return errno == 0 && isfinite(out->number) && read_unit(end, out);
}

/* The last < or >: names of C++ have them, too. */
static const char *find_operator(const char *text)
{
    const char *less = strrchr(text, '<'), *more = strrchr(text, '>');

    if (less == NULL || more == NULL)
        return less == NULL ? more : less;
    return less > more ? less : more;
}

bool condition_parse(const char *text, struct condition *out,
                     struct strbuf *problem)
{
    const char *operator= find_operator(text);
    const char *name = text + strspn(text, " ");
    size_t length = operator== NULL || operator<name
                        ? 0
                        : (size_t)(operator- name);

    *out = (struct condition){ .text = text };
    while (length > 0 && name[length - 1] == ' ')
        length--;
    if (length == 0 || length >= sizeof(out->name)) {
        strbuf_printf(problem,
                      "--fail-if %s: write a condition such as "
                      "'T>+5%%', 'load_balance<80%%' or "
                      "'region:main/solve>+0.5s'",
                      text);
        return false;
    }
    memcpy(out->name, name, length);
    out->is_more = *operator== '>';
    if (!read_limit(operator+ 1, out)) {
        strbuf_printf(problem,
                      "--fail-if %s: write a number with %%, s, ms, us, "
                      "ns or nothing after %c, with + or - for the change",
                      text, *operator);
        return false;
    }
    return true;
}

/* ---- asking it ---- */

enum kind { KIND_TIME, KIND_RATIO, KIND_NUMBER };

struct quantity {
    enum kind kind;
    struct compare_change change;
};

static bool skip_prefix(const char *name, const char *with, const char **rest)
{
    size_t length = strlen(with);

    *rest = name + length;
    return strncmp(name, with, length) == 0;
}

static bool is_plain(const struct runs_row *row)
{
    return row->set == RUNS_TIMES || row->set == RUNS_EFFICIENCY ||
           row->set == RUNS_NUMBERS;
}

static enum kind kind_of(const struct runs_row *row)
{
    if (row->set == RUNS_EFFICIENCY)
        return KIND_RATIO;
    return row->set == RUNS_NUMBERS ? KIND_NUMBER : KIND_TIME;
}

/* By its name, its column's name, or its title. */
static bool is_called(const struct runs_row *row, const char *name)
{
    const char *title = runs_time_title(row->name);
    size_t length = strlen(row->name);

    if (fuzzy_match_same(row->name, name) ||
        fuzzy_match_same(title + strspn(title, " "), name))
        return true;
    return strlen(name) == length + 2 &&
           strncmp(name, row->name, length) == 0 &&
           strcmp(name + length, "_s") == 0;
}

static const struct runs_row *find_plain(const struct runs *runs,
                                         const char *name)
{
    if (strcmp(name, "T") == 0)
        name = "run_time";
    for (size_t i = 0; i < runs->row_count; i++)
        if (is_plain(runs->rows[i]) && is_called(runs->rows[i], name))
            return runs->rows[i];
    return NULL;
}

static const struct runs_row *find_row(const struct runs *runs,
                                       const char *name)
{
    const char *rest;

    if (skip_prefix(name, "procedure:", &rest) ||
        skip_prefix(name, "calls:", &rest))
        return runs_find(runs, RUNS_PROCEDURES, rest);
    if (skip_prefix(name, "region:", &rest))
        return runs_find(runs, RUNS_REGIONS, rest);
    if (skip_prefix(name, "rank:", &rest))
        return runs_find(runs, RUNS_RANKS, rest);
    return find_plain(runs, name);
}

/* A procedure that is one, but that no run has called. */
static bool is_never_called(const char *name)
{
    const char *rest;

    return (skip_prefix(name, "procedure:", &rest) ||
            skip_prefix(name, "calls:", &rest)) &&
           call_find(rest) >= 0;
}

static void say_unknown(const struct runs *runs, const char *name,
                        struct strbuf *out)
{
    struct fuzzy_match match = { .typed = name };

    for (size_t i = 0; i < runs->row_count; i++)
        if (is_plain(runs->rows[i]))
            fuzzy_match_offer(&match, runs->rows[i]->name,
                              runs->rows[i]->name);
    strbuf_printf(out, "no run has %s; ", name);
    if (match.name != NULL) {
        strbuf_printf(out, "did you mean %s?", match.name);
        return;
    }
    strbuf_puts(out, "known names: T");
    for (size_t i = 0; i < runs->row_count; i++)
        if (is_plain(runs->rows[i]))
            strbuf_printf(out, ", %s", runs->rows[i]->name);
    strbuf_puts(out, ", procedure:NAME, calls:NAME, region:PATH and "
                     "rank:NUMBER");
}

static bool is_asked(const struct compare_sides *sides, uint32_t run)
{
    return !sides->usual || run == sides->b.runs[0];
}

/* Runs that did not end do not compare; what is usual is made of others. */
static bool all_ended(const struct runs *runs,
                      const struct compare_sides *sides, struct strbuf *what)
{
    for (uint32_t i = 0; i < runs->count; i++) {
        const struct run_about *about = &runs->about[i];

        if (!is_asked(sides, i) ||
            (!about->unfinished && about->measured == about->ranks))
            continue;
        strbuf_printf(what, "unknown: %s %s", runs_label(runs, about),
                      about->unfinished ? "did not finish"
                                        : "lacks some of its ranks");
        return false;
    }
    return true;
}

/* Without a sign, the value of B counts, before there are enough runs for what
 * is usual, too. */
static bool is_known(const struct condition *condition,
                     const struct compare_change *change,
                     const struct compare_sides *sides)
{
    return sides->usual && !condition->is_change ? change->b_known
                                                 : change->known;
}

static bool find_quantity(const struct condition *condition,
                          const struct runs *runs,
                          const struct compare_sides *sides,
                          struct quantity *out, struct strbuf *what)
{
    const char *name = condition->name;
    const struct runs_row *row = find_row(runs, name);
    const char *rest;
    bool calls = skip_prefix(name, "calls:", &rest);

    if (row == NULL && is_never_called(name)) {
        *out = (struct quantity){
            calls ? KIND_NUMBER : KIND_TIME,
            { .known = true, .b_known = true, .noise = NAN }
        };
        return true;
    }
    if (row == NULL) {
        say_unknown(runs, name, what);
        return false;
    }
    out->kind = calls ? KIND_NUMBER : kind_of(row);
    out->change = calls ? compare_calls(row, sides) : compare_row(row, sides);
    if (is_known(condition, &out->change, sides))
        return true;
    strbuf_printf(what, "%s is unknown for at least one side", name);
    return false;
}

/* Whether the number is one of such a quantity; what: what it should be. */
static bool condition_fits(const struct condition *condition, enum kind kind,
                           struct strbuf *what)
{
    bool relative = condition->is_percent && condition->is_change;

    switch (kind) {
    case KIND_TIME:
        if (condition->is_time || relative)
            return true;
        strbuf_puts(what, "this is a time: write a limit such as 2s or +0.5s, "
                          "or a change such as +5%");
        return false;
    case KIND_RATIO:
        if (condition->is_percent)
            return true;
        strbuf_puts(what, "this is a ratio: write a limit such as 80%, or a "
                          "change in percentage points such as -3%");
        return false;
    default:
        if (!condition->is_time && (relative || !condition->is_percent))
            return true;
        strbuf_puts(what, "this is a number: write a limit such as 1000 or "
                          "+10, or a change such as +5%");
        return false;
    }
}

static void put_value(struct strbuf *out, enum kind kind, double value)
{
    if (kind == KIND_TIME)
        strbuf_puts(out, say_seconds(saturate_near(value)).text);
    else if (kind == KIND_RATIO)
        strbuf_puts(out, say_percent(value).text);
    else
        strbuf_printf(out, "%.10g", value);
}

static bool condition_is_met(const struct condition *condition,
                             const struct quantity *quantity)
{
    const struct compare_change *change = &quantity->change;
    double value = condition->is_change ? change->more : change->b;
    double limit = condition->number;

    if (condition->is_change && compare_is_noise(change))
        return false;
    if (condition->is_percent && quantity->kind != KIND_RATIO)
        limit *= change->a;
    return condition->is_more ? value > limit : value < limit;
}

enum condition_answer condition_ask(const struct condition *condition,
                                    const struct runs *runs,
                                    const struct compare_sides *sides,
                                    struct strbuf *what)
{
    struct quantity quantity;

    if (!all_ended(runs, sides, what) ||
        !find_quantity(condition, runs, sides, &quantity, what))
        return CONDITION_UNKNOWN;
    if (!condition_fits(condition, quantity.kind, what))
        return CONDITION_UNKNOWN;
    if (quantity.change.known) {
        put_value(what, quantity.kind, quantity.change.a);
        strbuf_printf(what, " %s, ", sides->a_name);
    }
    put_value(what, quantity.kind, quantity.change.b);
    strbuf_printf(what, " %s", sides->b_name);
    return condition_is_met(condition, &quantity) ? CONDITION_HOLDS
                                                  : CONDITION_NO;
}
