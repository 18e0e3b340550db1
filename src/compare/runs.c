/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* tdestroy() */
#include "compare/runs.h"

#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"
#include "base/text/strbuf.h"
#include "base/saturate.h"
#include "compare/runs_rows.h"

/* Columns of rank_times, of which the mean counts, and of the facts. */
static const struct time_of_run {
    const char *name, *title;
    const char *table, *column;
} times[] = {
    { "run_time", "run time T", "run", "run_time_s" },
    { "useful", "useful", "rank_times", "useful_s" },
    { "mpi", "MPI", "rank_times", "mpi_s" },
    { "p2p", "  point-to-point", "rank_times", "p2p_s" },
    { "collective", "  collective", "rank_times", "collective_s" },
    { "wait", "  wait/test", "rank_times", "wait_s" },
    { "onesided", "  one-sided", "rank_times", "onesided_s" },
    { "io", "  MPI-IO", "rank_times", "io_s" },
    { "other", "  other MPI", "rank_times", "other_s" },
    { "init", "MPI_Init, max", "run", "init_s" },
    { "finalize", "waiting in MPI_Finalize, max", "run", "finalize_s" },
};
#define TIMES (sizeof(times) / sizeof(times[0]))

const char *runs_time_title(const char *name)
{
    for (size_t i = 0; i < TIMES; i++)
        if (strcmp(times[i].name, name) == 0)
            return times[i].title;
    return name;
}

/* ---- rows ---- */

ORDER(compare_rows, struct runs_row, UP(set) A_TO_Z(name));

/* Rows that were never called took no time. */
static double value_of_absent(enum runs_set set)
{
    switch (set) {
    case RUNS_PROCEDURES:
    case RUNS_SITES:
    case RUNS_REGIONS:
    case RUNS_FUNCTIONS:
    case RUNS_WAITS:
    case RUNS_BYTES:
    case RUNS_CAUSES: return 0;
    default: return NAN;
    }
}

static void free_site(struct runs_site *site, uint32_t room)
{
    if (site == NULL)
        return;
    for (uint32_t i = 0; site->location != NULL && i < room; i++)
        free(site->location[i]);
    FREE_ALL(site->location, site->procedure, site->function, site->path,
             site);
}

static void free_row(struct runs_row *row, uint32_t room)
{
    if (row == NULL)
        return;
    free_site(row->site, room);
    runs_free_cause(row->cause, room);
    FREE_ALL(row->value, row->calls, row->name, row);
}

static struct runs_row *new_row(const struct runs *runs, enum runs_set set,
                                const char *name)
{
    struct runs_row *row = calloc(1, sizeof(*row));
    uint32_t room = runs->room;

    if (row == NULL)
        return NULL;
    row->set = set;
    row->name = strdup(name);
    row->value = calloc(room, sizeof(*row->value));
    row->calls = calloc(room, sizeof(*row->calls));
    if (row->name == NULL || row->value == NULL || row->calls == NULL) {
        free_row(row, room);
        return NULL;
    }
    for (uint32_t i = 0; i < room; i++)
        row->value[i] = (runs->about[i].lacks & 1u << set) != 0
                            ? NAN
                            : value_of_absent(set);
    return row;
}

const struct runs_row *runs_find(const struct runs *runs, enum runs_set set,
                                 const char *name)
{
    struct runs_row wanted = { .set = set, .name = (char *)name };
    struct runs_row **found = tfind(&wanted, &runs->tree, compare_rows);

    return found == NULL ? NULL : *found;
}

/* Made if it is new; NULL (logged) without memory. */
struct runs_row *runs_get_row(struct runs *runs, enum runs_set set,
                              const char *name)
{
    struct runs_row *row = (struct runs_row *)runs_find(runs, set, name);

    if (row != NULL)
        return row;
    row = array_more(&runs->rows, runs->row_count, sizeof(*runs->rows))
              ? new_row(runs, set, name)
              : NULL;
    if (row == NULL || tsearch(row, &runs->tree, compare_rows) == NULL) {
        free_row(row, runs->room);
        log_fail(STATUS_NO_MEMORY, "%zu rows of runs", runs->row_count);
        return NULL;
    }
    runs->rows[runs->row_count++] = row;
    return row;
}

enum status runs_set(struct runs *runs, enum runs_set set, const char *name,
                     uint32_t run, double value)
{
    struct runs_row *row = runs_get_row(runs, set, name);

    if (row == NULL)
        return STATUS_NO_MEMORY;
    row->value[run] = value;
    return STATUS_OK;
}

/* Sets a value of the run that is being added. */
static enum status set_value(struct runs *runs, enum runs_set set,
                             const char *name, double value)
{
    return runs_set(runs, set, name, runs->count, value);
}

