/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tables_compare.c - differences between two sets of profiles.
 *
 * Functions are matched by file, name and line; the remaining ones by file and
 * name, in the order of their lines, since lines move.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/tables.h"

/* A function on both sides, or PY_NONE on one of them. */
struct row {
    uint32_t a, b;
    double difference, size; /* seconds of own time, mean of the ranks */
};

struct side {
    const struct pyprof *merged;
    uint32_t *left; /* functions that no other is the same as */
    size_t count;
};

struct pairing {
    struct side a, b;
    struct row *rows;
    size_t count;
};

static double mean_of(const struct pyprof *merged, double sum)
{
    return sum / (double)merged->rank_count;
}

static double own_of(const struct pyprof *merged, uint32_t function)
{
    return function == PY_NONE
               ? 0
               : mean_of(merged, merged->functions[function].total.own);
}

static double cumulative_of(const struct pyprof *merged, uint32_t function)
{
    return function == PY_NONE
               ? 0
               : mean_of(merged, merged->functions[function].total.cumulative);
}

static void add_row(struct pairing *pairing, uint32_t a, uint32_t b)
{
    double in_a = own_of(pairing->a.merged, a);
    double in_b = own_of(pairing->b.merged, b);

    pairing->rows[pairing->count++] =
        (struct row){ a, b, in_b - in_a, in_a + in_b };
}

/* ---- which are the same ---- */

static uint32_t find_twin(const struct pyprof *of, uint32_t function,
                          const struct pyprof *in)
{
    const struct function_key *key = &of->functions[function].key;
    struct function_key there = { .line = key->line };

    there.file =
        py_names_find(&in->names, py_names_text(&of->names, key->file));
    there.name =
        py_names_find(&in->names, py_names_text(&of->names, key->name));
    if (there.file == PY_NONE || there.name == PY_NONE)
        return PY_NONE;
    return merged_find(in, there);
}

static void pair_exactly(struct pairing *pairing)
{
    struct side *a = &pairing->a, *b = &pairing->b;

    for (uint32_t i = 0; i < a->merged->function_count; i++) {
        uint32_t other = find_twin(a->merged, i, b->merged);

        if (other == PY_NONE)
            a->left[a->count++] = i;
        else
            add_row(pairing, i, other);
    }
    for (uint32_t i = 0; i < b->merged->function_count; i++)
        if (find_twin(b->merged, i, a->merged) == PY_NONE)
            b->left[b->count++] = i;
}

struct leftover {
    const char *file, *name;
    int64_t line;
    uint32_t function;
};

ORDER(by_label, struct leftover, A_TO_Z(file) A_TO_Z(name));
ORDER(by_place, struct leftover, A_TO_Z(file) A_TO_Z(name) UP(line));

static struct leftover *sort_left(const struct side *side)
{
    struct leftover *items = calloc(side->count + 1, sizeof(*items));

    for (size_t i = 0; items != NULL && i < side->count; i++) {
        const struct function_key *key =
            &side->merged->functions[side->left[i]].key;

        items[i] =
            (struct leftover){ py_names_text(&side->merged->names, key->file),
                               py_names_text(&side->merged->names, key->name),
                               key->line, side->left[i] };
    }
    if (items != NULL)
        qsort(items, side->count, sizeof(*items), by_place);
    return items;
}

static void pair_sorted(struct pairing *pairing, const struct leftover *a,
                        const struct leftover *b)
{
    size_t i = 0, k = 0;

    while (i < pairing->a.count || k < pairing->b.count) {
        int order = i == pairing->a.count   ? 1
                    : k == pairing->b.count ? -1
                                            : by_label(&a[i], &b[k]);

        add_row(pairing, order <= 0 ? a[i].function : PY_NONE,
                order >= 0 ? b[k].function : PY_NONE);
        i += order <= 0;
        k += order >= 0;
    }
}

static bool pair_left(struct pairing *pairing)
{
    struct leftover *a = sort_left(&pairing->a);
    struct leftover *b = sort_left(&pairing->b);
    bool sound = a != NULL && b != NULL;

    if (sound)
        pair_sorted(pairing, a, b);
    FREE_ALL(a, b);
    return sound;
}

static int by_difference(const void *a, const void *b)
{
    const struct row *left = a, *right = b;
    double here = fabs(left->difference), there = fabs(right->difference);
    int order = (here < there) - (here > there);

    if (order == 0)
        order = (left->size < right->size) - (left->size > right->size);
    if (order == 0)
        order = (left->a > right->a) - (left->a < right->a);
    return order != 0 ? order : (left->b > right->b) - (left->b < right->b);
}

