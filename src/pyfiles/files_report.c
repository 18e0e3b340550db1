/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * files_report.c - tables and sentences of merged files.
 */
#include <inttypes.h>
#include <string.h>

#include "base/log.h"
#include "base/saturate.h"
#include "base/text/affix.h"
#include "base/text/human.h"
#include "pyfiles/merged_files.h"
#include "pyfiles/pyfiles.h"
#include "pyprof/files/label.h"

#define WORTH_SAYING 0.02 /* of all, or of the most of a rank */
#define DIGITS 3

/* How the rows of a kind are shown.  The first sentence is "Rank 0 <has> 12 s
 * <where>", or "N ranks <have> 12 s <where> on average". */
static const struct files_view {
    enum files_table ranks, rows;
    const char *has, *have, *where;
    bool sources;
} views[] = {
    [PYFILES_LINES] = { FILES_RANKS_TIME, FILES_LINES, "spent", "spent",
                        "in profiled lines", true },
    [PYFILES_SNAPSHOT] = { FILES_RANKS_BYTES, FILES_ALLOCATIONS, "uses", "use",
                           "that Python has allocated", true },
    [PYFILES_MEMORY] = { FILES_MEMORY, FILES_MEMORY_FUNCTIONS, "uses", "use",
                         "at the peak", false },
    [PYFILES_SAMPLES] = { FILES_RANKS_SAMPLES, FILES_SAMPLES, "has", "have",
                          "in all stacks", false },
    [PYFILES_STACKS] = { FILES_RANKS_TIME, FILES_STACKS, "spent", "spent",
                         "in all stacks", false },
    [PYFILES_CHROME] = { FILES_RANKS_TIME, FILES_SLICES, "spent", "spent",
                         "in slices (nested ones count twice)", false },
};

static double share_of(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : (double)part / (double)whole;
}

static uint64_t files_total(const struct pyfiles *merged)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < merged->rank_count; i++)
        sum += merged->ranks[i].value;
    return sum;
}

/* The rank with the most; there must be at least one. */
static const struct files_rank *files_longest(const struct pyfiles *merged)
{
    const struct files_rank *most = &merged->ranks[0];

    for (size_t i = 1; i < merged->rank_count; i++)
        if (merged->ranks[i].value > most->value)
            most = &merged->ranks[i];
    return most;
}

static struct rank_stats_result files_spread(const struct pyfiles *merged,
                                             const struct rank_stats *across)
{
    return rank_stats_result(across, (uint32_t)merged->rank_count);
}

/* ---- names ---- */

static void files_location(struct strbuf *out, const struct pyfiles *merged,
                           const struct content_key *key)
{
    label_short(out, last_part(py_names_text(&merged->names, key->file)));
    if (key->line > 0)
        strbuf_printf(out, ":%" PRId64, key->line);
}

/* "solve (app.py:12)", "app.py:12", "solve". */
static void files_label(struct strbuf *out, const struct pyfiles *merged,
                        const struct content_key *key)
{
    const char *name = py_names_text(&merged->names, key->name);
    bool located = py_names_text(&merged->names, key->file)[0] != '\0' &&
                   merged->kind != PYFILES_CHROME;

    label_short(out, name);
    if (!located)
        return;
    strbuf_puts(out, name[0] != '\0' ? " (" : "");
    files_location(out, merged, key);
    strbuf_puts(out, name[0] != '\0' ? ")" : "");
}

static void put_location(struct table *table, const struct pyfiles *merged,
                         const struct content_key *key)
{
    struct strbuf text = { 0 };

    files_location(&text, merged, key);
    table_take(table, &text);
}

static void put_name(struct table *table, const struct pyfiles *merged,
                     uint32_t name)
{
    struct strbuf text = { 0 };

    label_short(&text, py_names_text(&merged->names, name));
    table_take(table, &text);
}

static void put_file(struct table *table, const struct pyfiles *merged,
                     const struct content_key *key)
{
    table_optional(table, py_names_text(&merged->names, key->file));
    table_integer_if(table, key->line > 0, key->line);
}

/* ---- rows ---- */

static void put_spread(struct table *table, const struct pyfiles *merged,
                       const struct rank_stats_result *spread)
{
    TABLE_NUMBERS(table, spread->ranks, spread->min,
                  saturate_near(spread->mean), spread->max,
                  saturate_near(spread->deviation));
    table_integer(table, merged->ranks[spread->max_index].rank);
    table_number(table, spread->avoidable);
}

static void put_source(struct table *table, const struct pyfiles *merged,
                       const struct files_row *row)
{
    put_file(table, merged, &row->key);
    table_optional(table, row->source);
}

static void put_line(struct table *table, const struct pyfiles *merged,
                     const struct files_row *row, uint64_t total)
{
    struct rank_stats_result spread = files_spread(merged, &row->value);
    bool lines = merged->kind == PYFILES_LINES;

    put_location(table, merged, &row->key);
    if (lines) {
        put_name(table, merged, row->key.name);
        table_number(table, row->count);
    }
    table_number(table, spread.sum);
    table_real(table, share_of(spread.sum, total));
    if (lines)
        table_number_if(table, row->count > 0,
                        row->count > 0 ? spread.sum / row->count : 0);
    else
        table_number(table, row->count);
    if (merged->growth)
        table_number(table, files_spread(merged, &row->cumulative).sum);
    put_spread(table, merged, &spread);
    put_source(table, merged, row);
}

