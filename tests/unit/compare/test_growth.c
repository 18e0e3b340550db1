/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/growth.h"

#include <math.h>

#include "unit.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define NEAR(actual, expected) \
    CU_ASSERT_DOUBLE_EQUAL(actual, expected, 1e-6 * fabs(expected) + 1e-12)

static const double ranks[] = { 2, 4, 8, 16, 32, 64, 128 };
#define POINTS COUNT(ranks)

static struct growth_point points[POINTS];

/* c0 + c1 p^i log2(p)^j, times 1 + noise of an alternating, uneven sign. */
static void curve(double c0, double c1, double i, double j, double noise)
{
    static const double sign[] = { 1, -0.7, 0.4, -1, 0.9, -0.2, 0.3 };

    for (size_t k = 0; k < POINTS; k++)
        points[k] = (struct growth_point){
            ranks[k], (c0 + c1 * pow(ranks[k], i) * pow(log2(ranks[k]), j)) *
                          (1 + noise * sign[k])
        };
}

static struct growth fit(bool weak)
{
    struct growth growth = { .c0 = -1 };

    CU_ASSERT(growth_fit(points, POINTS, weak, &growth));
    return growth;
}

static void says(const struct growth *growth, const char *words)
{
    struct strbuf text = { 0 };

    growth_say(&text, growth);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&text), words);
    strbuf_clear(&text);
}

/* Without noise the curve itself is found, and goes on as it should. */
static void finds(double c0, double c1, double i, double j, bool weak,
                  const char *words)
{
    struct growth growth;
    struct growth_range range;
    double far = c0 + c1 * pow(12800, i) * pow(log2(12800), j);

    curve(c0, c1, i, j, 0);
    growth = fit(weak);
    says(&growth, words);
    NEAR(growth_at(&growth, 12800), far);
    range = growth_range_at(points, POINTS, weak, 12800);
    CU_ASSERT(range.least <= far * (1 + 1e-6));
    CU_ASSERT(range.most >= far * (1 - 1e-6));
    CU_ASSERT(range.most - range.least < 1e-3 * far);
}

UNIT_TEST(closed_forms_are_found)
{
    finds(0, 0.003, 0, 1, false, "0.003 log2(p)");
    finds(0, 0.25, 1, 0, false, "0.25 p");
    finds(0, 8, -1, 0, false, "8 p^-1");
    finds(1.5, 0, 0, 0, false, "1.5");
    finds(2, 0.01, 1, 0, true, "2 + 0.01 p");
    finds(1, 0.5, 0.5, 0, true, "1 + 0.5 p^0.5");
    finds(0.1, 1e-4, 1, 1, true, "0.1 + 0.0001 p log2(p)");
    finds(0, 3, 1.0 / 3, 0, true, "3 p^(1/3)");
    finds(0, 1e-6, 2, 0, true, "1e-06 p^2");
    finds(0.5, 6, -1, 0, false, "0.5 + 6 p^-1");
    finds(0, 2, 0, 2, true, "2 log2(p)^2");
}

/* Where the problem grows with the ranks a part of one does not shrink. */
UNIT_TEST(weak_scaling_has_no_shares_that_shrink)
{
    struct growth growth;

    curve(0.5, 6, -1, 0, 0);
    growth = fit(true);
    CU_ASSERT(growth.i >= 0);
    CU_ASSERT_EQUAL(growth.c1, 0);
}

UNIT_TEST(noise_is_no_growth)
{
    struct growth growth;

    curve(2, 0, 0, 0, 0.03);
    growth = fit(false);
    CU_ASSERT_EQUAL(growth.c1, 0);
    CU_ASSERT(fabs(growth.c0 - 2) < 0.03);
    CU_ASSERT(growth.error > 0.01 && growth.error < 0.05);
}

/* The error is that of predictions: each point of a constant is a sixth farther
 * from the mean of the six others. */
UNIT_TEST(errors_are_those_of_points_left_out)
{
    struct growth growth;
    double squares = 0;

    curve(2, 0, 0, 0, 0.03);
    growth = fit(false);
    for (size_t k = 0; k < POINTS; k++) {
        double off = growth_at(&growth, points[k].ranks) / points[k].time - 1;

        squares += off * off;
    }
    CU_ASSERT_DOUBLE_EQUAL(growth.error, sqrt(squares / POINTS) * 7 / 6,
                           0.01 * growth.error);
}

