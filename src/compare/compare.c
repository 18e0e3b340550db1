/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rank_stats.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "base/log.h"
#include "base/order.h"
#include "base/saturate.h"
#include "compare/compare_causes.h"
#include "compare/compare_say.h"

#define BEYOND_DEFINITION                                                     \
    "\"yes\" or \"no\": whether the difference is larger than noise; empty: " \
    "noise is unknown."

/* clang-format off */
#define VALUES_DEFINITIONS                                                   \
    { "a_s", "A", CELL_NS, "Seconds of a rank, the mean over the ranks of " \
      "the run; of several runs the mean.  T is that of the whole run." },   \
    { "b_s", "B", CELL_NS, "The same of side B." },                         \
    { "difference_s", "B - A", CELL_NS_MORE,                                \
      "How much longer B takes than A." },                                   \
    { "ratio", "B / A", CELL_TIMES, "How many times as long B takes." },     \
    { "noise_s", "noise", CELL_NS,                                          \
      "How much equal runs differ: longest - shortest among the runs of "    \
      "one side, the larger of both; needs several runs of a side." },       \
    { "beyond_noise", NULL, CELL_TEXT, BEYOND_DEFINITION }
/* clang-format on */

static const struct column runs_columns[] = {
    { "side", "side", CELL_TEXT, "A or B; differences are B - A." },
    RUNS_COLUMNS,
};
static const struct column times_columns[] = {
    { "term", "time", CELL_TEXT, "Which time." },
    VALUES_DEFINITIONS,
    { "name", NULL, CELL_TEXT, "The time as one word, for --fail-if." },
};
static const struct column efficiency_columns[] = {
    { "term", "term", CELL_TEXT, "Name of the efficiency; `explain` it." },
    { "a", "A", CELL_RATIO, "The efficiency of A; of several runs the mean." },
    { "b", "B", CELL_RATIO, "The same of side B." },
    { "difference", "B - A", CELL_RATIO_MORE, "In percentage points." },
    { "noise", "noise", CELL_RATIO,
      "Largest - smallest among the runs of one side, the larger of both." },
    { "beyond_noise", NULL, CELL_TEXT, BEYOND_DEFINITION },
    { "name", NULL, CELL_TEXT, "The term as one word, for --fail-if." },
};
static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    VALUES_DEFINITIONS,
};
static const struct column procedure_columns[] = {
    { "procedure", "procedure", CELL_TEXT, "Name of the MPI procedure." },
    VALUES_DEFINITIONS,
    { "a_calls", "calls of A", CELL_REAL,
      "Calls over all ranks; of several runs the mean." },
    { "b_calls", "of B", CELL_REAL, "The same of side B." },
};
static const struct column site_columns[] = {
    { "function", "function", CELL_TEXT, "The function that calls MPI." },
    { "procedure", "procedure", CELL_TEXT, "The MPI procedure." },
    { "a_location", "line in A", CELL_TEXT,
      "File and line in A (its first run)." },
    { "b_location", "in B", CELL_TEXT,
      "The same for B.  Call sites are matched by procedure and call path, "
      "and within a function by their order: lines may move." },
    VALUES_DEFINITIONS,
    { "a_calls", NULL, CELL_REAL,
      "Calls over all ranks; of several runs the mean." },
    { "b_calls", NULL, CELL_REAL, "The same of side B." },
    { "path", "path", CELL_TEXT, "The call path, outermost function first." },
};
static const struct column region_columns[] = {
    { "region", "region", CELL_TEXT,
      "Path of the region; useful time in it, without inner regions." },
    VALUES_DEFINITIONS,
};

