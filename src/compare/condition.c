#include "compare/condition.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/say.h"

/* ---- reading one ---- */

static const struct unit {
    const char *name;
    double factor;
    bool is_time, is_percent;
} units[] = {
    { "", 1, false, false },   { "%", 0.01, false, true },
    { "s", 1e9, true, false }, { "ms", 1e6, true, false },
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
    const char *operator = find_operator(text);
    size_t length = operator == NULL ? 0 : (size_t)(operator - text);

    *out = (struct condition){ .text = text };
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length == 0 || length >= sizeof(out->name)) {
        strbuf_printf(problem, "--fail-if %s: write a condition such as "
                      "'T>+5%%', 'load_balance<80%%' or "
                      "'region:main/solve>+0.5s'", text);
        return false;
    }
    memcpy(out->name, text, length);
    out->is_more = *operator == '>';
    if (!read_limit(operator + 1, out)) {
        strbuf_printf(problem, "--fail-if %s: after %c goes a number with %%, "
                      "s, ms, us, ns or nothing, with + or - for the change",
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

static bool begins(const char *name, const char *with, const char **rest)
{
    size_t length = strlen(with);

    *rest = name + length;
    return strncmp(name, with, length) == 0;
}

static const struct runs_row *find_plain(const struct runs *runs,
                                         const char *name, enum kind *kind)
{
    const struct runs_row *row;

    if (strcmp(name, "T") == 0)
        name = "run_time";
    *kind = KIND_TIME;
    row = runs_find(runs, RUNS_TIMES, name);
    if (row != NULL)
        return row;
    *kind = KIND_RATIO;
    row = runs_find(runs, RUNS_EFFICIENCY, name);
    if (row != NULL)
        return row;
    *kind = KIND_NUMBER;
    return runs_find(runs, RUNS_NUMBERS, name);
}

static const struct runs_row *find_row(const struct runs *runs,
                                       const char *name, enum kind *kind)
{
    const char *rest;

    *kind = KIND_TIME;
    if (begins(name, "procedure:", &rest) || begins(name, "calls:", &rest))
        return runs_find(runs, RUNS_PROCEDURES, rest);
    if (begins(name, "region:", &rest))
        return runs_find(runs, RUNS_REGIONS, rest);
    if (begins(name, "rank:", &rest))
        return runs_find(runs, RUNS_RANKS, rest);
    return find_plain(runs, name, kind);
}

/* Numbers of calls are compared exactly. */
static struct compare_change calls_of(const struct runs_row *row,
                                      const struct compare_sides *sides)
{
    double a = runs_calls(row, &sides->a), b = runs_calls(row, &sides->b);

    return (struct compare_change){
        .known = true, .a = a, .b = b, .more = b - a, .noise = NAN
    };
}

static bool find_quantity(const char *name, const struct runs *runs,
                          const struct compare_sides *sides,
                          struct quantity *out, struct strbuf *what)
{
    const struct runs_row *row = find_row(runs, name, &out->kind);
    const char *rest;

    if (row == NULL) {
        strbuf_printf(what, "no run has %s; the column `name' of the tables, "
                      "T, procedure:NAME, calls:NAME, region:NAME and "
                      "rank:NUMBER can be asked for", name);
        return false;
    }
    if (begins(name, "calls:", &rest)) {
        out->kind = KIND_NUMBER;
        out->change = calls_of(row, sides);
    } else {
        out->change = compare_row(row, sides);
    }
    if (!out->change.known)
        strbuf_printf(what, "%s is not known of both sides", name);
    return out->change.known;
}

/* Whether the number is one of such a quantity; what: what it should be. */
static bool fits(const struct condition *condition, enum kind kind,
                 struct strbuf *what)
{
    bool relative = condition->is_percent && condition->is_change;

    switch (kind) {
    case KIND_TIME:
        if (condition->is_time || relative)
            return true;
        strbuf_puts(what, "a time: compare it with one such as 2s or +0.5s, "
                    "or its change with a share such as +5%");
        return false;
    case KIND_RATIO:
        if (condition->is_percent)
            return true;
        strbuf_puts(what, "a ratio: compare it with one such as 80%, or its "
                    "change with points such as -3%");
        return false;
    default:
        if (!condition->is_time && (relative || !condition->is_percent))
            return true;
        strbuf_puts(what, "a number: compare it with one such as 1000 or "
                    "+10, or its change with a share such as +5%");
        return false;
    }
}

static void put_value(struct strbuf *out, enum kind kind, double value)
{
    if (kind == KIND_TIME)
        strbuf_puts(out, say_seconds((uint64_t)llround(value)).text);
    else if (kind == KIND_RATIO)
        strbuf_puts(out, say_percent(value).text);
    else
        strbuf_printf(out, "%.10g", value);
}

static bool holds(const struct condition *condition,
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

    if (!find_quantity(condition->name, runs, sides, &quantity, what))
        return CONDITION_UNKNOWN;
    if (!fits(condition, quantity.kind, what))
        return CONDITION_UNKNOWN;
    put_value(what, quantity.kind, quantity.change.a);
    strbuf_puts(what, " in A, ");
    put_value(what, quantity.kind, quantity.change.b);
    strbuf_puts(what, " in B");
    return holds(condition, &quantity) ? CONDITION_HOLDS : CONDITION_NO;
}
