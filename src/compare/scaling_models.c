/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/scaling_models.h"

#include <math.h>
#include <string.h>

#include "analyze/facts/say.h"
#include "base/saturate.h"
#include "compare/growth.h"
#include "compare/runs_rows.h"

#define SECOND 1e9
#define GROWN 0.05 /* of a rank's time, that a share grows by */
#define MISFIT 0.2 /* error of a model of which nothing is claimed */
#define FAR 2      /* numbers of ranks to which models are extended */

static const uint64_t farther[FAR] = { 10, 100 };

#define RANGE_DEFINITION                                                        \
    "95 % confidence interval of the fitted curve, joined with those of other " \
    "forms that fit nearly as well; it assumes that the measured trend goes "   \
    "on."

const struct column scaling_model_columns[SCALING_MODEL_COLUMNS] = {
    { "part", "part", CELL_TEXT,
      "Useful time in a region without inner ones, or time in an MPI "
      "procedure, mean over ranks; all of them together." },
    { "model", "model [s], p ranks", CELL_TEXT,
      "c0 + c1 p^i log2(p)^j, Extra-P's performance model normal form with "
      "one term (Calotoiu et al., SC 2013), by least squares of relative "
      "errors; i and j by cross-validation.  Negative i only without --weak." },
    { "error", "error", CELL_RATIO,
      "Relative error when each point is predicted from the others, root "
      "mean square." },
    { "most_s", "most ranks", CELL_NS, "Measured on the most ranks." },
    { "at_10_s", "10 times", CELL_NS,
      "By the model, on 10 times as many ranks." },
    { "at_100_s", "100 times", CELL_NS,
      "By the model, on 100 times as many ranks." },
    { "share", "of total", CELL_RATIO,
      "Share of a rank's time on the most ranks, among parts with a model." },
    { "at_10_share", "10 times", CELL_RATIO,
      "The same on 10 times as many ranks, by the models." },
    { "at_100_share", "100 times", CELL_RATIO,
      "The same on 100 times as many ranks, by the models." },
    { "at_10_least_s", "10 times, least", CELL_NS, RANGE_DEFINITION },
    { "at_10_most_s", "most", CELL_NS, RANGE_DEFINITION },
    { "at_100_least_s", "100 times, least", CELL_NS, RANGE_DEFINITION },
    { "at_100_most_s", "most", CELL_NS, RANGE_DEFINITION },
    { "growth", NULL, CELL_TEXT, "p^i log2(p)^j, or \"constant\"." },
    { "kind", NULL, CELL_TEXT,
      "\"region\", \"procedure\", \"time\" (useful time of runs without regions) or \"sum\"." },
    { "c0_s", NULL, CELL_REAL, "c0 of the model, seconds." },
    { "c1_s", NULL, CELL_REAL, "c1 of the model, seconds." },
    { "i", NULL, CELL_REAL, "Exponent of p." },
    { "j", NULL, CELL_REAL, "Exponent of log2(p)." },
};

/* A part on the most ranks and farther. */
struct ahead {
    double seconds[FAR + 1];
    struct growth_range range[FAR + 1];
};

struct models {
    const struct runs *runs;
    const struct scaling_group *groups;
    uint32_t count;
    bool weak, has_regions;
    struct ahead total; /* of all parts */
    uint32_t parts;
};

static double ranks_at(const struct models *models, int far)
{
    double most = (double)models->groups[models->count - 1].ranks;

    return far == 0 ? most : most * (double)farther[far - 1];
}

/* ---- parts ---- */

static bool is_time(const struct runs_row *row, const char *name)
{
    return row->set == RUNS_TIMES && strcmp(row->name, name) == 0;
}

static bool is_part(const struct models *models, const struct runs_row *row)
{
    return row->set == RUNS_REGIONS || row->set == RUNS_PROCEDURES ||
           (!models->has_regions && is_time(row, "useful"));
}

/* A point for each number of ranks: the mean of its runs. */
static void points_of(const struct models *models, const struct runs_row *row,
                      struct growth_point points[RUNS_MOST])
{
    for (uint32_t k = 0; k < models->count; k++) {
        struct runs_value value = runs_value(row, &models->groups[k].runs);

        points[k] = (struct growth_point){
            (double)models->groups[k].ranks,
            value.known ? value.mean / SECOND : NAN,
        };
    }
}

/* ---- rows ---- */

static const char *kind_of(const struct runs_row *row)
{
    return row->set == RUNS_TIMES     ? "time"
           : row->set == RUNS_REGIONS ? "region"
                                      : "procedure";
}

static void add_seconds(struct table *table, double seconds)
{
    table_number(table, saturate_near(seconds * SECOND));
}

