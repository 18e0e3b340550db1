/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/efficiency/efficiency.h"

#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/imbalance.h"
#include "analyze/facts/replayed.h"
#include "analyze/facts/starvation.h"
#include "base/log.h"
#include "base/saturate.h"

/* clang-format off */
enum { PARALLEL, BALANCE, WITHIN, BETWEEN, COMMUNICATION, SERIALISATION,
       TRANSFER };
/* clang-format on */

const struct efficiency_term efficiency_terms[] = {
    [PARALLEL] = { "parallel_efficiency", "parallel efficiency", 0,
                   "PE = LB x CommE = mean useful time / T: the share of the ranks' time "
                   "that is spent outside MPI (POP, multiplicative model)." },
    [BALANCE] = { "load_balance", "load balance", 1,
                  "LB = mean useful time / largest useful time of a rank (POP): below "
                  "100 % ranks wait for the slowest one." },
    [WITHIN] = { "load_balance_within_nodes", "within hosts", 2,
                 "LB / load balance between hosts: how evenly the ranks of a host are "
                 "loaded (POP)." },
    [BETWEEN] = { "load_balance_between_nodes", "between hosts", 2,
                  "Mean over hosts of their mean useful time / the largest of these "
                  "means (POP)." },
    [COMMUNICATION] = { "communication_efficiency", "communication efficiency",
                        1,
                        "CommE = largest useful time of a rank / T (POP): the "
                        "remainder is what even the most loaded rank "
                        "spends in MPI, waiting or transferring." },
    [SERIALISATION] = { "serialisation_efficiency", "serialisation efficiency",
                        2,
                        "SerE = largest useful time of a rank / T on an ideal "
                        "network (POP): how long ranks would wait for each "
                        "other even if messages took no time.  T on an ideal "
                        "network is that of the trace replayed without "
                        "latency and with infinite bandwidth: receives end "
                        "when their send has begun, barriers and all-to-all "
                        "when the last member has, broadcasts when the root "
                        "has." },
    [TRANSFER] = { "transfer_efficiency", "transfer efficiency", 2,
                   "TE = T on an ideal network / T (POP): what moving the data costs; "
                   "CommE = SerE x TE." },
};
const size_t efficiency_term_count =
    sizeof(efficiency_terms) / sizeof(efficiency_terms[0]);

static const struct column columns[] = {
    { "term", "term", CELL_TEXT, "Name of the efficiency; `explain` it." },
    { "value", "value", CELL_RATIO, "The efficiency; 100 % is best." },
    { "loss_s", "run time lost", CELL_NS,
      "How much shorter T would be if this efficiency were 100 % and the "
      "others unchanged: T x (1 - value).  Empty if ranks waited for a core, "
      "since T then says little about the program." },
    { "name", NULL, CELL_TEXT, "The term as one word." },
    { "definition", NULL, CELL_TEXT, "How it is computed." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("efficiency", "Efficiency", SECTION_EFFICIENCY, columns),
};

struct node_sum {
    double useful;
    uint32_t ranks;
};

/* Mean and maximum over nodes of the mean useful time of their ranks. */
static void over_nodes(const struct node_sum *nodes, uint32_t count,
                       struct efficiency *out)
{
    double sum = 0, most = 0;

    for (uint32_t i = 0; i < count; i++) {
        double mean;

        if (nodes[i].ranks == 0)
            continue;
        mean = nodes[i].useful / nodes[i].ranks;
        sum += mean;
        most = mean > most ? mean : most;
        out->hosts++;
    }
    if (out->hosts > 0 && most > 0)
        out->between_nodes = sum / out->hosts / most;
}

static enum status balance_nodes(const struct scope *scope,
                                 struct efficiency *out)
{
    uint32_t known =
        definitions_count(scope->profile->definitions, DEFINITION_HOST);
    struct node_sum *nodes = calloc((size_t)known + 1, sizeof(*nodes));

    if (nodes == NULL)
        return log_fail(STATUS_NO_MEMORY, "%u hosts", known);
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *times = &scope->ranks[i];
        struct node_sum *node =
            &nodes[times->host < known ? times->host : known];

        node->useful += (double)times->useful;
        node->ranks++;
    }
    over_nodes(nodes, known + 1, out);
    free(nodes);
    if (out->between_nodes > 0)
        out->within_nodes = out->load_balance / out->between_nodes;
    return STATUS_OK;
}

/* The trace and the profile measure the same to a few clock ticks. */
static void find_ideal(const struct scope *scope, uint64_t most,
                       struct efficiency *out)
{
    const struct replay_result *replay = scope->profile->replay;
    double ideal;

