/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/scaling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rank_stats.h"
#include "base/log.h"
#include "base/saturate.h"
#include "analyze/facts/say.h"
#include "base/text/human.h"
#include "compare/compare_say.h"
#include "compare/compare.h"
#include "compare/scaling_models.h"

/* ---- sentences ---- */

/* A region or procedure; ns per rank. */
struct scaling_part {
    double fewest, most, ideal;
    double loss; /* most - ideal */
};

#define WORTH_SAYING 0.02 /* of T of the most ranks */
#define DIGITS 3
#define POINTS 0.02 /* of global efficiency */

static struct scaling_part scaling_part(const struct runs_row *row,
                                        const struct compare_sides *sides,
                                        double ideal_speedup)
{
    struct compare_change change = compare_row(row, sides);
    double ideal = change.a / ideal_speedup;

    return (struct scaling_part){
        .fewest = change.a,
        .most = change.b,
        .ideal = ideal,
        .loss = change.b - ideal,
    };
}

static void say_speedup(const struct runs *runs,
                        const struct compare_sides *sides,
                        struct report *report)
{
    struct compare_change time =
        compare_named(runs, RUNS_TIMES, "run_time", sides);
    struct compare_change speedup =
        compare_named(runs, RUNS_NUMBERS, "speedup", sides);
    struct compare_change ideal =
        compare_named(runs, RUNS_NUMBERS, "ideal", sides);

    if (!time.known || !speedup.known)
        return;
    report_verdict(report,
                   "T is %s on %s and %s on %s: a speedup of %.*f "
                   "(%s of the ideal %.*f).",
                   compare_say_time(time.a).text,
                   say_count(runs->about[sides->a.runs[0]].ranks, "rank").text,
                   compare_say_time(time.b).text,
                   say_count(runs->about[sides->b.runs[0]].ranks, "rank").text,
                   human_decimals(speedup.b, DIGITS, DIGITS), speedup.b,
                   say_percent(speedup.b / ideal.b).text,
                   human_decimals(ideal.b, DIGITS, DIGITS), ideal.b);
}

/* The factor that has shrunk most: they multiply. */
static void say_factor(const struct runs *runs,
                       const struct compare_sides *sides,
                       struct report *report)
{
    static const struct {
        const char *name, *title;
    } factors[] = {
        { "load_balance", "load balance" },
        { "communication_efficiency", "communication efficiency" },
        { "computation_scaling", "computation scaling" },
    };
    struct compare_change all =
        compare_named(runs, RUNS_EFFICIENCY, "global_efficiency", sides);
    struct compare_change worst = { 0 };
    const char *title = NULL;

    for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
        struct compare_change change =
            compare_named(runs, RUNS_EFFICIENCY, factors[i].name, sides);

        if (change.known && change.b < change.a &&
            (title == NULL || change.b * worst.a < worst.b * change.a)) {
            worst = change;
            title = factors[i].title;
        }
    }
    if (all.known && title != NULL && all.more <= -POINTS)
        report_verdict(report,
                       "Global efficiency goes from %s to %s, mostly "
                       "because of %s: from %s to %s.",
                       say_percent(all.a).text, say_percent(all.b).text, title,
                       say_percent(worst.a).text, say_percent(worst.b).text);
}

static bool is_part(const struct runs_row *row)
{
    return row->set == RUNS_REGIONS || row->set == RUNS_PROCEDURES;
}

static void say_parts(const struct runs *runs,
                      const struct compare_sides *sides, double ideal_speedup,
                      struct report *report)
{
    struct compare_change time =
        compare_named(runs, RUNS_TIMES, "run_time", sides);
    struct parts parts = { .row = { NULL } };

    for (size_t i = 0; i < runs->row_count; i++) {
        struct scaling_part part =
            scaling_part(runs->rows[i], sides, ideal_speedup);

        if (is_part(runs->rows[i]) && part.loss >= WORTH_SAYING * time.b)
            parts_keep(&parts, runs->rows[i], part.loss);
    }
    parts_say(&parts, "Beyond the ideal, mean over ranks", report);
}

