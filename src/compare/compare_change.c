/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/compare_change.h"

#include <math.h>

#include "base/saturate.h"

struct compare_change compare_change_of(const struct runs_value *a,
                                        const struct runs_value *b)
{
    return (struct compare_change){
        .known = a->known && b->known,
        .b_known = b->known,
        .a = a->mean,
        .b = b->mean,
        .more = b->mean - a->mean,
        .noise = runs_noise(a, b),
    };
}

struct compare_change compare_row(const struct runs_row *row,
                                  const struct compare_sides *sides)
{
    struct runs_value a = sides->usual ? runs_usual(row->value, &sides->a)
                                       : runs_value(row, &sides->a);
    struct runs_value b = runs_value(row, &sides->b);

    return compare_change_of(&a, &b);
}

struct compare_change compare_named(const struct runs *runs, enum runs_set set,
                                    const char *name,
                                    const struct compare_sides *sides)
{
    const struct runs_row *row = runs_find(runs, set, name);

    return row == NULL ? (struct compare_change){ 0 }
                       : compare_row(row, sides);
}

struct compare_change compare_calls(const struct runs_row *row,
                                    const struct compare_sides *sides)
{
    struct runs_value a = sides->usual ? runs_usual(row->calls, &sides->a)
                                       : runs_calls(row, &sides->a);
    struct runs_value b = runs_calls(row, &sides->b);

    return compare_change_of(&a, &b);
}

bool compare_is_noise(const struct compare_change *change)
{
    return fabs(change->more) <= change->noise;
}

void compare_add_time(struct table *table, bool known, double ns)
{
    table_number_if(table, known, saturate_near(ns));
}

struct said compare_say_time(double ns)
{
    return say_seconds(saturate_near(fabs(ns)));
}