static const struct column function_columns[] = {
    { "function", "function", CELL_TEXT,
      "Function of the program; exclusive time, by samples." },
    { "file", "file", CELL_TEXT,
      "Its file, without folders.  Functions are matched by name and file." },
    VALUES_DEFINITIONS,
};
static const struct column wait_columns[] = {
    { "wait", "wait state", CELL_TEXT,
      "The kind of wait; both sides need a trace." },
    VALUES_DEFINITIONS,
};
static const struct column bytes_columns[] = {
    { "procedure", "procedure", CELL_TEXT, "Name of the MPI procedure." },
    { "a_bytes", "A", CELL_BYTES,
      "Bytes it sent and received over all ranks; of several runs the mean." },
    { "b_bytes", "B", CELL_BYTES, "The same of side B." },
    { "ratio", "B / A", CELL_TIMES, "How many times as many in B." },
    { "noise_bytes", "noise", CELL_BYTES,
      "Most - fewest among the runs of one side, the larger of both; needs "
      "several runs of a side." },
    { "beyond_noise", NULL, CELL_TEXT, BEYOND_DEFINITION },
    { "a_calls", "calls of A", CELL_REAL,
      "Calls over all ranks; of several runs the mean." },
    { "b_calls", "of B", CELL_REAL, "The same of side B." },
};
static const struct column cause_columns[] = {
    { "change", "change", CELL_TEXT,
      "From A to B: gone (at most a fifth of the gain is left), new, smaller, "
      "larger, the same (within 10 %, or within noise), or unknown, where the "
      "causes of a side are unknown." },
    { "cause", "cause", CELL_TEXT,
      "The suggestion with a gain, as in the reports of the runs." },
    { "rule", NULL, CELL_TEXT, "Name of its rule." },
    { "a_ranks", "on ranks in A", CELL_TEXT,
      "The ranks that have to change; empty: all of them, or no such cause." },
    { "b_ranks", "in B", CELL_TEXT, "The same of B." },
    { "a_gain_s", "gain in A", CELL_NS,
      "How much shorter T would be without it; of several runs the mean, 0 "
      "where it was not found." },
    { "b_gain_s", "in B", CELL_NS, "The same of B." },
    { "difference_s", "B - A", CELL_NS_MORE, "Gain in B - gain in A." },
    { "noise_s", "noise", CELL_NS,
      "How much the gains of equal runs differ; needs several runs of a "
      "side." },
    { "a_basis", NULL, CELL_TEXT, "\"simulated\" or \"estimated\"." },
    { "b_basis", NULL, CELL_TEXT, "The same of B." },
    { "a_where", "where in A", CELL_TEXT,
      "Its location in A (the first run).  Causes are matched by rule, "
      "location and ranks, or by rule and location; lines may move." },
    { "b_where", "where in B", CELL_TEXT, "The same of B." },
};
static const struct column promise_columns[] = {
    { "causes", "causes", CELL_COUNT,
      "Causes of A that are gone in B; all causes of A if those of B are "
      "unknown." },
    { "answer", "promise", CELL_TEXT,
      "\"kept\" (at least 85 % of the promised gain), \"partly kept\" or \"not "
      "kept\" (less than 15 %)." },
    { "basis", "basis", CELL_TEXT,
      "\"simulated\", or \"estimated\" if any of the gains was." },
    { "a_run_time_s", "T of A", CELL_NS, "T of A." },
    { "promised_s", "promised", CELL_NS,
      "T without these causes, by the report of A." },
    { "promised_least_s", "at best", CELL_NS,
      "The same with their largest gains (most_gain_s of the advice)." },
    { "b_run_time_s", "T of B", CELL_NS, "T of B." },
    { "promised_gain_s", "gain promised", CELL_NS, "T of A - promised." },
    { "gained_s", "gained", CELL_NS_MORE, "T of A - T of B." },
};

enum {
    RUNS,
    TIMES,
    EFFICIENCY,
    RANKS,
    PROCEDURES,
    SITES,
    REGIONS,
    FUNCTIONS,
    WAITS,
    BYTES,
    CAUSES,
    PROMISE
};

#define PLACES 2 /* last columns of the causes: where they are */

const struct table_form compare_forms[] = {
    [RUNS] = TABLE_FORM_BRIEF("compare_runs", "Runs", SECTION_VERDICT,
                              runs_columns),
    [TIMES] = TABLE_FORM_BRIEF("compare_times", "Times, mean over ranks",
                               SECTION_VERDICT, times_columns),
    [EFFICIENCY] = TABLE_FORM_BRIEF("compare_efficiency", "Efficiency",
                                    SECTION_EFFICIENCY, efficiency_columns),
    [RANKS] = TABLE_FORM_BRIEF("compare_ranks", "Useful time of each rank",
                               SECTION_RANKS, rank_columns),
    [PROCEDURES] = TABLE_FORM_BRIEF("compare_procedures",
                                    "Time in MPI procedures, mean over ranks",
                                    SECTION_TIME, procedure_columns),
    [SITES] = TABLE_FORM_BRIEF("compare_call_sites",
                               "Time at call sites, mean over ranks",
                               SECTION_TIME, site_columns),
    [REGIONS] = TABLE_FORM_BRIEF("compare_regions",
                                 "Useful time in regions, mean over ranks",
                                 SECTION_TIME, region_columns),
    [FUNCTIONS] = TABLE_FORM_BRIEF(
        "compare_functions", "Time in sampled functions, mean over ranks",
        SECTION_TIME, function_columns),
    [WAITS] = TABLE_FORM_BRIEF("compare_waits", "Wait states, mean over ranks",
                               SECTION_WAITS, wait_columns),
    [BYTES] = TABLE_FORM_BRIEF("compare_bytes", "Bytes, over all ranks",
                               SECTION_COMMUNICATION, bytes_columns),
    [CAUSES] = TABLE_FORM_BRIEF("compare_causes", "Causes of lost time",
                                SECTION_CAUSES, cause_columns),
    [PROMISE] = TABLE_FORM("compare_promise", "What the report of A promised",
                           0, promise_columns),
};
const size_t compare_form_count =
    sizeof(compare_forms) / sizeof(compare_forms[0]);