/* ---- columns ---- */

static const struct column scaling_columns[] = {
    { "ranks", "ranks", CELL_COUNT, "Number of MPI processes." },
    { "runs", "runs", CELL_COUNT,
      "Runs with that many ranks; the other columns are their mean." },
    { "run_time_s", "run time T", CELL_NS, "T of the run." },
    { "noise_s", "noise of T", CELL_NS,
      "Longest - shortest T of the runs with that many ranks." },
    { "speedup", "speedup", CELL_REAL,
      "T on the fewest ranks / T; with --weak times ranks / the fewest ranks." },
    { "ideal", "ideal speedup", CELL_REAL, "Ranks / the fewest ranks." },
    { "scaling_efficiency", "speedup / ideal", CELL_RATIO,
      "Speedup / ideal: global efficiency / that of the fewest ranks." },
    { "global_efficiency", "global efficiency", CELL_RATIO,
      "Parallel efficiency x computation scaling (POP)." },
    { "parallel_efficiency", "parallel efficiency", CELL_RATIO,
      "Mean useful time / T (POP)." },
    { "load_balance", "load balance", CELL_RATIO,
      "Mean useful time / largest useful time of a rank (POP)." },
    { "load_balance_within_nodes", "LB within hosts", CELL_RATIO,
      "Load balance / load balance between hosts (POP)." },
    { "load_balance_between_nodes", "LB between hosts", CELL_RATIO,
      "Mean over hosts of their mean useful time / the largest of these "
      "means (POP)." },
    { "communication_efficiency", "communication efficiency", CELL_RATIO,
      "Largest useful time of a rank / T (POP)." },
    { "computation_scaling", "computation scaling", CELL_RATIO,
      "Useful time of all ranks with the fewest ranks / here; with --weak "
      "that of a rank (POP)." },
    { "instruction_scaling", "instruction scaling", CELL_RATIO,
      "The same for the instructions of useful time, from PAPI_TOT_INS (POP)." },
    { "ipc_scaling", "IPC scaling", CELL_RATIO,
      "Instructions per cycle here / with the fewest ranks (POP)." },
    { "frequency_scaling", "frequency scaling", CELL_RATIO,
      "Cycles per useful time, from PAPI_TOT_CYC, here / with the fewest "
      "ranks (POP)." },
};
static const struct column part_columns[] = {
    { "part", "part", CELL_TEXT,
      "Useful time in a region without inner ones, or time in an MPI "
      "procedure, mean over ranks." },
    { "fewest_s", "fewest ranks", CELL_NS, "With the fewest ranks." },
    { "most_s", "most ranks", CELL_NS, "With the most ranks." },
    { "ideal_s", "ideal", CELL_NS,
      "Fewest ranks' time x their number / the most ranks; with --weak that "
      "time itself." },
    { "loss_s", "most - ideal", CELL_NS_MORE,
      "What a rank spends there beyond the ideal." },
    { "scaling", "ideal / most", CELL_RATIO, "100 %: scales ideally." },
    { "kind", NULL, CELL_TEXT, "\"region\" or \"procedure\"." },
};
static const struct column value_columns[] = {
    { "kind", "kind", CELL_TEXT, "\"region\" or \"procedure\"." },
    { "name", "part", CELL_TEXT, "Which one." },
    { "ranks", "ranks", CELL_COUNT, "Number of MPI processes." },
    { "time_s", "time", CELL_NS,
      "Useful time in the region, or time in the procedure, the mean of the "
      "ranks." },
};
static const struct column runs_columns[] = { RUNS_COLUMNS };

enum { RUNS, SCALING, PARTS, MODELS, VALUES };

