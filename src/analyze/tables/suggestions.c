/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * suggestions.c - suggestions, by their gain; and with them the verdict, which
 * is made of the same list.
 */
#include "analyze/advice/advisor.h"
#include "analyze/facts/analysis.h"
#include "analyze/facts/say.h"
#include "analyze/tables/causes.h"
#include "analyze/tables/verdict.h"
#include "analyze/wait_states/say_site.h"

static const struct column columns[] = {
    { "advice", "suggestion", CELL_TEXT,
      "What is likely wrong; `mpiprof-report explain RULE' has its "
      "definition." },
    { "rule", NULL, CELL_TEXT, "Name of the rule." },
    { "gain_s", "gain", CELL_NS,
      "How much shorter T would be with this change alone: simulated from the "
      "trace, or an estimated upper bound (basis); empty if unknown.  Gains do "
      "not add up." },
    { "gain_share", "of T", CELL_RATIO, "Gain / T." },
    { "rank", "rank", CELL_INTEGER,
      "The rank that has to change; empty: all of them." },
    { "where", "where", CELL_TEXT, "The region, call site or procedure." },
    { "basis", NULL, CELL_TEXT,
      "\"simulated\": the run was replayed from its trace with this change; "
      "\"simulated_together\": with this change and all others, against all "
      "others; \"estimated\": by the formula of the rule." },
    { "ranks", NULL, CELL_TEXT,
      "The ranks that work longer, if there are several." },
    { "most_gain_s", NULL, CELL_NS,
      "Simulated: the gain if these ranks were as fast as the others, or, "
      "with extra work in every n-th step, had none of it; of "
      "ranks that work one after another, if nobody waited; of calls that "
      "complete collectives, if all of the work that follows hid them; of "
      "small collectives, with a tenth as many; of work of one rank before it "
      "receives, without this work." },
    { "region", NULL, CELL_TEXT,
      "For unequal work: the region; empty outside regions." },
    { "before", NULL, CELL_TEXT,
      "For unequal work, from the trace: the calls that follow most of the "
      "work, if there are any." },
    { "waiting", NULL, CELL_TEXT,
      "For unequal work, from the trace: where the others wait longest for "
      "that rank." },
    { "evidence", "evidence", CELL_TEXT, "What was measured." },
    { "remedy", "remedy", CELL_TEXT, "What to do about it." },
};

#define BELOW 2 /* evidence and remedy */

static const struct column gains_columns[] = {
    { "basis", "gains", CELL_TEXT,
      "How the gains of the suggestions were found: \"simulated\" (some may be "
      "estimated), \"estimated\" or \"withheld\"." },
    { "run_time_s", "T", CELL_NS,
      "Simulated: T of the run without changes, replayed from its "
      "trace; as measured, if there was nothing to change." },
    { "together_s", "with all changes", CELL_NS,
      "Simulated: T with all of the changes that are simulated." },
    { "why", "why", CELL_TEXT, "Why gains are withheld." },
};

enum { FORM_ADVICE, FORM_GAINS };

static const struct table_form forms[] = {
    [FORM_ADVICE] =
        TABLE_FORM("advice", "Suggestions", SECTION_CAUSES, columns),
    [FORM_GAINS] =
        TABLE_FORM("gains", "Gains of suggestions", 0, gains_columns),
};

/* ---- the table ---- */

static void add_simulated(struct table *table, const struct finding *finding)
{
    if (finding->gains)
        table_text(table, finding->masked      ? "simulated_together"
                          : finding->simulated ? "simulated"
                                               : "estimated");
    else
        table_empty(table);
    if (finding->simulated && finding->slow_count > 1)
        table_text(table, strbuf_text(&finding->slow));
    else
        table_empty(table);
    if (finding->simulated && finding->gain_like_others > 0 &&
        finding->cure.kind != CURE_TREE)
        table_number(table, finding->gain_like_others);
    else
        table_empty(table);
}

static void add_work(struct table *table, const struct scope *scope,
                     const struct advice *advice,
                     const struct finding *finding)
{
    struct strbuf region = { 0 }, before = { 0 }, waiting = { 0 };
    uint64_t site = causes_waiting_site(advice, finding);

    if (causes_is_work(finding) && finding->cure.region != 0)
        say_region(&region, scope, finding->cure.region);
    if (causes_is_work(finding) && finding->cure.site != 0)
        say_site(&before, scope, finding->cure.site);
    if (site != 0)
        say_site(&waiting, scope, site);
    table_optional(table, strbuf_text(&region));
    table_optional(table, strbuf_text(&before));
    table_optional(table, strbuf_text(&waiting));
    strbuf_clear(&region);
    strbuf_clear(&before);
    strbuf_clear(&waiting);
}

