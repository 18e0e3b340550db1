/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/efficiency/efficiency_over_time.h"

#include "analyze/facts/analysis.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/source_location.h"
#include "base/saturate.h"

#define ROWS_MOST 12u     /* of a table that has not all stretches */
#define REGION_LEAST 0.05 /* of all ranks' time, to have rows */
#define LOW_BY 0.15       /* below the run's parallel efficiency */
#define LOW_COSTS 0.02    /* of T */
#define REGION_HOLDS 0.5  /* of a part's time, to be named */

static const struct column columns[] = {
    { "region", "region", CELL_TEXT,
      "Path of the region, without inner regions; empty: the whole run." },
    { "begin_s", "start", CELL_NS,
      "Start of the stretch, counted from the start of the run." },
    { "width_s", "width", CELL_NS, "Length of the stretch." },
    { "parallel_efficiency", "parallel", CELL_RATIO,
      "PE in the stretch = LB x SerE x TE = mean useful time / time." },
    { "load_balance", "load balance", CELL_RATIO,
      "LB in the stretch = mean useful time / largest useful time of a rank, "
      "ranks without any included." },
    { "serialisation_efficiency", "serialisation", CELL_RATIO,
      "SerE in the stretch = largest useful time of a rank / T_ideal; T_ideal "
      "is how far the most advanced rank of the run on an ideal network "
      "progresses in the stretch, at least the largest useful time." },
    { "transfer_efficiency", "transfer", CELL_RATIO,
      "TE in the stretch = T_ideal / time." },
    { "communication_efficiency", NULL, CELL_RATIO,
      "CommE in the stretch = largest useful time of a rank / time." },
    { "lost_s", "not useful", CELL_NS,
      "Time - mean useful time: time per rank that was not useful." },
    { "time_s", NULL, CELL_NS,
      "Longest measured time of a rank in the stretch (and region)." },
    { "useful_s", NULL, CELL_NS, "Useful time, mean over ranks." },
    { "useful_most_s", NULL, CELL_NS,
      "Longest useful time of a rank; for several stretches, their sum." },
};

static const struct table_form forms[] = {
    TABLE_FORM("efficiency_over_time", "Efficiency over time",
               SECTION_EFFICIENCY, columns),
};

/* NULL: unknown */
static const struct replay_stretches *stretches_of(const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;

    if (replay == NULL || replay->stretches.region_count == 0 ||
        replayed_doubt(scope) != NULL || !scope_is_whole(scope) ||
        efficiency_doubt(scope) != NULL)
        return NULL;
    return &replay->stretches;
}

static double divide_or_unknown(double part, double whole)
{
    return whole > 0 ? part / whole : -1;
}