static void add_texts(struct table *table, const struct runs_row *row,
                      const struct growth *growth)
{
    struct strbuf model = { 0 };

    table_text(table, row->set == RUNS_TIMES ? runs_time_title(row->name)
                                             : row->name);
    growth_say(&model, growth);
    table_take(table, &model);
    table_real(table, growth->error);
}

static void add_ranges(struct table *table, const struct growth_range *ranges)
{
    for (int far = 1; far <= FAR; far++) {
        add_seconds(table, ranges[far].least);
        add_seconds(table, ranges[far].most);
    }
}

static void add_model(struct table *table, const struct runs_row *row,
                      const struct growth *growth)
{
    struct strbuf term = { 0 };

    growth_say_term(&term, growth);
    table_take(table, &term);
    table_text(table, kind_of(row));
    table_real(table, growth->c0);
    table_real(table, growth->c1);
    table_real(table, growth->i);
    table_real(table, growth->j);
}

static bool look_ahead(const struct models *models, const struct runs_row *row,
                       struct growth *growth, struct ahead *out)
{
    struct growth_point points[RUNS_MOST];

    points_of(models, row, points);
    if (!growth_fit(points, models->count, models->weak, growth))
        return false;
    out->seconds[0] = points[models->count - 1].time;
    out->range[0] = (struct growth_range){ out->seconds[0], out->seconds[0] };
    for (int far = 1; far <= FAR; far++) {
        out->seconds[far] = growth_at(growth, ranks_at(models, far));
        out->range[far] = growth_range_at(points, models->count, models->weak,
                                          ranks_at(models, far));
    }
    return true;
}

static void sum_up(struct models *models)
{
    for (size_t i = 0; i < models->runs->row_count; i++) {
        const struct runs_row *row = models->runs->rows[i];
        struct growth growth;
        struct ahead ahead;

        if (!is_part(models, row) || !look_ahead(models, row, &growth, &ahead))
            continue;
        models->parts++;
        for (int far = 0; far <= FAR; far++) {
            models->total.seconds[far] += ahead.seconds[far];
            models->total.range[far].least += ahead.range[far].least;
            models->total.range[far].most += ahead.range[far].most;
        }
    }
}

static void add_times(struct table *table, const struct models *models,
                      const struct ahead *ahead)
{
    for (int far = 0; far <= FAR; far++)
        add_seconds(table, ahead->seconds[far]);
    for (int far = 0; far <= FAR; far++)
        table_real(table, ahead->seconds[far] / models->total.seconds[far]);
    add_ranges(table, ahead->range);
}

static void add_row(struct table *table, const struct models *models,
                    const struct runs_row *row)
{
    struct growth growth;
    struct ahead ahead;

    if (!look_ahead(models, row, &growth, &ahead))
        return;
    add_texts(table, row, &growth);
    add_times(table, models, &ahead);
    add_model(table, row, &growth);
}

static void add_all(struct table *table, const struct models *models)
{
    if (models->parts == 0)
        return;
    table_text(table, "all parts");
    table_text(table, "sum of the models");
    table_empty(table);
    add_times(table, models, &models->total);
    table_empty(table);
    table_text(table, "sum");
    table_skip(table, 4);
}

void scaling_models_add(struct table *table, const struct runs *runs,
                        const struct scaling_group *groups, uint32_t count,
                        bool weak)
{
    struct models models = {
        .runs = runs, .groups = groups, .count = count, .weak = weak
    };

    for (size_t i = 0; i < runs->row_count; i++)
        models.has_regions |= runs->rows[i]->set == RUNS_REGIONS;
    sum_up(&models);
    add_all(table, &models);
    for (size_t i = 0; i < runs->row_count; i++)
        if (is_part(&models, runs->rows[i]))
            add_row(table, &models, runs->rows[i]);
    table_sort(table, (size_t)table_column(table, "at_100_s"));
    table_set_note(table,
                   "10 and 100 times the most ranks, %llu and %llu; a model "
                   "extrapolates these runs and knows of no other limit",
                   (unsigned long long)(groups[count - 1].ranks * 10),
                   (unsigned long long)(groups[count - 1].ranks * 100));
}

/* ---- sentences ---- */

/* The part with the largest share; row_count: there is none. */
static size_t find_largest(const struct table *table, const char *share)
{
    size_t found = table->row_count;

    for (size_t i = 0; i < table->row_count; i++) {
        const struct cell *cell = runs_cell_at(table, i, share);

        if (runs_cell_at(table, i, "growth")->kind == CELL_TEXT &&
            (found == table->row_count ||
             cell->as.real > runs_cell_at(table, found, share)->as.real))
            found = i;
    }
    return found;
}

/* The columns of one number of ranks. */
struct far_columns {
    uint64_t times;
    const char *share, *seconds, *least, *most;
};

static double share_at(const struct table *table, size_t row,
                       const char *column)
{
    return runs_cell_at(table, row, column)->as.real;
}