const struct table_form scaling_forms[] = {
    [RUNS] = TABLE_FORM_BRIEF("scaling_runs", "Runs", SECTION_VERDICT,
                              runs_columns),
    [SCALING] = TABLE_FORM_BRIEF("scaling", "Efficiency", SECTION_EFFICIENCY,
                                 scaling_columns),
    [PARTS] =
        TABLE_FORM_BRIEF("scaling_parts", "What does not scale, per rank",
                         SECTION_TIME, part_columns),
    [MODELS] = TABLE_FORM_BRIEF("scaling_models", "Models of growth, per rank",
                                SECTION_TIME, scaling_model_columns),
    [VALUES] = TABLE_FORM("scaling_values", "Times by number of ranks", 0,
                          value_columns),
};
const size_t scaling_form_count =
    sizeof(scaling_forms) / sizeof(scaling_forms[0]);

/* ---- groups of runs with as many ranks ---- */

struct groups {
    struct scaling_group items[RUNS_MOST]; /* by ranks, ascending */
    uint32_t count;
};

static struct scaling_group *get_group(struct groups *groups, uint64_t ranks)
{
    uint32_t at = 0;

    while (at < groups->count && groups->items[at].ranks < ranks)
        at++;
    if (at < groups->count && groups->items[at].ranks == ranks)
        return &groups->items[at];
    memmove(&groups->items[at + 1], &groups->items[at],
            (groups->count - at) * sizeof(groups->items[0]));
    groups->items[at] = (struct scaling_group){ .ranks = ranks };
    groups->count++;
    return &groups->items[at];
}

static struct groups *make_groups(const struct runs *runs)
{
    struct groups *groups = calloc(1, sizeof(*groups));

    for (uint32_t i = 0; groups != NULL && i < runs->count; i++) {
        struct scaling_group *group = get_group(groups, runs->about[i].ranks);

        group->runs.runs[group->runs.count++] = i;
    }
    return groups;
}

/* ---- efficiencies ---- */

/* Means of the runs with as many ranks. */
struct amounts {
    double ranks, run_time, useful, instructions, cycles;
    double parallel;
};

static double mean_of(const struct runs *runs, enum runs_set set,
                      const char *name, const struct runs_group *group)
{
    const struct runs_row *row = runs_find(runs, set, name);
    struct runs_value value = { 0 };

    if (row != NULL)
        value = runs_value(row, group);
    return value.known ? value.mean : NAN;
}

/* useful, instructions, cycles: of all ranks. */
static struct amounts amounts_of(const struct runs *runs,
                                 const struct runs_group *group)
{
    double ranks = (double)runs->about[group->runs[0]].ranks;

    return (struct amounts){
        .ranks = ranks,
        .run_time = mean_of(runs, RUNS_TIMES, "run_time", group),
        .useful = ranks * mean_of(runs, RUNS_TIMES, "useful", group),
        .instructions = mean_of(runs, RUNS_COUNTERS, "PAPI_TOT_INS", group),
        .cycles = mean_of(runs, RUNS_COUNTERS, "PAPI_TOT_CYC", group),
        .parallel =
            mean_of(runs, RUNS_EFFICIENCY, "parallel_efficiency", group),
    };
}