/* ---- one row ---- */

static void add_beyond(struct table *table,
                       const struct compare_change *change)
{
    bool known = change->known && !isnan(change->noise);

    table_optional(table, !known                     ? NULL
                          : compare_is_noise(change) ? "no"
                                                     : "yes");
}

/* The cells of VALUES_DEFINITIONS. */
static void add_values(struct table *table, const struct runs_row *row,
                       const struct compare_sides *sides)
{
    struct runs_value a = runs_value(row, &sides->a);
    struct runs_value b = runs_value(row, &sides->b);
    struct compare_change change = compare_change_of(&a, &b);

    compare_add_time(table, a.known, a.mean);
    compare_add_time(table, b.known, b.mean);
    table_integer_if(table, change.known, rank_stats_round_more(change.more));
    table_real_if(table, change.known && change.a > 0, change.b / change.a);
    compare_add_time(table, !isnan(change.noise), change.noise);
    add_beyond(table, &change);
}

/* ---- rows in the order of what they differ by ---- */

struct ordered {
    const struct runs_row *row;
    double difference, size;
    size_t place;
};

ORDER(by_difference, struct ordered, DOWN(difference) DOWN(size) UP(place));

typedef void add_row_function(struct table *table, const struct runs_row *row,
                              const struct compare_sides *sides);

/* Those that are nothing on both sides are left out. */
static enum status add_ordered(struct table *table, const struct runs *runs,
                               const struct compare_sides *sides,
                               enum runs_set set, add_row_function *add)
{
    struct ordered *rows = calloc(runs->row_count + 1, sizeof(*rows));
    size_t count = 0;

