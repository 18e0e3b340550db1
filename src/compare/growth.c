/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/growth.h"

#include <math.h>

/* Errors this close are the same: the simpler form wins.  With this many
 * forms, one always fits mere noise better than a constant: growth has to halve
 * the constant's error. */
#define AS_GOOD 1.1
#define AS_CONSTANT 2.0
/* Squared relative error that is rounding. */
#define ROUNDING 1e-18
#define ROUNDED 1e-9 /* of a time, the same */
#define THIRD (1.0 / 3)

/* The simplest first. */
static const struct form {
    double i, j;
    bool strong; /* only for strong scaling */
} forms[] = {
    { 0, 0, false },         { 0, 1, false },         { 1, 0, false },
    { -1, 0, true },         { 0.5, 0, false },       { -0.5, 0, true },
    { 2, 0, false },         { 0, 2, false },         { 1, 1, false },
    { -1, 1, true },         { THIRD, 0, false },     { 2 * THIRD, 0, false },
    { -2 * THIRD, 0, true }, { 0.25, 0, false },      { 0.75, 0, false },
    { 1.5, 0, false },       { 0.5, 1, false },       { 1, 2, false },
    { THIRD, 1, false },     { 2 * THIRD, 1, false }, { 1.5, 1, false },
    { 2, 1, false },         { -THIRD, 0, true },     { 3, 0, false },
};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

static double term_of(double ranks, double i, double j)
{
    return pow(ranks, i) * (j > 0 ? pow(log2(ranks), j) : 1);
}

double growth_at(const struct growth *growth, double ranks)
{
    if (!(growth->c1 > 0))
        return growth->c0;
    return growth->c0 + growth->c1 * term_of(ranks, growth->i, growth->j);
}

/* ---- least squares of relative errors ---- */

/* Sums over points, divided by their times: of 1, of the term x, and of
 * products. */
struct sums {
    double ones, x, xx, one, x_one; /* weights; one, x_one: times 1 / time */
    double count;
};

static void sums_add(struct sums *sums, const struct growth_point *point,
                     const struct form *form)
{
    double scale = 1 / point->time;
    double x = term_of(point->ranks, form->i, form->j) * scale;

    sums->ones += scale * scale;
    sums->x += x * scale;
    sums->xx += x * x;
    sums->one += scale;
    sums->x_one += x;
    sums->count++;
}

static struct growth constant_growth(const struct sums *sums)
{
    return (struct growth){ .c0 = sums->one / sums->ones };
}

/* Coefficients are not negative: a time is no difference of two. */
static struct growth solve_form(const struct sums *sums,
                                const struct form *form)
{
    double det = sums->ones * sums->xx - sums->x * sums->x;
    struct growth growth = { .i = form->i, .j = form->j };

    if (form->i == 0 && form->j == 0)
        return constant_growth(sums);
    if (det > 1e-12 * sums->ones * sums->xx) {
        growth.c0 = (sums->one * sums->xx - sums->x_one * sums->x) / det;
        growth.c1 = (sums->x_one * sums->ones - sums->one * sums->x) / det;
    }
    if (growth.c1 <= 0)
        return constant_growth(sums);
    if (growth.c0 < ROUNDED * sums->one / sums->ones) {
        growth.c0 = 0;
        growth.c1 = sums->x_one / sums->xx;
    }
    return growth;
}

/* Without the point `left_out'. */
static struct sums sums_of(const struct growth_point *points, size_t count,
                           const struct form *form, size_t left_out)
{
    struct sums sums = { 0 };

    for (size_t i = 0; i < count; i++)
        if (i != left_out)
            sums_add(&sums, &points[i], form);
    return sums;
}

static double off_by(const struct growth *growth,
                     const struct growth_point *point)
{
    return growth_at(growth, point->ranks) / point->time - 1;
}

/* Mean square of relative errors, each point predicted from the others. */
static double cross_validate(const struct growth_point *points, size_t count,
                             const struct form *form)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        struct sums others = sums_of(points, count, form, i);
        struct growth growth = solve_form(&others, form);
        double off = off_by(&growth, &points[i]);

        sum += off * off;
    }
    return sum / (double)count;
}

static bool is_possible(const struct form *form, bool weak)
{
    return !(form->strong && weak);
}

static bool is_usable(const struct growth_point *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(points[i].ranks >= 1) || !(points[i].time > 0) ||
            !isfinite(points[i].time))
            return false;
        for (size_t k = 0; k < i; k++)
            if (points[k].ranks == points[i].ranks)
                return false;
    }
    return count >= GROWTH_POINTS;
}

/* Mean squares of all forms; returns the least. */
static double validate_all(const struct growth_point *points, size_t count,
                           bool weak, double squares[FORMS])
{
    double best = INFINITY;

    for (size_t i = 0; i < FORMS; i++) {
        squares[i] = is_possible(&forms[i], weak)
                         ? cross_validate(points, count, &forms[i])
                         : INFINITY;
        best = squares[i] < best ? squares[i] : best;
    }
    return best;
}