/* Numbers from -1 to 1 that are the same in each run. */
static double some(void)
{
    static unsigned seed = 7;

    seed = seed * 1103515245 + 12345;
    return ((int)((seed >> 16) % 9) - 4) / 4.0;
}

static void noisy(double c0, double c1, double i, double j, double noise)
{
    curve(c0, c1, i, j, 0);
    for (size_t k = 0; k < POINTS; k++)
        points[k].time *= 1 + noise * some();
}

/* Of 24 forms one is often a little better than a constant, by chance. */
UNIT_TEST(noise_is_seldom_taken_for_growth)
{
    int found = 0;

    for (int k = 0; k < 1000; k++) {
        noisy(2, 0, 0, 0, 0.04);
        found += fit(true).c1 > 0;
    }
    CU_ASSERT(found <= 20);
}

/* On 20 times the most ranks, with noise of 3 %. */
UNIT_TEST(ranges_hold_nine_times_of_ten)
{
    static const struct {
        double c0, c1, i, j;
    } curves[] = { { 1, 0.01, 1, 0 },
                   { 0, 0.01, 0, 1 },
                   { 0, 8, -1, 0 },
                   { 1, 0.05, 0.5, 0 },
                   { 1, 0.05, 0, 1 } };

    for (size_t c = 0; c < COUNT(curves); c++) {
        double far = curves[c].c0 + curves[c].c1 * pow(2560, curves[c].i) *
                                        pow(log2(2560), curves[c].j);
        int inside = 0;

        for (int k = 0; k < 200; k++) {
            struct growth_range range;

            noisy(curves[c].c0, curves[c].c1, curves[c].i, curves[c].j, 0.03);
            range = growth_range_at(points, POINTS, false, 2560);
            inside += range.least <= far && far <= range.most;
        }
        CU_ASSERT(inside >= 180);
    }
}

/* A tenth more or less at 100 times the ranks, and the range has the truth. */
UNIT_TEST(growth_is_found_below_noise)
{
    static const struct {
        double c0, c1, i, j;
    } curves[] = {
        { 0, 0.25, 1, 0 }, { 0, 8, -1, 0 }, { 0, 0.01, 0, 1 }, { 1, 0.1, 1, 0 }
    };

    for (size_t k = 0; k < COUNT(curves); k++) {
        double far = curves[k].c0 + curves[k].c1 * pow(1280, curves[k].i) *
                                        pow(log2(1280), curves[k].j);
        struct growth growth;
        struct growth_range range;

        curve(curves[k].c0, curves[k].c1, curves[k].i, curves[k].j, 0.02);
        growth = fit(false);
        range = growth_range_at(points, POINTS, false, 1280);
        CU_ASSERT(growth_at(&growth, 1280) > 0.85 * far);
        CU_ASSERT(growth_at(&growth, 1280) < 1.15 * far);
        CU_ASSERT(range.least <= far && range.most >= far);
        CU_ASSERT(range.most > range.least);
    }
}

/* More noise, less certainty. */
UNIT_TEST(the_range_grows_with_the_noise)
{
    struct growth_range quiet, loud;

    curve(1, 0.1, 1, 0, 0.005);
    quiet = growth_range_at(points, POINTS, true, 1280);
    curve(1, 0.1, 1, 0, 0.05);
    loud = growth_range_at(points, POINTS, true, 1280);
    CU_ASSERT(loud.most - loud.least > 2 * (quiet.most - quiet.least));
}

UNIT_TEST(what_cannot_be_fitted_is_refused)
{
    struct growth growth;

    curve(1, 0.1, 1, 0, 0);
    CU_ASSERT(!growth_fit(points, GROWTH_POINTS - 1, false, &growth));
    CU_ASSERT(growth_fit(points, GROWTH_POINTS, false, &growth));
    CU_ASSERT(
        isnan(growth_range_at(points, GROWTH_POINTS - 1, false, 100).most));
    points[1].ranks = 2;
    CU_ASSERT(!growth_fit(points, POINTS, false, &growth));
    points[1].ranks = 4;
    points[3].time = 0;
    CU_ASSERT(!growth_fit(points, POINTS, false, &growth));
    points[3].time = NAN;
    CU_ASSERT(!growth_fit(points, POINTS, false, &growth));
}