/* Ratios of means: those of single runs would favour the fast ones. */
static enum status set_group(struct runs *runs,
                             const struct scaling_group *group,
                             const struct amounts *first,
                             const struct scaling_options *options)
{
    struct amounts here = amounts_of(runs, &group->runs);
    double ideal = here.ranks / first->ranks;
    double grown = options->weak ? ideal : 1;
    double computation = grown * first->useful / here.useful;
    double ipc = (here.instructions / here.cycles) /
                 (first->instructions / first->cycles);
    double speedup = grown * first->run_time / here.run_time;
    const struct {
        enum runs_set set;
        const char *name;
        double value;
    } found[] = {
        { RUNS_NUMBERS, "speedup", speedup },
        { RUNS_NUMBERS, "ideal", ideal },
        { RUNS_EFFICIENCY, "scaling_efficiency", speedup / ideal },
        { RUNS_EFFICIENCY, "global_efficiency", here.parallel * computation },
        { RUNS_EFFICIENCY, "computation_scaling", computation },
        { RUNS_EFFICIENCY, "instruction_scaling",
          grown * first->instructions / here.instructions },
        { RUNS_EFFICIENCY, "ipc_scaling", ipc },
        { RUNS_EFFICIENCY, "frequency_scaling",
          (here.cycles / here.useful) / (first->cycles / first->useful) },
    };
    enum status status = STATUS_OK;

    for (size_t i = 0; i < sizeof(found) / sizeof(found[0]); i++)
        for (uint32_t k = 0; k < group->runs.count && status == STATUS_OK; k++)
            status = runs_set(runs, found[i].set, found[i].name,
                              group->runs.runs[k],
                              isfinite(found[i].value) ? found[i].value : NAN);
    return status;
}

/* ---- tables ---- */

static void add_value(struct table *table, const struct runs *runs,
                      const struct runs_group *group)
{
    const char *name = table->columns[table->filled].name;
    double value = mean_of(runs, RUNS_EFFICIENCY, name, group);

    if (isnan(value))
        value = mean_of(runs, RUNS_NUMBERS, name, group);
    table_real_if(table, !isnan(value), value);
}

static void add_group(struct table *table, const struct runs *runs,
                      const struct scaling_group *group)
{
    const struct runs_row *row = runs_find(runs, RUNS_TIMES, "run_time");
    struct runs_value time = runs_value(row, &group->runs);

    TABLE_NUMBERS(table, group->ranks, group->runs.count,
                  saturate_near(time.mean));
    table_number_if(table, group->runs.count > 1, saturate_near(time.spread));
    for (size_t i = 4; i < table->column_count; i++)
        add_value(table, runs, &group->runs);
}

static const char *kind_of(const struct runs_row *row)
{
    return row->set == RUNS_REGIONS ? "region" : "procedure";
}

static void add_part(struct table *table, const struct runs_row *row,
                     const struct compare_sides *sides, double ideal_speedup)
{
    struct scaling_part part = scaling_part(row, sides, ideal_speedup);

    if (part.fewest == 0 && part.most == 0)
        return;
    table_text(table, row->name);
    TABLE_NUMBERS(table, saturate_near(part.fewest), saturate_near(part.most),
                  saturate_near(part.ideal));
    table_integer(table, rank_stats_round_more(part.loss));
    table_real_if(table, part.most > 0, part.ideal / part.most);
    table_text(table, kind_of(row));
}

static void add_values(struct table *table, const struct runs *runs,
                       const struct groups *groups)
{
    for (size_t i = 0; i < runs->row_count; i++)
        for (uint32_t k = 0; is_part(runs->rows[i]) && k < groups->count;
             k++) {
            const struct scaling_group *group = &groups->items[k];
            struct runs_value value = runs_value(runs->rows[i], &group->runs);

            table_text(table, kind_of(runs->rows[i]));
            table_text(table, runs->rows[i]->name);
            TABLE_NUMBERS(table, group->ranks, saturate_near(value.mean));
        }
}

static void add_runs(struct table *table, const struct runs *runs,
                     const struct groups *groups)
{
    for (uint32_t k = 0; k < groups->count; k++)
        for (uint32_t i = 0; i < groups->items[k].runs.count; i++)
            runs_add_cells(table, runs, groups->items[k].runs.runs[i]);
}

struct state {
    const struct runs *runs;
    const struct groups *groups;
    const struct compare_sides *sides;
    const struct scaling_options *options;
};

/* By how much more the most ranks should make of each rank's time. */
static double part_speedup(const struct state *state)
{
    const struct groups *groups = state->groups;

    if (state->options->weak)
        return 1;
    return (double)groups->items[groups->count - 1].ranks /
           (double)groups->items[0].ranks;
}