void runs_init(struct runs *runs, size_t room)
{
    memset(runs, 0, sizeof(*runs));
    runs->room = room < RUNS_MOST ? (uint32_t)room : RUNS_MOST;
}

static void keep_rows(void *row)
{
    (void)row;
}

static void clear_about(struct run_about *about)
{
    for (size_t i = 0; i < about->remark_count; i++)
        free(about->remarks[i]);
    free(about->remarks);
    for (size_t i = 0; i < about->setting_count; i++)
        FREE_ALL(about->settings[i].name, about->settings[i].value);
    FREE_ALL(about->settings, about->withheld, about->region, about->path,
             about->program, about->command, about->start, about->mpi);
}

void runs_clear(struct runs *runs)
{
    tdestroy(runs->tree, keep_rows);
    for (size_t i = 0; i < runs->row_count; i++)
        free_row(runs->rows[i], runs->room);
    free(runs->rows);
    for (size_t i = 0; i < RUNS_MOST; i++)
        clear_about(&runs->about[i]);
    runs_init(runs, 0);
}

/* ---- from the tables of a report ---- */

static double number_of(const struct cell *cell)
{
    switch (cell->kind) {
    case CELL_INTEGER:
    case CELL_NS_MORE: return (double)cell->as.integer;
    case CELL_COUNT:
    case CELL_NS:
    case CELL_BYTES: return (double)cell->as.number;
    case CELL_RATIO:
    case CELL_TIMES:
    case CELL_REAL: return cell->as.real;
    default: return NAN;
    }
}

const struct cell *runs_cell_at(const struct table *table, size_t row,
                                const char *column)
{
    return table_cell(table, row, (size_t)table_column(table, column));
}

double runs_number_at(const struct table *table, size_t row,
                      const char *column)
{
    return number_of(runs_cell_at(table, row, column));
}

/* "": none */
const char *runs_text_at(const struct table *table, size_t row,
                         const char *column)
{
    const struct cell *cell = runs_cell_at(table, row, column);

    return cell->kind == CELL_TEXT ? cell->as.text : "";
}

size_t runs_rows_of(const struct table *table)
{
    return table == NULL ? 0 : table->row_count;
}

static double mean_of(const struct table *table, const char *column)
{
    double sum = 0;

    for (size_t row = 0; row < runs_rows_of(table); row++)
        sum += runs_number_at(table, row, column);
    return runs_rows_of(table) == 0 ? NAN : sum / (double)table->row_count;
}

static enum status add_times(struct runs *runs, const struct report *report)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < TIMES && status == STATUS_OK; i++)
        status = set_value(
            runs, RUNS_TIMES, times[i].name,
            mean_of(report_table(report, times[i].table), times[i].column));
    return status;
}

static enum status add_ranks(struct runs *runs, const struct report *report)
{
    const struct table *table = report_table(report, "rank_times");
    enum status status = STATUS_OK;
    char name[32];

    for (size_t i = 0; i < runs_rows_of(table) && status == STATUS_OK; i++) {
        snprintf(name, sizeof(name), "%.0f", runs_number_at(table, i, "rank"));
        status = set_value(runs, RUNS_RANKS, name,
                           runs_number_at(table, i, "useful_s"));
    }
    return status;
}

/* Calls outside T have no share of T. */
static bool is_within_run(const struct table *table, size_t row)
{
    return runs_cell_at(table, row, "share")->kind != CELL_EMPTY;
}

/* Mean over the ranks that have numbers. */
static double per_rank(const struct runs *runs, const struct table *table,
                       size_t row, const char *column)
{
    uint64_t ranks = runs->about[runs->count].measured;

    return runs_number_at(table, row, column) /
           (double)(ranks > 0 ? ranks : 1);
}

/* Sums over all threads; folders of files may differ. */
static enum status add_functions(struct runs *runs,
                                 const struct report *report)
{
    const struct table *table = report_table(report, "functions");

    for (size_t i = 0; i < runs_rows_of(table); i++) {
        const char *file = runs_text_at(table, i, "file");
        const char *base = strrchr(file, '/');
        struct strbuf name = { 0 };
        struct runs_row *row;

        strbuf_printf(&name, "%s\n%s", runs_text_at(table, i, "function"),
                      base == NULL ? file : base + 1);
        row = runs_get_row(runs, RUNS_FUNCTIONS, strbuf_text(&name));
        strbuf_clear(&name);
        if (row == NULL)
            return STATUS_NO_MEMORY;
        row->value[runs->count] += per_rank(runs, table, i, "time_s");
    }
    return STATUS_OK;
}

