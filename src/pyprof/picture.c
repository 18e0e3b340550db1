/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * picture.c - functions x ranks as a picture for text: numbers for a few ranks,
 * else shades.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/order.h"
#include "base/text/escape.h"
#include "base/text/human.h"
#include "pyprof/files/label.h"
#include "pyprof/report.h"
#include "pyprof/spreads.h"
#include "pyprof/tables.h"

#define ROWS_MOST 12
#define NUMBERS_MOST 7 /* ranks that have numbers */
#define SHADES_MOST 64 /* columns; more ranks share them */
#define NAME_WIDE 30
#define DIGITS 4

struct row {
    uint32_t function;
    uint64_t sum;
};

ORDER(longest_first, struct row, DOWN(sum) UP(function));

struct picture {
    const struct pyprof *merged;
    uint32_t functions[ROWS_MOST];
    size_t count;
    uint64_t *values; /* [count][ranks] */
    uint64_t most;
};

/* Work of functions of the program, and time in MPI. */
static const struct rank_stats *times_of(const struct pyprof *merged,
                                         uint32_t function)
{
    return merged_is_mpi(merged, function)
               ? &merged->functions[function].own
               : &merged->functions[function].with_libraries;
}

static bool choose_rows(struct picture *picture)
{
    const struct pyprof *merged = picture->merged;
    struct row *rows = calloc(merged->function_count + 1u, sizeof(*rows));

    if (rows == NULL)
        return false;
    for (uint32_t i = 0; i < merged->function_count; i++)
        rows[i] =
            (struct row){ i, merged_spread(merged, times_of(merged, i)).sum };
    qsort(rows, merged->function_count, sizeof(*rows), longest_first);
    while (picture->count < ROWS_MOST &&
           picture->count < merged->function_count &&
           rows[picture->count].sum > 0) {
        picture->functions[picture->count] = rows[picture->count].function;
        picture->count++;
    }
    free(rows);
    return picture->count > 0;
}

static bool read_values(struct picture *picture)
{
    const struct pyprof *merged = picture->merged;
    size_t ranks = merged->rank_count, size = picture->count * ranks;
    uint64_t *own = calloc(2 * size + 1, sizeof(*own));

    picture->values = own;
    if (own == NULL ||
        !spread_values(merged, PY_OWN, picture->functions, picture->count,
                       own) ||
        !spread_values(merged, PY_WORK, picture->functions, picture->count,
                       own + size))
        return false;
    for (size_t i = 0; i < size; i++) {
        if (!merged_is_mpi(merged, picture->functions[i / ranks]))
            own[i] = own[size + i];
        picture->most = own[i] > picture->most ? own[i] : picture->most;
    }
    return true;
}

static void put_name(struct strbuf *out, const struct picture *picture,
                     size_t row)
{
    struct strbuf name = { 0 }, safe = { 0 };
    int wide;

    label_whole(&name, picture->merged, picture->functions[row]);
    escape_put(&safe, strbuf_text(&name));
    wide = escape_put_call(out, strbuf_text(&safe), NAME_WIDE);
    for (; wide < NAME_WIDE; wide++)
        strbuf_putc(out, ' ');
    strbuf_clear(&name);
    strbuf_clear(&safe);
}

static void put_numbers(struct strbuf *out, const struct picture *picture)
{
    const struct pyprof *merged = picture->merged;
    struct time_unit unit = human_time_unit(picture->most);
    double most = (double)picture->most / unit.ns;
    char heading[NAME_WIDE];

    snprintf(heading, sizeof(heading), "work, time in MPI [%s]", unit.name);
    strbuf_printf(out, "%-*s", NAME_WIDE, heading);
    for (size_t k = 0; k < merged->rank_count; k++)
        strbuf_printf(out, " %8d", merged->ranks[k].rank);
    for (size_t i = 0; i < picture->count; i++) {
        strbuf_putc(out, '\n');
        put_name(out, picture, i);
        for (size_t k = 0; k < merged->rank_count; k++)
            strbuf_printf(out, " %8.*f", human_decimals(most, DIGITS, DIGITS),
                          (double)picture->values[i * merged->rank_count + k] /
                              unit.ns);
    }
}

static char shade_of(const struct picture *picture, size_t row, size_t begin,
                     size_t end)
{
    static const char shades[] = ".:-=+*#%@";
    size_t ranks = picture->merged->rank_count;
    uint64_t most = 0;
    size_t which;

    for (size_t k = begin; k < end; k++)
        if (picture->values[row * ranks + k] > most)
            most = picture->values[row * ranks + k];
    which = (size_t)((double)most / (double)picture->most * 9);
    return most == 0 ? ' ' : shades[which > 8 ? 8 : which];
}

static void put_shades(struct strbuf *out, const struct picture *picture)
{
    size_t ranks = picture->merged->rank_count;
    size_t each = (ranks + SHADES_MOST - 1) / SHADES_MOST;

    strbuf_printf(out, "%-*s|ranks %d to %d", NAME_WIDE, "work, time in MPI",
                  picture->merged->ranks[0].rank,
                  picture->merged->ranks[ranks - 1].rank);
    for (size_t i = 0; i < picture->count; i++) {
        strbuf_putc(out, '\n');
        put_name(out, picture, i);
        strbuf_putc(out, '|');
        for (size_t k = 0; k < ranks; k += each)
            strbuf_putc(out, shade_of(picture, i, k,
                                      k + each < ranks ? k + each : ranks));
        strbuf_putc(out, '|');
    }
    strbuf_printf(out, "\n@ = %s", py_say_seconds(picture->most).text);
    if (each > 1)
        strbuf_printf(out, "; a column shows the maximum of %zu ranks", each);
}

void tables_picture(const struct pyprof *merged, struct table *table)
{
    struct picture picture = { .merged = merged };
    struct strbuf text = { 0 };

    if (merged->rank_count > 1 && choose_rows(&picture) &&
        read_values(&picture) && picture.most > 0) {
        if (merged->rank_count <= NUMBERS_MOST)
            put_numbers(&text, &picture);
        else
            put_shades(&text, &picture);
        table_set_note(table, "%s", strbuf_text(&text));
    }
    strbuf_end(&text, &table->failed);
    free(picture.values);
}