static void table_fill(struct table *table, const struct state *state,
                       int form)
{
    switch (form) {
    case RUNS: add_runs(table, state->runs, state->groups); break;
    case SCALING:
        table->facts = true;
        for (uint32_t i = 0; i < state->groups->count; i++)
            add_group(table, state->runs, &state->groups->items[i]);
        table_set_note(
            table, state->options->weak
                       ? "weak scaling: the problem grows with the ranks"
                       : "strong scaling: the same problem on more ranks; use "
                         "--weak if it grows with the ranks");
        break;
    case PARTS:
        for (size_t i = 0; i < state->runs->row_count; i++)
            if (is_part(state->runs->rows[i]))
                add_part(table, state->runs->rows[i], state->sides,
                         part_speedup(state));
        table_sort(table, (size_t)table_column(table, "loss_s"));
        break;
    case MODELS:
        scaling_models_add(table, state->runs, state->groups->items,
                           state->groups->count, state->options->weak);
        break;
    default: add_values(table, state->runs, state->groups);
    }
}

static void scaling_say(const struct state *state, struct report *report)
{
    const struct groups *groups = state->groups;

    compare_say_unfinished(state->runs, report);
    say_speedup(state->runs, state->sides, report);
    say_factor(state->runs, state->sides, report);
    say_parts(state->runs, state->sides, part_speedup(state), report);
    scaling_models_say(report_table(report, "scaling_models"), state->runs,
                       groups->items, groups->count, report);
    compare_say_runs(state->runs, report);
}

static enum status fill_report(const struct state *state,
                               struct report *report)
{
    for (size_t i = 0; i < scaling_form_count; i++) {
        struct table *table = report_add_form(report, &scaling_forms[i]);

        if (table == NULL)
            return STATUS_NO_MEMORY;
        table->whole = i == RUNS || i == SCALING || i == VALUES;
        table_fill(table, state, (int)i);
    }
    scaling_say(state, report);
    return STATUS_OK;
}

static enum status make_report(const struct state *state, struct report **out)
{
    struct report *report;
    enum status status = report_create(&report);

    if (status != STATUS_OK)
        return status;
    return report_hand_over(report, fill_report(state, report), out);
}

static enum status scale_groups(struct runs *runs, const struct groups *groups,
                                const struct scaling_options *options,
                                struct compare_sides *sides,
                                struct report **out)
{
    struct state state = { runs, groups, sides, options };
    struct amounts first = amounts_of(runs, &groups->items[0].runs);
    enum status status = STATUS_OK;

    *sides = (struct compare_sides){
        .a = groups->items[0].runs,
        .b = groups->items[groups->count - 1].runs,
    };
    snprintf(sides->a_name, sizeof(sides->a_name), "on %llu ranks",
             (unsigned long long)groups->items[0].ranks);
    snprintf(sides->b_name, sizeof(sides->b_name), "on %llu ranks",
             (unsigned long long)groups->items[groups->count - 1].ranks);
    for (uint32_t i = 0; i < groups->count && status == STATUS_OK; i++)
        status = set_group(runs, &groups->items[i], &first, options);
    return status == STATUS_OK ? make_report(&state, out) : status;
}

enum status scaling_of(struct runs *runs,
                       const struct scaling_options *options,
                       struct compare_sides *sides, struct report **out)
{
    struct groups *groups = make_groups(runs);
    enum status status;

    if (groups == NULL)
        return log_fail(STATUS_NO_MEMORY, "%u runs", runs->count);
    if (groups->count < 2)
        status = log_fail(STATUS_BAD_VALUE,
                          "all runs have the same number of ranks: give runs "
                          "with different numbers of ranks");
    else
        status = scale_groups(runs, groups, options, sides, out);
    free(groups);
    return status;
}