bool growth_fit(const struct growth_point *points, size_t count, bool weak,
                struct growth *out)
{
    double squares[FORMS], best;
    struct sums sums;
    size_t i = 0;

    if (!is_usable(points, count))
        return false;
    best = validate_all(points, count, weak, squares);
    if (squares[0] > AS_CONSTANT * AS_CONSTANT * best + ROUNDING)
        for (i = 1; squares[i] > AS_GOOD * AS_GOOD * best + ROUNDING;)
            i++;
    sums = sums_of(points, count, &forms[i], count);
    *out = solve_form(&sums, &forms[i]);
    out->error = sqrt(squares[i]);
    return true;
}

/* ---- confidence ---- */

/* Two-sided 95 % quantile of Student's distribution, by Cornish and Fisher;
 * within 1 % from 3 degrees of freedom on. */
static double student_t_quantile(double freedom)
{
    double z = 1.959964, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;

    return z + (z3 + z) / (4 * freedom) +
           (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) /
               (384 * freedom * freedom * freedom);
}

/* Half of the interval of the curve at that number of ranks. */
static double half_range(const struct growth_point *points, size_t count,
                         const struct form *form, const struct sums *sums,
                         const struct growth *growth, double ranks)
{
    double det = sums->ones * sums->xx - sums->x * sums->x;
    double x = term_of(ranks, form->i, form->j), squares = 0, reach;
    double unknowns = growth->c1 > 0 ? 2 : 1;

    for (size_t i = 0; i < count; i++) {
        double off = off_by(growth, &points[i]);

        squares += off * off;
    }
    if (growth->c1 > 0)
        reach = (sums->xx - 2 * x * sums->x + x * x * sums->ones) / det;
    else
        reach = 1 / sums->ones;
    return student_t_quantile(sums->count - unknowns) *
           sqrt(squares / (sums->count - unknowns) * fmax(reach, 0));
}

static void widen_range(struct growth_range *range,
                        const struct growth_point *points, size_t count,
                        const struct form *form, double ranks)
{
    struct sums sums = sums_of(points, count, form, count);
    struct growth growth = solve_form(&sums, form);
    double middle = growth_at(&growth, ranks);
    double half = half_range(points, count, form, &sums, &growth, ranks);

    range->least = fmin(range->least, fmax(middle - half, 0));
    range->most = fmax(range->most, middle + half);
}

struct growth_range growth_range_at(const struct growth_point *points,
                                    size_t count, bool weak, double ranks)
{
    struct growth_range range = { INFINITY, 0 };
    double squares[FORMS], best;
    struct growth chosen;

    if (!growth_fit(points, count, weak, &chosen))
        return (struct growth_range){ NAN, NAN };
    best = validate_all(points, count, weak, squares);
    best = fmax(best, chosen.error * chosen.error);
    for (size_t i = 0; i < FORMS; i++)
        if (squares[i] <= GROWTH_RIVAL * GROWTH_RIVAL * best + ROUNDING)
            widen_range(&range, points, count, &forms[i], ranks);
    return range;
}

/* ---- words ---- */

static const char *exponent_text(double i)
{
    static const struct {
        double i;
        const char *text;
    } thirds[] = { { THIRD, "^(1/3)" },
                   { 2 * THIRD, "^(2/3)" },
                   { -THIRD, "^(-1/3)" },
                   { -2 * THIRD, "^(-2/3)" } };

    for (size_t k = 0; k < sizeof(thirds) / sizeof(thirds[0]); k++)
        if (thirds[k].i == i)
            return thirds[k].text;
    return NULL;
}

void growth_say_term(struct strbuf *out, const struct growth *growth)
{
    const char *before = "";

    if (!(growth->c1 > 0)) {
        strbuf_puts(out, "constant");
        return;
    }
    if (growth->i != 0) {
        strbuf_putc(out, 'p');
        if (exponent_text(growth->i) != NULL)
            strbuf_puts(out, exponent_text(growth->i));
        else if (growth->i != 1)
            strbuf_printf(out, "^%g", growth->i);
        before = " ";
    }
    if (growth->j > 0)
        strbuf_printf(out, growth->j > 1 ? "%slog2(p)^%g" : "%slog2(p)",
                      before, growth->j);
}

void growth_say(struct strbuf *out, const struct growth *growth)
{
    if (growth->c0 > 0 || !(growth->c1 > 0))
        strbuf_printf(out, "%.3g", growth->c0);
    if (!(growth->c1 > 0))
        return;
    strbuf_printf(out, "%s%.3g ", growth->c0 > 0 ? " + " : "", growth->c1);
    growth_say_term(out, growth);
}
