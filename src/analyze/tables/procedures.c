/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * procedures.c - the MPI procedures, by time over all ranks.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/samples/sampled.h"

static const struct column columns[] = {
    { "procedure", "procedure", CELL_TEXT, "Name of the MPI procedure." },
    { "class", "class", CELL_TEXT, "Kind of procedure." },
    { "calls", "calls", CELL_COUNT, "Calls, over all ranks and threads." },
    { "time_s", "time", CELL_NS, "Time inside it, over all ranks." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times; none for MPI_Init and "
      "MPI_Finalize, which are outside T." },
    { "processor_s", "CPU", CELL_NS,
      "CPU time inside it, over all ranks, as sampled: close to the time if "
      "MPI waits by polling, little if it sleeps.  None without "
      "MPIPROF_SAMPLE, and in reports of a trace." },
    { "mean_call_s", "per call", CELL_NS, "Time / calls." },
    { "max_call_s", "max call", CELL_NS, "The longest call." },
    { "bytes_out", "sent", CELL_BYTES, "Bytes that went out." },
    { "bytes_in", "received", CELL_BYTES, "Bytes that came in." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that called it." },
    { "errors", "errors", CELL_COUNT,
      "Calls that did not return MPI_SUCCESS." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("procedures", "MPI procedures", SECTION_TIME, columns),
};

static void add_processor(struct table *table, const struct scope *scope,
                          uint32_t call)
{
    table_number_if(table, sampled_knows_calls(scope),
                    sampled_in_call(scope, call));
}

static void add_procedure(struct table *table, const struct scope *scope,
                          const void *state, const struct tally *tally)
{
    struct rank_stats_result time = scope_stats(scope, &tally->time);
    uint32_t call = (uint32_t)tally->key;
    enum call_class class = scope_call_class(scope, call);

    (void)state;
    table_text(table, scope_call_name(scope, call));
    table_text(table, call_class_title(class));
    TABLE_NUMBERS(table, tally->calls, time.sum);
    scope_add_share(table, scope, call, time.sum);
    add_processor(table, scope, call);
    scope_add_mean(table, time.sum, tally->calls);
    TABLE_NUMBERS(table, tally->longest, tally->out_bytes, tally->in_bytes,
                  time.ranks, tally->errors);
}

static enum status procedures_finish(void *state, const struct scope *scope,
                                     struct report *report)
{
    return report_add_tallies(report, &forms[0], scope, state, &scope->calls,
                              add_procedure, "time_s");
}

const struct analysis procedures_analysis = {
    .finish = procedures_finish,
    FORMS(forms),
};