    if (rows == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", table->name);
    for (size_t i = 0; i < runs->row_count; i++) {
        const struct runs_row *row = runs->rows[i];
        struct compare_change change, calls;

        if (row->set != set)
            continue;
        change = compare_row(row, sides);
        calls = compare_calls(row, sides);
        if (change.known && change.a + change.b + calls.a + calls.b > 0)
            rows[count++] = (struct ordered){ row, fabs(change.more),
                                              change.a + change.b, i };
    }
    qsort(rows, count, sizeof(*rows), by_difference);
    for (size_t i = 0; i < count; i++)
        add(table, rows[i].row, sides);
    free(rows);
    return STATUS_OK;
}

static void add_rank_row(struct table *table, const struct runs_row *row,
                         const struct compare_sides *sides)
{
    table_integer(table, atoll(row->name));
    add_values(table, row, sides);
}

static void add_calls(struct table *table, const struct runs_row *row,
                      const struct compare_sides *sides)
{
    table_real(table, runs_calls(row, &sides->a).mean);
    table_real(table, runs_calls(row, &sides->b).mean);
}

static void add_procedure_row(struct table *table, const struct runs_row *row,
                              const struct compare_sides *sides)
{
    table_text(table, row->name);
    add_values(table, row, sides);
    add_calls(table, row, sides);
}

static void add_named_row(struct table *table, const struct runs_row *row,
                          const struct compare_sides *sides)
{
    table_text(table, row->name);
    add_values(table, row, sides);
}

static void add_function_row(struct table *table, const struct runs_row *row,
                             const struct compare_sides *sides)
{
    const char *file = strchr(row->name, '\n');

    table_textf(table, "%.*s", (int)(file - row->name), row->name);
    table_optional(table, file + 1);
    add_values(table, row, sides);
}

static void add_bytes_row(struct table *table, const struct runs_row *row,
                          const struct compare_sides *sides)
{
    struct compare_change change = compare_row(row, sides);

    if (change.a + change.b == 0)
        return;
    table_text(table, row->name);
    TABLE_NUMBERS(table, saturate_near(change.a), saturate_near(change.b));
    table_real_if(table, change.a > 0, change.b / change.a);
    compare_add_time(table, !isnan(change.noise), change.noise);
    add_beyond(table, &change);
    add_calls(table, row, sides);
}

static void add_location(struct table *table, const struct runs_site *site,
                         const struct runs_group *side)
{
    const char *location = NULL;

    for (uint32_t i = 0; i < side->count && location == NULL; i++)
        location = site->location[side->runs[i]];
    table_optional(table, location);
}

static void add_site_row(struct table *table, const struct runs_row *row,
                         const struct compare_sides *sides)
{
    table_text(table, row->site->function);
    table_text(table, row->site->procedure);
    add_location(table, row->site, &sides->a);
    add_location(table, row->site, &sides->b);
    add_values(table, row, sides);
    add_calls(table, row, sides);
    table_text(table, row->site->path);
}

/* ---- tables ---- */

static void add_run_rows(struct table *table, const struct runs *runs,
                         const struct runs_group *side, const char *name)
{
    for (uint32_t i = 0; i < side->count; i++) {
        table_text(table, name);
        runs_add_cells(table, runs, side->runs[i]);
    }
}

static void add_time_rows(struct table *table, const struct runs *runs,
                          const struct compare_sides *sides)
{
    for (size_t i = 0; i < runs->row_count; i++) {
        const struct runs_row *row = runs->rows[i];
        struct compare_change change = compare_row(row, sides);

        if (row->set != RUNS_TIMES ||
            (change.known && change.a == 0 && change.b == 0))
            continue;
        table_text(table, runs_time_title(row->name));
        add_values(table, row, sides);
        table_text(table, row->name);
    }
}

static void add_ratio(struct table *table, bool known, double value)
{
    table_real_if(table, known && !isnan(value), value);
}

static void add_efficiency_rows(struct table *table, const struct runs *runs,
                                const struct compare_sides *sides)
{
    for (size_t i = 0; i < efficiency_term_count; i++) {
        const struct efficiency_term *term = &efficiency_terms[i];
        const struct runs_row *row =
            runs_find(runs, RUNS_EFFICIENCY, term->name);
        struct compare_change change;

        if (row == NULL)
            continue;
        change = compare_row(row, sides);
        table_textf(table, "%*s%s", 2 * term->depth, "", term->title);
        add_ratio(table, runs_value(row, &sides->a).known, change.a);
        add_ratio(table, runs_value(row, &sides->b).known, change.b);
        add_ratio(table, change.known, change.more);
        add_ratio(table, change.known, change.noise);
        add_beyond(table, &change);
        table_text(table, term->name);
    }
}

static enum status table_fill(struct table *table, const struct runs *runs,
                              const struct compare_sides *sides, int form)
{
    switch (form) {
    case RUNS:
        add_run_rows(table, runs, &sides->a, "A");
        add_run_rows(table, runs, &sides->b, "B");
        return STATUS_OK;
    case TIMES: add_time_rows(table, runs, sides); return STATUS_OK;
    case EFFICIENCY: add_efficiency_rows(table, runs, sides); return STATUS_OK;
    case RANKS:
        if (runs->about[sides->a.runs[0]].ranks !=
            runs->about[sides->b.runs[0]].ranks) {
            table_set_note(table, "the sides have different numbers of "
                                  "ranks");
            return STATUS_OK;
        }
        return add_ordered(table, runs, sides, RUNS_RANKS, add_rank_row);
    case PROCEDURES:
        return add_ordered(table, runs, sides, RUNS_PROCEDURES,
                           add_procedure_row);
    case SITES:
        return add_ordered(table, runs, sides, RUNS_SITES, add_site_row);
    case REGIONS:
        return add_ordered(table, runs, sides, RUNS_REGIONS, add_named_row);
    case FUNCTIONS:
        return add_ordered(table, runs, sides, RUNS_FUNCTIONS,
                           add_function_row);
    case WAITS:
        return add_ordered(table, runs, sides, RUNS_WAITS, add_named_row);
    case BYTES:
        return add_ordered(table, runs, sides, RUNS_BYTES, add_bytes_row);
    case CAUSES: compare_add_causes(table, runs, sides); return STATUS_OK;
    default: compare_add_promise(table, runs, sides); return STATUS_OK;
    }
}

static enum status fill_report(const struct runs *runs,
                               const struct compare_sides *sides,
                               struct report *report)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < compare_form_count && status == STATUS_OK; i++) {
        struct table *table = report_add_form(report, &compare_forms[i]);

        if (table == NULL)
            return STATUS_NO_MEMORY;
        table->whole = i == RUNS || i == TIMES || i == EFFICIENCY;
        table->below = i == CAUSES ? PLACES : 0;
        status = table_fill(table, runs, sides, (int)i);
    }
    compare_say(runs, sides, report);
    return status;
}

enum status compare_runs(const struct runs *runs,
                         const struct compare_sides *sides,
                         struct report **out)
{
    struct report *report;
    enum status status = report_create(&report);

    if (status != STATUS_OK)
        return status;
    return report_hand_over(report, fill_report(runs, sides, report), out);
}