/* ---- rows ---- */

static int64_t more_ns(double a, double b)
{
    return rank_stats_round_more((b - a) * 1e9);
}

static void add_line(struct table *table, const struct pyprof *merged,
                     uint32_t function)
{
    if (function == PY_NONE)
        table_empty(table);
    else
        table_integer(table, merged->functions[function].key.line);
}

static void add_calls(struct table *table, const struct pyprof *merged,
                      uint32_t function)
{
    if (function == PY_NONE)
        table_real(table, 0);
    else
        table_real(
            table,
            mean_of(merged, (double)merged->functions[function].total.calls));
}

static void add_names(struct table *table, const struct pyprof *merged,
                      uint32_t function)
{
    const struct function_key *key = &merged->functions[function].key;
    struct strbuf file = { 0 }, name = { 0 };

    label_short(&file, py_names_text(&merged->names, key->file));
    label_short(&name, py_names_text(&merged->names, key->name));
    table_take(table, &file);
    table_take(table, &name);
}

static void add_cells(struct table *table, const struct pairing *pairing,
                      const struct row *row)
{
    const struct pyprof *a = pairing->a.merged, *b = pairing->b.merged;
    double own_a = own_of(a, row->a), own_b = own_of(b, row->b);
    double all_a = cumulative_of(a, row->a), all_b = cumulative_of(b, row->b);
    const struct pyprof *named = row->a != PY_NONE ? a : b;
    uint32_t function = row->a != PY_NONE ? row->a : row->b;

    label_cells(table, named, function);
    TABLE_NUMBERS(table, py_ns(own_a), py_ns(own_b));
    table_integer(table, more_ns(own_a, own_b));
    table_real_if(table, own_a > 0, own_b / own_a);
    TABLE_NUMBERS(table, py_ns(all_a), py_ns(all_b));
    table_integer(table, more_ns(all_a, all_b));
    add_calls(table, a, row->a);
    add_calls(table, b, row->b);
    add_line(table, a, row->a);
    add_line(table, b, row->b);
    add_names(table, named, function);
}

static bool is_listed(const struct pyprof *merged, uint32_t function)
{
    return function != PY_NONE && merged->functions[function].listed;
}

static void add_rows(const struct pairing *pairing, struct report *report)
{
    struct table *table = report_add_form(report, &pyprof_forms[PY_COMPARE]);

    if (table == NULL)
        return;
    for (size_t i = 0; i < pairing->count; i++)
        if (is_listed(pairing->a.merged, pairing->rows[i].a) ||
            is_listed(pairing->b.merged, pairing->rows[i].b))
            add_cells(table, pairing, &pairing->rows[i]);
}

static bool pair_all(struct pairing *pairing)
{
    if (pairing->a.left == NULL || pairing->b.left == NULL ||
        pairing->rows == NULL)
        return false;
    pair_exactly(pairing);
    if (!pair_left(pairing))
        return false;
    qsort(pairing->rows, pairing->count, sizeof(*pairing->rows),
          by_difference);
    return true;
}

void tables_compare(const struct pyprof *a, const struct pyprof *b,
                    struct report *report)
{
    size_t in_a = a->function_count, in_b = b->function_count;
    struct pairing pairing = {
        .a = { a, malloc((in_a + 1) * sizeof(uint32_t)), 0 },
        .b = { b, malloc((in_b + 1) * sizeof(uint32_t)), 0 },
        .rows = malloc((in_a + in_b + 1) * sizeof(struct row)),
    };

    if (pair_all(&pairing))
        add_rows(&pairing, report);
    else
        report->failed = true;
    FREE_ALL(pairing.a.left, pairing.b.left, pairing.rows);
}

/* ---- the sets ---- */

static void add_set(struct table *table, const struct pyprof *merged,
                    const char *side)
{
    const struct py_rank *longest = merged_longest(merged);
    uint64_t calls = 0;

    for (size_t i = 0; i < merged->rank_count; i++)
        calls = py_add(calls, merged->ranks[i].calls);
    table_text(table, side);
    TABLE_NUMBERS(table, merged->rank_count, merged_listed(merged), calls,
                  merged_own_ns(merged) / merged->rank_count, longest->own_ns);
    table_integer(table, longest->rank);
}

void tables_compare_runs(const struct pyprof *a, const struct pyprof *b,
                         struct report *report)
{
    struct table *table =
        report_add_form(report, &pyprof_forms[PY_COMPARE_RUNS]);

    if (table == NULL)
        return;
    table->whole = true;
    add_set(table, a, "A");
    add_set(table, b, "B");
}