static void add_finding(struct table *table, const struct scope *scope,
                        const struct advice *advice,
                        const struct finding *finding)
{
    const struct rule_about *about = &rules[finding->rule];

    table_text(table, about->title);
    table_text(table, about->name);
    if (finding->gains) {
        table_number(table, finding->gain);
        table_real(table, scope_share(finding->gain, scope->run_ns));
    } else {
        table_empty(table);
        table_empty(table);
    }
    if (finding->rank == FINDING_ALL_RANKS)
        table_empty(table);
    else
        table_integer(table, finding->rank);
    if (finding->where.length > 0)
        table_text(table, strbuf_text(&finding->where));
    else
        table_empty(table);
    add_simulated(table, finding);
    add_work(table, scope, advice, finding);
    table_text(table, strbuf_text(&finding->evidence));
    table_text(table,
               finding->remedy == NULL ? about->remedy : finding->remedy);
}

/* "": all were simulated. */
static const char *untried_text(const struct advice *advice,
                                struct strbuf *out)
{
    if (advice->untried == 0)
        return "";
    strbuf_printf(out,
                  "; %s with smaller estimates, %s at most, %s not simulated "
                  "and left out",
                  say_count(advice->untried, "more suggestion").text,
                  say_seconds(advice->untried_most).text,
                  advice->untried == 1 ? "was" : "were");
    return strbuf_text(out);
}

static void note_gains(struct table *table, const struct advice *advice)
{
    struct strbuf left = { 0 };

    if (advice->withheld != NULL)
        table_set_note(table, "suggestions with a gain are withheld: %s",
                       advice->withheld);
    else if (advice->simulated && advice->together < advice->unchanged)
        table_set_note(
            table,
            "gains are simulated where possible, each change alone and free of "
            "cost; with all simulated changes the run would take %s instead of "
            "%s%s",
            say_seconds(advice->together).text,
            say_seconds(advice->unchanged).text, untried_text(advice, &left));
    else if (!advice->simulated)
        table_set_note(
            table,
            "gains are estimated upper bounds; do not add them, since "
            "several may come from the same waits%s",
            advice->unchanged > 0 && !advice->agrees
                ? "; they are not simulated, as the simulation "
                  "does not reproduce the run"
                : "");
    strbuf_clear(&left);
}

static enum status advice_fill(struct table *table, const struct scope *scope,
                               const void *state)
{
    const struct advice *advice = state;

    table->below = BELOW;
    for (size_t i = 0; i < advice->count; i++)
        add_finding(table, scope, advice, &advice->items[i]);
    table_sort(table, (size_t)table_column(table, "gain_s"));
    note_gains(table, advice);
    return STATUS_OK;
}

static enum status gains_fill(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct advice *advice = state;

    (void)scope;
    table_text(table, advice->withheld != NULL ? "withheld"
                      : advice->simulated      ? "simulated"
                                               : "estimated");
    table_number_if(table, advice->simulated, advice->unchanged);
    table_number_if(table, advice->simulated, advice->together);
    table_optional(table, advice->withheld);
    return STATUS_OK;
}

/* ---- the analysis ---- */

static enum status suggestions_begin(void *state, const struct scope *scope)
{
    struct advice *advice = state;

    return facts_init(&advice->facts, scope);
}

static enum status suggestions_add(void *state, const struct scope *scope,
                                   const struct rank_data *rank)
{
    struct advice *advice = state;

    return facts_add(&advice->facts, scope, rank);
}

static enum status suggestions_finish(void *state, const struct scope *scope,
                                      struct report *report)
{
    struct advice *advice = state;
    enum status status = advice_find(advice, scope);

    if (status != STATUS_OK)
        return status;
    verdict_say(advice, scope, report);
    status = report_add_filled(report, &forms[FORM_ADVICE], scope, advice,
                               advice_fill);
    if (status == STATUS_OK && table_form_wanted(&forms[FORM_GAINS], scope))
        status = report_add_filled(report, &forms[FORM_GAINS], scope, advice,
                                   gains_fill);
    return status;
}

static void suggestions_clear(void *state)
{
    advice_clear(state);
}

const struct analysis advice_analysis = {
    .state_size = sizeof(struct advice),
    .begin = suggestions_begin,
    .add = suggestions_add,
    .finish = suggestions_finish,
    .clear = suggestions_clear,
    FORMS(forms),
};