static double bytes_at(const struct table *table, size_t row)
{
    double in = runs_number_at(table, row, "bytes_in");
    double out = runs_number_at(table, row, "bytes_out");

    return (isnan(in) ? 0 : in) + (isnan(out) ? 0 : out);
}

/* Rows of a table that become rows of a set as they are. */
static const struct set_of_table {
    enum runs_set set;
    const char *table, *name, *value; /* NULL: the bytes */
    bool by_rank, has_calls;
} sets[] = {
    { RUNS_EFFICIENCY, "efficiency", "name", "value", false, false },
    { RUNS_PROCEDURES, "procedures", "procedure", "time_s", true, true },
    { RUNS_REGIONS, "regions", "region", "useful_s", true, false },
    { RUNS_WAITS, "wait_states", "wait", "time_s", true, false },
    { RUNS_BYTES, "procedures", "procedure", NULL, false, true },
};
#define SETS (sizeof(sets) / sizeof(sets[0]))

static enum status add_set(struct runs *runs, const struct table *table,
                           const struct set_of_table *set)
{
    for (size_t i = 0; i < runs_rows_of(table); i++) {
        struct runs_row *row;

        if (set->has_calls && !is_within_run(table, i))
            continue;
        row = runs_get_row(runs, set->set, runs_text_at(table, i, set->name));
        if (row == NULL)
            return STATUS_NO_MEMORY;
        row->value[runs->count] = set->value == NULL ? bytes_at(table, i)
                                  : set->by_rank
                                      ? per_rank(runs, table, i, set->value)
                                      : runs_number_at(table, i, set->value);
        if (set->has_calls)
            row->calls[runs->count] = runs_number_at(table, i, "calls");
    }
    return STATUS_OK;
}

static enum status add_sets(struct runs *runs, const struct report *report)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < SETS && status == STATUS_OK; i++)
        status = add_set(runs, report_table(report, sets[i].table), &sets[i]);
    return status;
}

static enum status add_counters(struct runs *runs, const struct report *report)
{
    const struct table *table = report_table(report, "counters");

    for (size_t i = 0; i < runs_rows_of(table); i++) {
        struct runs_row *row = runs_get_row(runs, RUNS_COUNTERS,
                                            runs_text_at(table, i, "counter"));
        double *value;

        if (row == NULL)
            return STATUS_NO_MEMORY;
        value = &row->value[runs->count];
        *value =
            (isnan(*value) ? 0 : *value) + runs_number_at(table, i, "total");
    }
    return STATUS_OK;
}

/* ---- call sites ---- */

/* Lines move when a program changes: sites are the same by procedure, call
 * path and function, and among those of one function by their order. */
struct site_of_run {
    const char *procedure, *function, *path, *location, *file;
    double line, value, calls;
};

ORDER(compare_sites, struct site_of_run,
      A_TO_Z(procedure) A_TO_Z(function) A_TO_Z(path) A_TO_Z(file) UP(line));

static bool is_same_place(const struct site_of_run *a,
                          const struct site_of_run *b)
{
    return strcmp(a->procedure, b->procedure) == 0 &&
           strcmp(a->function, b->function) == 0 &&
           strcmp(a->path, b->path) == 0;
}

static bool describe_site(struct runs_row *row, const struct site_of_run *site,
                          uint32_t run, uint32_t room)
{
    if (row->site == NULL) {
        row->site = calloc(1, sizeof(*row->site));
        if (row->site == NULL)
            return false;
        row->site->procedure = strdup(site->procedure);
        row->site->function = strdup(site->function);
        row->site->path = strdup(site->path);
        row->site->location = calloc(room, sizeof(*row->site->location));
    }
    if (row->site->location == NULL)
        return false;
    row->site->location[run] = strdup(site->location);
    return row->site->procedure != NULL && row->site->function != NULL &&
           row->site->path != NULL && row->site->location[run] != NULL;
}

static enum status add_site(struct runs *runs, const struct site_of_run *site,
                            int place)
{
    struct strbuf name = { 0 };
    struct runs_row *row = NULL;

    strbuf_printf(&name, "%s\n%s\n%s\n%d", site->procedure, site->function,
                  site->path, place);
    if (!name.failed)
        row = runs_get_row(runs, RUNS_SITES, strbuf_text(&name));
    strbuf_clear(&name);
    if (row == NULL)
        return STATUS_NO_MEMORY;
    if (!describe_site(row, site, runs->count, runs->room))
        return log_fail(STATUS_NO_MEMORY, "call sites");
    row->value[runs->count] = site->value;
    row->calls[runs->count] = site->calls;
    return STATUS_OK;
}