    if (replay == NULL || !scope_is_whole(scope) ||
        replayed_doubt(scope) != NULL)
        return;
    ideal = (double)replay->ideal;
    if (ideal > (double)scope->run_ns)
        ideal = (double)scope->run_ns;
    if (ideal < (double)most)
        ideal = (double)most;
    out->serialisation = (double)most / ideal;
    out->transfer = ideal / (double)scope->run_ns;
}

bool efficiency_of(const struct scope *scope, struct efficiency *out)
{
    double mean = scope_mean(scope, scope->useful_ns);
    uint64_t most = 0;

    *out = (struct efficiency){ 0 };
    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].useful > most)
            most = scope->ranks[i].useful;
    if (most == 0 || scope->run_ns == 0)
        return false;
    find_ideal(scope, most, out);
    out->load_balance = mean / (double)most;
    out->communication = (double)most / (double)scope->run_ns;
    out->parallel = mean / (double)scope->run_ns;
    return balance_nodes(scope, out) == STATUS_OK;
}

/* run_ns 0: what the term loses is unknown. */
static void add_term(struct table *table, int which, double value,
                     uint64_t run_ns)
{
    const struct efficiency_term *term = &efficiency_terms[which];
    double loss = value < 1 ? (1 - value) * (double)run_ns : 0;

    table_textf(table, "%*s%s", 2 * term->depth, "", term->title);
    table_real(table, value);
    table_number_if(table, run_ns > 0, saturate_near(loss));
    table_text(table, term->name);
    table_text(table, term->definition);
}

static void add_without_value(struct table *table, int which)
{
    const struct efficiency_term *term = &efficiency_terms[which];

    table_textf(table, "%*s%s", 2 * term->depth, "", term->title);
    table_skip(table, 2);
    table_text(table, term->name);
    table_text(table, term->definition);
}

static void add_known(struct table *table, const struct scope *scope)
{
    struct efficiency values;
    uint64_t run_ns = starvation_of(scope).starved ? 0 : scope->run_ns;

    if (!efficiency_of(scope, &values))
        return;
    add_term(table, PARALLEL, values.parallel, run_ns);
    add_term(table, BALANCE, values.load_balance, run_ns);
    if (values.hosts > 1) {
        add_term(table, WITHIN, values.within_nodes, run_ns);
        add_term(table, BETWEEN, values.between_nodes, run_ns);
    }
    add_term(table, COMMUNICATION, values.communication, run_ns);
    if (values.transfer > 0) {
        add_term(table, SERIALISATION, values.serialisation, run_ns);
        add_term(table, TRANSFER, values.transfer, run_ns);
    } else if (scope->profile->replay != NULL && scope_is_whole(scope)) {
        add_without_value(table, SERIALISATION);
        add_without_value(table, TRANSFER);
    }
    table_set_note(table,
                   run_ns > 0
                       ? "a value is the product of those indented below it "
                         "(POP), so times lost need not add up to it"
                       : "waiting for a core is part of these values: they do "
                         "not describe the program alone");
}

/* Half the data says nothing about who waited for whom. */
static void add_unknown(struct table *table, const char *reason)
{
    static const int terms[] = { PARALLEL, BALANCE, COMMUNICATION };

    for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++)
        add_without_value(table, terms[i]);
    table_set_note(table, "unknown: %s (see Caveats)", reason);
}

const char *efficiency_doubt(const struct scope *scope)
{
    if (scope_ended_apart(scope) > 0)
        return scope_known_apart(scope) > 0
                   ? "some ranks ended before others"
                   : "some ranks may have ended before others";
    if (scope_is_partial(scope))
        return "the data of some ranks is missing or ends before the run did";
    if (imbalance_unmeasured(scope) > 0)
        return "some ranks were not measured for part of the time";
    return NULL;
}

static enum status efficiency_finish(void *state, const struct scope *scope,
                                     struct report *report)
{
    const char *doubt = efficiency_doubt(scope);
    struct table *table = report_add_form(report, &forms[0]);

    (void)state;
    if (table == NULL)
        return STATUS_NO_MEMORY;
    table->whole = true;
    table->rated = (size_t)table_column(table, "value");
    if (doubt != NULL)
        add_unknown(table, doubt);
    else
        add_known(table, scope);
    if (table->row_count == 0 ||
        table_cell(table, 0, table->rated)->kind == CELL_EMPTY)
        table->brief = BRIEF_NEVER;
    return STATUS_OK;
}

const struct analysis efficiency_analysis = {
    .finish = efficiency_finish,
    FORMS(forms),
};