static void put_stack(struct table *table, const struct pyfiles *merged,
                      const struct files_row *row, uint64_t total)
{
    struct rank_stats_result own = files_spread(merged, &row->value);
    uint64_t inclusive = files_spread(merged, &row->cumulative).sum;

    put_name(table, merged, row->key.name);
    put_location(table, merged, &row->key);
    table_number(table, own.sum);
    table_real(table, share_of(own.sum, total));
    table_number(table, inclusive);
    table_real(table, share_of(inclusive, total));
    put_spread(table, merged, &own);
    put_file(table, merged, &row->key);
}

static void put_slice(struct table *table, const struct pyfiles *merged,
                      const struct files_row *row, uint64_t total)
{
    struct rank_stats_result spread = files_spread(merged, &row->value);

    (void)total;
    put_name(table, merged, row->key.name);
    if (merged->kind == PYFILES_CHROME)
        put_name(table, merged, row->key.file);
    TABLE_NUMBERS(table, row->count, spread.sum);
    if (merged->kind == PYFILES_CHROME)
        table_number_if(table, row->count > 0,
                        row->count > 0 ? spread.sum / row->count : 0);
    put_spread(table, merged, &spread);
}

/* The columns that rows are sorted by. */
static const char *const amounts[FILES_TABLES] = {
    [FILES_LINES] = "time_s",        [FILES_ALLOCATIONS] = "bytes",
    [FILES_GROWTH] = "growth_bytes", [FILES_MEMORY_FUNCTIONS] = "growth_bytes",
    [FILES_STACKS] = "own_s",        [FILES_SAMPLES] = "own_samples",
    [FILES_SLICES] = "time_s",
};

static void add_rows(const struct pyfiles *merged, struct report *report)
{
    enum files_table which =
        merged->growth ? FILES_GROWTH : views[merged->kind].rows;
    struct table *table = report_add_form(report, &pyfiles_forms[which]);
    uint64_t total = files_total(merged);

    for (uint32_t i = 0; table != NULL && i < merged->row_count; i++)
        switch (which) {
        case FILES_STACKS:
        case FILES_SAMPLES:
            put_stack(table, merged, &merged->rows[i], total);
            break;
        case FILES_SLICES:
        case FILES_MEMORY_FUNCTIONS:
            put_slice(table, merged, &merged->rows[i], total);
            break;
        default: put_line(table, merged, &merged->rows[i], total); break;
        }
    if (table == NULL)
        return;
    table->below = views[merged->kind].sources ? 1 : 0;
    table_sort(table, (size_t)table_column(table, amounts[which]));
    if (which == FILES_LINES)
        table_set_note(table, "the time of a line includes what it calls");
}

/* ---- ranks ---- */

static void put_rank(struct table *table, const struct pyfiles *merged,
                     const struct files_rank *rank, uint64_t most)
{
    struct strbuf text = { 0 };

    table_integer(table, rank->rank);
    table_number(table, rank->value);
    table_real(table, share_of(rank->value, most));
    if (rank->top == PY_NONE) {
        table_skip(table, 2);
    } else {
        files_label(&text, merged, &merged->rows[rank->top].key);
        table_take(table, &text);
        table_number(table, rank->top_value);
    }
    table_text(table, rank->path);
}

static uint64_t first_reading(const struct pyfiles *merged)
{
    uint64_t first = UINT64_MAX;

    for (size_t i = 0; i < merged->rank_count; i++)
        if (merged->ranks[i].begin_ns < first)
            first = merged->ranks[i].begin_ns;
    return first;
}

static void put_memory(struct table *table, const struct files_rank *rank,
                       uint64_t begin)
{
    table_integer(table, rank->rank);
    TABLE_NUMBERS(table, rank->peak, saturate_less(rank->peak_ns, begin),
                  rank->first, rank->last,
                  saturate_less(rank->last, rank->first));
    table_number_if(table, rank->children_bytes > 0, rank->children_bytes);
    table_number(table, rank->readings);
    table_number(table, saturate_less(rank->end_ns, rank->begin_ns));
    table_text(table, rank->path);
}

static void add_points(const struct pyfiles *merged, struct report *report)
{
    struct table *table =
        report_add_form(report, &pyfiles_forms[FILES_MEMORY_OVER_TIME]);
    uint64_t begin = first_reading(merged);

    for (size_t i = 0; table != NULL && i < merged->rank_count; i++)
        for (size_t k = 0; k < merged->ranks[i].point_count; k++) {
            const struct content_point *point = &merged->ranks[i].points[k];

            table_integer(table, merged->ranks[i].rank);
            table_number(table, saturate_less(point->at_ns, begin));
            table_number(table, point->bytes);
        }
    if (table != NULL)
        table->whole = true;
}