static struct said time_at(const struct table *table, size_t row,
                           const char *column)
{
    return say_seconds(runs_cell_at(table, row, column)->as.number);
}

/* "useful time in main/solve", "MPI_Waitall" */
static void put_part(struct strbuf *out, const struct table *table, size_t row)
{
    const char *kind = runs_cell_at(table, row, "kind")->as.text;

    strbuf_puts(out, strcmp(kind, "region") == 0 ? "useful time in " : "");
    say_name(out, runs_cell_at(table, row, "part")->as.text);
}

/* "3.20 s (2.90 s to 3.60 s; model: p)" */
static void put_prediction(struct strbuf *out, const struct table *table,
                           size_t row, const struct far_columns *far)
{
    struct said least = time_at(table, row, far->least);
    struct said most = time_at(table, row, far->most);

    strbuf_printf(out, "%s (", time_at(table, row, far->seconds).text);
    if (strcmp(least.text, most.text) != 0)
        strbuf_printf(out, "%s to %s; ", least.text, most.text);
    strbuf_printf(out, "model: %s)",
                  runs_cell_at(table, row, "growth")->as.text);
}

static void say_largest(const struct table *table, uint64_t most,
                        const struct far_columns *far, struct report *report)
{
    size_t row = find_largest(table, far->share);
    struct strbuf part = { 0 }, time = { 0 };

    put_part(&part, table, row);
    put_prediction(&time, table, row, far);
    report_verdict(report,
                   "On %llu ranks %s would take %s of a rank's time, %s, "
                   "against %s on %llu.",
                   (unsigned long long)(most * far->times), strbuf_text(&part),
                   say_percent(share_at(table, row, far->share)).text,
                   strbuf_text(&time),
                   say_percent(share_at(table, row, "share")).text,
                   (unsigned long long)most);
    strbuf_clear(&part);
    strbuf_clear(&time);
}

/* Where nothing changes much, once. */
static void say_steady(const struct table *table, uint64_t most, size_t row,
                       const struct far_columns *far, struct report *report)
{
    struct strbuf part = { 0 };

    put_part(&part, table, row);
    report_verdict(report,
                   "By the models no part grows out of proportion: on %llu "
                   "ranks %s, the largest, would take %s of a rank's time, "
                   "against %s on %llu.",
                   (unsigned long long)(most * far->times), strbuf_text(&part),
                   say_percent(share_at(table, row, far->share)).text,
                   say_percent(share_at(table, row, "share")).text,
                   (unsigned long long)most);
    strbuf_clear(&part);
}

static bool say_why_not(const struct runs *runs, uint32_t count,
                        struct report *report)
{
    if (count < GROWTH_POINTS) {
        report_completeness(report,
                            "There are no models of how times grow: they "
                            "need %d different numbers of ranks, and these "
                            "runs have %u.",
                            GROWTH_POINTS, count);
        return true;
    }
    for (uint32_t i = 0; i < runs->count; i++)
        if (runs->about[i].withheld != NULL) {
            report_completeness(report,
                                "The part that would dominate on more ranks "
                                "is not named, since in %s %s.",
                                runs_label(runs, &runs->about[i]),
                                runs->about[i].withheld);
            return true;
        }
    return false;
}

/* The part that would dominate, by a model that does not fit. */
static void say_misfit(const struct table *table, size_t row, uint64_t ranks,
                       struct report *report)
{
    struct strbuf part = { 0 };

    put_part(&part, table, row);
    report_completeness(
        report,
        "The part that would dominate on more ranks is not named: the model "
        "of %s, the largest part on %llu ranks, is off by %s when each point "
        "is predicted from the others. For a better fit, add runs of each "
        "number of ranks, or more numbers of ranks.",
        strbuf_text(&part), (unsigned long long)ranks,
        say_percent(share_at(table, row, "error")).text);
    strbuf_clear(&part);
}

void scaling_models_say(const struct table *table, const struct runs *runs,
                        const struct scaling_group *groups, uint32_t count,
                        struct report *report)
{
    static const struct far_columns near = { 10, "at_10_share", "at_10_s",
                                             "at_10_least_s", "at_10_most_s" };
    static const struct far_columns far = { 100, "at_100_share", "at_100_s",
                                            "at_100_least_s",
                                            "at_100_most_s" };
    uint64_t most = groups[count - 1].ranks;
    size_t row = find_largest(table, far.share);

    if (say_why_not(runs, count, report) || row == table->row_count)
        return;
    if (share_at(table, row, "error") > MISFIT) {
        say_misfit(table, row, most * far.times, report);
        return;
    }
    if (share_at(table, row, far.share) <
        share_at(table, row, "share") + GROWN) {
        say_steady(table, most, row, &far, report);
        return;
    }
    say_largest(table, most, &near, report);
    say_largest(table, most, &far, report);
}