/* 0: unknown. */
static double line_at(const struct table *table, size_t row)
{
    double line = runs_number_at(table, row, "line");

    return isnan(line) ? 0 : line;
}

static size_t read_sites(const struct runs *runs, const struct table *table,
                         struct site_of_run *sites)
{
    size_t count = 0;

    for (size_t i = 0; i < table->row_count; i++)
        if (is_within_run(table, i))
            sites[count++] = (struct site_of_run){
                .procedure = runs_text_at(table, i, "procedure"),
                .function = runs_text_at(table, i, "function"),
                .path = runs_text_at(table, i, "path"),
                .location = runs_text_at(table, i, "location"),
                .file = runs_text_at(table, i, "file"),
                .line = line_at(table, i),
                .value = per_rank(runs, table, i, "time_s"),
                .calls = runs_number_at(table, i, "calls"),
            };
    return count;
}

static enum status add_sites(struct runs *runs, const struct report *report)
{
    const struct table *table = report_table(report, "call_sites");
    struct site_of_run *sites =
        calloc(runs_rows_of(table) + 1, sizeof(*sites));
    enum status status = STATUS_OK;
    size_t count;
    int place = 0;

    if (sites == NULL)
        return log_fail(STATUS_NO_MEMORY, "call sites");
    count = table == NULL ? 0 : read_sites(runs, table, sites);
    qsort(sites, count, sizeof(*sites), compare_sites);
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        place =
            i > 0 && is_same_place(&sites[i - 1], &sites[i]) ? place + 1 : 0;
        status = add_site(runs, &sites[i], place);
    }
    free(sites);
    return status;
}

/* ---- runs ---- */

static bool copy_remarks(struct run_about *about, const struct report *report)
{
    about->remarks =
        calloc(report->completeness_count + 1, sizeof(*about->remarks));
    if (about->remarks == NULL)
        return false;
    for (size_t i = 0; i < report->completeness_count; i++) {
        about->remarks[i] = strdup(report->completeness[i]);
        if (about->remarks[i] == NULL)
            return false;
        about->remark_count++;
    }
    return true;
}

static bool copy_settings(struct run_about *about, const struct table *table)
{
    about->settings =
        calloc(runs_rows_of(table) + 1, sizeof(*about->settings));
    if (about->settings == NULL)
        return false;
    for (size_t i = 0; i < runs_rows_of(table); i++) {
        struct run_setting *setting = &about->settings[i];

        about->setting_count++;
        setting->name = strdup(runs_text_at(table, i, "name"));
        setting->value = strdup(runs_text_at(table, i, "value"));
        if (setting->name == NULL || setting->value == NULL)
            return false;
    }
    return true;
}

static bool copy_texts(struct run_about *about, const char *path,
                       const struct table *run)
{
    about->path = strdup(path);
    about->program = strdup(runs_text_at(run, 0, "program"));
    about->command = strdup(runs_text_at(run, 0, "command"));
    about->start = strdup(runs_text_at(run, 0, "start"));
    about->mpi = strdup(runs_text_at(run, 0, "mpi_library"));
    about->region = strdup(runs_text_at(run, 0, "region_filter"));
    return about->path != NULL && about->program != NULL &&
           about->command != NULL && about->start != NULL &&
           about->mpi != NULL && about->region != NULL;
}

/* Sets of which the run knows nothing, so that none of their rows is 0. */
static void note_lacks(struct runs *runs, const struct report *report)
{
    struct run_about *about = &runs->about[runs->count];

    if (runs_rows_of(report_table(report, "functions")) == 0)
        about->lacks |= 1u << RUNS_FUNCTIONS;
    if (report_table(report, "wait_states") == NULL)
        about->lacks |= 1u << RUNS_WAITS;
    if (about->withheld != NULL)
        about->lacks |= 1u << RUNS_CAUSES;
    for (size_t i = 0; i < runs->row_count; i++)
        if ((about->lacks & 1u << runs->rows[i]->set) != 0)
            runs->rows[i]->value[runs->count] = NAN;
}

static enum status add_about(struct run_about *about, const char *path,
                             const struct report *report)
{
    const struct table *run = report_table(report, "run");

    about->ranks = (uint64_t)runs_number_at(run, 0, "ranks");
    about->hosts = (uint64_t)runs_number_at(run, 0, "hosts");
    about->threads = (uint64_t)runs_number_at(run, 0, "threads");
    about->measured = runs_rows_of(report_table(report, "rank_times"));
    about->unfinished = runs_rows_of(report_table(report, "endings")) > 0;
    if (!copy_texts(about, path, run) || !copy_remarks(about, report) ||
        !copy_settings(about, report_table(report, "settings")))
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    return STATUS_OK;
}