static double clamp_between(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* Sums stretches first ... first + count - 1. */
static struct stretch_efficiency efficiency_in(
    const struct scope *scope, const struct replay_stretches *stretches,
    const struct stretch_region *region, uint32_t first, uint32_t count)
{
    struct stretch_efficiency out = { 0 };
    double ideal = 0;

    for (uint32_t i = first; i < first + count; i++) {
        const struct stretch_sum *sum = &region->in[i];

        out.useful += (double)sum->useful / scope->rank_count;
        out.useful_most += (double)sum->useful_most;
        out.time += (double)sum->time_most;
        ideal +=
            clamp_between((double)stretches->ideal[i],
                          (double)sum->useful_most, (double)sum->time_most);
    }
    out.begin = stretch_edge(stretches->length, first);
    out.width = stretch_edge(stretches->length, first + count) - out.begin;
    out.parallel = divide_or_unknown(out.useful, out.time);
    out.load_balance = divide_or_unknown(out.useful, out.useful_most);
    out.communication = divide_or_unknown(out.useful_most, out.time);
    out.serialisation = out.transfer = -1;
    if (region->region == STRETCH_RUN) {
        out.serialisation = divide_or_unknown(out.useful_most, ideal);
        out.transfer = divide_or_unknown(ideal, out.time);
    }
    return out;
}

/* ---- the worst ---- */

struct part {
    uint32_t first, count;
    double loss; /* ns below the run's efficiency - LOW_BY */
};

static double loss_in(const struct scope *scope,
                      const struct replay_stretches *stretches, double run,
                      uint32_t stretch)
{
    struct stretch_efficiency one =
        efficiency_in(scope, stretches, &stretches->regions[0], stretch, 1);

    return (run - LOW_BY) * one.time - one.useful;
}

/* Recurring lows, as in each step of a run, are not one part of the run. */
static double loss_elsewhere(const struct scope *scope,
                             const struct replay_stretches *stretches,
                             double run, const struct part *part)
{
    double all = 0;

    for (uint32_t i = 0; i < STRETCHES; i++) {
        double loss = loss_in(scope, stretches, run, i);

        if (loss > 0 && (i < part->first || i >= part->first + part->count))
            all += loss;
    }
    return all;
}

/* Picks among neighbouring stretches those that lose most. */
static struct part find_lowest(const struct scope *scope,
                               const struct replay_stretches *stretches,
                               double run)
{
    struct part best = { 0 }, here = { 0 };

    for (uint32_t i = 0; i < STRETCHES; i++) {
        if (here.loss <= 0)
            here = (struct part){ .first = i };
        here.loss += loss_in(scope, stretches, run, i);
        here.count++;
        if (here.loss > best.loss)
            best = here;
    }
    return best;
}

static void find_factor(struct efficiency_low *low,
                        const struct stretch_efficiency *run)
{
    const struct stretch_efficiency *there = &low->there;
    const struct {
        const char *title;
        double there, run;
    } factors[] = {
        { "load balance", there->load_balance, run->load_balance },
        { "serialisation efficiency", there->serialisation,
          run->serialisation },
        { "transfer efficiency", there->transfer, run->transfer },
    };
    double least = 0;

    for (size_t i = 0; i < sizeof(factors) / sizeof(factors[0]); i++) {
        double ratio = divide_or_unknown(factors[i].there, factors[i].run);

        if (factors[i].there < 0 || (low->what != NULL && ratio >= least))
            continue;
        least = ratio;
        low->what = factors[i].title;
        low->factor = factors[i].there;
    }
}

static uint32_t main_region(const struct replay_stretches *stretches,
                            const struct part *part, double time)
{
    for (size_t i = 1; i < stretches->region_count; i++) {
        const struct stretch_region *region = &stretches->regions[i];
        double inside = 0;

        for (uint32_t k = 0; k < part->count; k++)
            inside += (double)region->in[part->first + k].time_most;
        if (region->region != 0 && inside >= REGION_HOLDS * time)
            return region->region;
    }
    return STRETCH_RUN;
}

bool efficiency_find_low(const struct scope *scope, struct efficiency_low *out)
{
    const struct replay_stretches *stretches = stretches_of(scope);
    struct stretch_efficiency run;
    struct part part;

    *out = (struct efficiency_low){ 0 };
    if (stretches == NULL)
        return false;
    run =
        efficiency_in(scope, stretches, &stretches->regions[0], 0, STRETCHES);
    part = find_lowest(scope, stretches, run.parallel);
    if (part.count == 0)
        return false;
    out->there = efficiency_in(scope, stretches, &stretches->regions[0],
                               part.first, part.count);
    out->run = run.parallel;
    out->region = main_region(stretches, &part, out->there.time);
    find_factor(out, &run);
    return run.parallel * out->there.time - out->there.useful >=
               LOW_COSTS * (double)scope->run_ns &&
           loss_elsewhere(scope, stretches, run.parallel, &part) < part.loss;
}

/* ---- the table ---- */

static void put_ratio(struct table *table, double value)
{
    if (value < 0)
        table_empty(table);
    else
        table_real(table, value);
}

static void put_row(struct table *table, const struct scope *scope,
                    uint32_t region, const struct stretch_efficiency *values)
{
    if (region == STRETCH_RUN)
        table_empty(table);
    else
        table_name(table, scope->profile->definitions, region,
                   source_location_region);
    TABLE_NUMBERS(table, values->begin, values->width);
    put_ratio(table, values->parallel);
    put_ratio(table, values->load_balance);
    put_ratio(table, values->serialisation);
    put_ratio(table, values->transfer);
    put_ratio(table, values->communication);
    TABLE_NUMBERS(table, saturate_near(values->time - values->useful),
                  saturate_near(values->time), saturate_near(values->useful),
                  saturate_near(values->useful_most));
}

static void put_region(struct table *table, const struct scope *scope,
                       const struct stretch_region *region, uint32_t each)
{
    const struct replay_stretches *stretches =
        &scope->profile->replay->stretches;

    for (uint32_t first = 0; first < STRETCHES; first += each) {
        uint32_t count = first + each < STRETCHES ? each : STRETCHES - first;
        struct stretch_efficiency values =
            efficiency_in(scope, stretches, region, first, count);

        if (values.time > 0)
            put_row(table, scope, region->region, &values);
    }
}

/* Region 0 is what is outside all of them. */
static bool has_rows(const struct scope *scope, uint32_t region)
{
    const struct tally *tally = tallies_find(&scope->regions, region);

    return region != 0 && tally != NULL &&
           scope_share(tally->exclusive, scope->total_ns) >= REGION_LEAST;
}

static uint32_t stretches_per_row(const struct scope *scope)
{
    uint32_t rows = scope->options->top;

    if (rows == 0 || rows >= STRETCHES)
        return 1;
    rows = rows < ROWS_MOST ? rows : ROWS_MOST;
    return (STRETCHES + rows - 1) / rows;
}

static enum status over_time_fill(struct table *table,
                                  const struct scope *scope, const void *state)
{
    const struct replay_stretches *stretches = stretches_of(scope);
    uint32_t each = stretches_per_row(scope);

    (void)state;
    table->whole = true;
    table->rated = (size_t)table_column(table, "parallel_efficiency");
    put_region(table, scope, &stretches->regions[0], each);
    for (size_t i = 1; each == 1 && i < stretches->region_count; i++)
        if (has_rows(scope, stretches->regions[i].region))
            put_region(table, scope, &stretches->regions[i], each);
    return STATUS_OK;
}

static bool over_time_wanted(const void *state, const struct scope *scope)
{
    (void)state;
    return stretches_of(scope) != NULL;
}

const struct analysis efficiency_over_time_analysis = {
    .wanted = over_time_wanted,
    .fill = { over_time_fill },
    FORMS(forms),
};