static void add_ranks(const struct pyfiles *merged, struct report *report)
{
    struct table *table =
        report_add_form(report, &pyfiles_forms[views[merged->kind].ranks]);
    uint64_t begin = first_reading(merged);
    uint64_t most = files_longest(merged)->value;

    for (size_t i = 0; table != NULL && i < merged->rank_count; i++)
        if (merged->kind == PYFILES_MEMORY)
            put_memory(table, &merged->ranks[i], begin);
        else
            put_rank(table, merged, &merged->ranks[i], most);
}

/* ---- sentences ---- */

static void put_amount(struct strbuf *out, const struct pyfiles *merged,
                       uint64_t amount)
{
    switch (merged->kind) {
    case PYFILES_SNAPSHOT:
    case PYFILES_MEMORY: human_bytes(out, amount); break;
    case PYFILES_SAMPLES:
        strbuf_printf(out, "%" PRIu64 " samples", amount);
        break;
    default: human_time(out, amount, DIGITS); break;
    }
}

static void say_total(const struct pyfiles *merged, struct report *report)
{
    const struct files_rank *most = files_longest(merged);
    const struct files_view *view = &views[merged->kind];
    struct strbuf mean = { 0 }, longest = { 0 };

    put_amount(&mean, merged, files_total(merged) / merged->rank_count);
    put_amount(&longest, merged, most->value);
    if (merged->growth)
        report_verdict(report,
                       "Memory of %zu rank%s has grown by %s on average from "
                       "A to B, on rank %d by %s, in the lines where it grew.",
                       merged->rank_count, merged->rank_count == 1 ? "" : "s",
                       strbuf_text(&mean), most->rank, strbuf_text(&longest));
    else if (merged->rank_count == 1)
        report_verdict(report, "Rank %d %s %s %s.", most->rank, view->has,
                       strbuf_text(&longest), view->where);
    else
        report_verdict(
            report, "%zu ranks %s %s %s on average; rank %d has the most, %s.",
            merged->rank_count, view->have, strbuf_text(&mean), view->where,
            most->rank, strbuf_text(&longest));
    strbuf_clear(&mean);
    strbuf_clear(&longest);
}

static void say_most(const struct pyfiles *merged, struct report *report)
{
    uint64_t total = files_total(merged), most = 0;
    const struct files_row *row = NULL;
    struct strbuf name = { 0 };

    if (merged->kind == PYFILES_CHROME || merged->kind == PYFILES_MEMORY)
        return; /* rows are no parts of a whole */
    for (uint32_t i = 0; i < merged->row_count; i++) {
        uint64_t sum = files_spread(merged, &merged->rows[i].value).sum;

        if (sum > most) {
            most = sum;
            row = &merged->rows[i];
        }
    }
    if (row == NULL || share_of(most, total) < WORTH_SAYING)
        return;
    files_label(&name, merged, &row->key);
    report_verdict(report, "%.0f %% of this is in %s%s%s.",
                   100 * share_of(most, total), strbuf_text(&name),
                   row->source == NULL ? "" : ": ",
                   row->source == NULL ? "" : row->source);
    strbuf_clear(&name);
}

static void say_unequal(const struct pyfiles *merged, struct report *report)
{
    const struct files_row *worst = NULL;
    struct rank_stats_result most = { 0 };
    struct strbuf name = { 0 }, max = { 0 }, mean = { 0 };

    for (uint32_t i = 0; i < merged->row_count; i++) {
        struct rank_stats_result here =
            files_spread(merged, &merged->rows[i].value);

        if (here.avoidable > most.avoidable) {
            most = here;
            worst = &merged->rows[i];
        }
    }
    if (worst == NULL ||
        share_of(most.avoidable, files_longest(merged)->value) < WORTH_SAYING)
        return;
    files_label(&name, merged, &worst->key);
    put_amount(&max, merged, most.max);
    put_amount(&mean, merged, saturate_near(most.mean));
    report_verdict(report,
                   "Ranks differ most in %s: %s on rank %d, %s on average.",
                   strbuf_text(&name), strbuf_text(&max),
                   merged->ranks[most.max_index].rank, strbuf_text(&mean));
    strbuf_clear(&name);
    strbuf_clear(&max);
    strbuf_clear(&mean);
}

enum status pyfiles_report(struct pyfiles *merged, const char *missing,
                           struct report *report)
{
    if (merged->rank_count == 0)
        return log_fail(STATUS_NOT_FOUND, "no file could be read");
    if (views[merged->kind].sources)
        files_find_sources(merged);
    add_ranks(merged, report);
    if (merged->kind != PYFILES_MEMORY || merged->row_count > 0)
        add_rows(merged, report);
    if (merged->kind == PYFILES_MEMORY)
        add_points(merged, report);
    say_total(merged, report);
    say_most(merged, report);
    if (merged->rank_count > 1)
        say_unequal(merged, report);
    unread_files_say(&merged->unread, missing, "", report);
    return report_check(report, STATUS_OK);
}