enum status runs_add(struct runs *runs, const char *path,
                     const struct report *report)
{
    static enum status (*const add[])(struct runs *, const struct report *) = {
        add_times,     add_ranks,    add_sets,        add_sites,
        add_functions, add_counters, runs_add_causes,
    };
    enum status status;

    if (runs->count == runs->room)
        return log_fail(STATUS_BAD_VALUE, "%s: at most %u runs", path,
                        runs->room);
    status = add_about(&runs->about[runs->count], path, report);
    for (size_t i = 0; i < sizeof(add) / sizeof(add[0]) && status == STATUS_OK;
         i++)
        status = add[i](runs, report);
    note_lacks(runs, report);
    runs->count++;
    return status;
}

/* The end of path that has that many slashes, if it has that many. */
static const char *end_of_path(const char *path, uint32_t slashes)
{
    const char *at = path + strlen(path);

    while (at > path && (at[-1] != '/' || at[0] == '\0' || slashes-- > 0))
        at--;
    return at;
}

static bool is_label(const struct runs *runs, const struct run_about *about,
                     uint32_t slashes)
{
    const char *label = end_of_path(about->path, slashes);

    for (uint32_t i = 0; i < runs->count; i++)
        if (strcmp(runs->about[i].path, about->path) != 0 &&
            strcmp(end_of_path(runs->about[i].path, slashes), label) == 0)
            return false;
    return true;
}

const char *runs_label(const struct runs *runs, const struct run_about *about)
{
    uint32_t slashes = 0;

    while (end_of_path(about->path, slashes) > about->path &&
           !is_label(runs, about, slashes))
        slashes++;
    return end_of_path(about->path, slashes);
}

void runs_add_cells(struct table *table, const struct runs *runs, uint32_t run)
{
    const struct run_about *about = &runs->about[run];
    const struct runs_row *time = runs_find(runs, RUNS_TIMES, "run_time");

    table_text(table, about->path);
    table_text(table, about->program);
    TABLE_NUMBERS(table, about->ranks, about->hosts, about->threads,
                  saturate_near(time->value[run]));
    table_text(table, about->start);
    table_text(table, about->mpi);
    table_text(table, about->command);
}

/* ---- values of several runs ---- */

static struct runs_value value_of(const double *values,
                                  const struct runs_group *group)
{
    struct runs_value value = { .known = group->count > 0,
                                .count = group->count };
    double least = INFINITY, most = -INFINITY, sum = 0;

    for (uint32_t i = 0; i < group->count; i++) {
        double one = values[group->runs[i]];

        value.known = value.known && !isnan(one);
        least = one < least ? one : least;
        most = one > most ? one : most;
        sum += one;
    }
    if (!value.known)
        return (struct runs_value){ .count = group->count };
    value.mean = sum / group->count;
    value.spread = most - least;
    return value;
}

struct runs_value runs_value(const struct runs_row *row,
                             const struct runs_group *group)
{
    return value_of(row->value, group);
}

struct runs_value runs_calls(const struct runs_row *row,
                             const struct runs_group *group)
{
    return value_of(row->calls, group);
}

/* ---- values of runs over time ---- */

#define DEVIATIONS 3
#define DEVIATION_OF_MEDIAN 1.4826 /* of a normal distribution */

static int order_double(const void *left, const void *right)
{
    const double *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

/* Sorts them. */
static double median_of(double *values, uint32_t count)
{
    qsort(values, count, sizeof(*values), order_double);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

struct runs_value runs_usual(const double *values,
                             const struct runs_group *group)
{
    struct runs_value usual = { .count = 0 };
    double known[RUNS_MOST], least;

    for (uint32_t i = 0; i < group->count; i++)
        if (!isnan(values[group->runs[i]]))
            known[usual.count++] = values[group->runs[i]];
    if (usual.count < RUNS_USUAL_NEEDS)
        return usual;
    usual.known = true;
    usual.mean = median_of(known, usual.count);
    for (uint32_t i = 0; i < usual.count; i++)
        known[i] = fabs(known[i] - usual.mean);
    usual.spread =
        DEVIATIONS * DEVIATION_OF_MEDIAN * median_of(known, usual.count);
    least = RUNS_USUAL_LEAST * fabs(usual.mean);
    usual.spread = usual.spread > least ? usual.spread : least;
    return usual;
}

double runs_noise(const struct runs_value *a, const struct runs_value *b)
{
    if (a->count < 2 && b->count < 2)
        return NAN;
    return a->spread > b->spread ? a->spread : b->spread;
}
