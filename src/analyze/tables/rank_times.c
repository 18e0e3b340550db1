/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank_times.c - useful time and MPI time by class of each rank.
 *
 * With more ranks than rows the slowest and the fastest are shown, by useful
 * time; --ranks or --all show others.
 */
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/programs.h"

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "total_s", "total", CELL_NS,
      "From the end of MPI_Init to the start of MPI_Finalize, excluding "
      "time switched off by MPI_Pcontrol and time spent writing the trace." },
    { "useful_s", "useful", CELL_NS,
      "Outside MPI: total - MPI, and less the time between the calls of loops "
      "that wait for a message by MPI_Iprobe, MPI_Test or the like, where a "
      "trace shows them (late_sender_between_polls)." },
    { "useful_share", "of total", CELL_RATIO, "Useful time / total." },
    { "mpi_s", "MPI", CELL_NS,
      "Inside MPI, all classes, of the rank's lead thread: the first one or, "
      "if that spent more than half of the run in pthread_join or had ended, "
      "the one with the longest time from its first to its last MPI call." },
    { "p2p_s", "point-to-point", CELL_NS, "Inside point-to-point calls." },
    { "collective_s", "collective", CELL_NS, "Inside collective calls." },
    { "wait_s", "wait/test", CELL_NS,
      "Inside calls that wait for requests or test them." },
    { "onesided_s", "one-sided", CELL_NS, "Inside one-sided calls." },
    { "io_s", "MPI-IO", CELL_NS, "Inside MPI-IO calls." },
    { "other_s", "other MPI", CELL_NS, "Inside all other MPI calls." },
    { "host", NULL, CELL_TEXT, "Host the rank ran on." },
    { "init_s", NULL, CELL_NS, "Inside MPI_Init; not part of total." },
    { "finalize_s", NULL, CELL_NS,
      "Waiting in MPI_Finalize; not part of total." },
    { "paused_s", NULL, CELL_NS,
      "Switched off by MPI_Pcontrol, or writing the trace; not part of "
      "total." },
    { "program", "program", CELL_TEXT,
      "Program that the rank ran, in a run of several." },
    { "polled_s", NULL, CELL_NS,
      "Between the calls of loops that wait for a message, outside MPI; 0 "
      "without a trace." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("rank_times", "Time per rank", SECTION_RANKS, columns),
};

static void add_host(struct table *table, const struct definitions *names,
                     uint32_t host)
{
    struct definition definition;

    if (host >= definitions_count(names, DEFINITION_HOST)) {
        table_empty(table);
        return;
    }
    definition = definitions_get(names, DEFINITION_HOST, host);
    table_textf(table, "%.*s", (int)definition.key_size,
                (const char *)definition.key);
}

static void add_program(struct table *table, const struct scope *scope,
                        uint32_t program)
{
    if (program == 0 || programs_count(scope) < 2)
        table_empty(table);
    else
        table_text(table,
                   (const char *)definitions_get(scope->profile->definitions,
                                                 DEFINITION_PROGRAM, program)
                       .key);
}

static void add_rank(struct table *table, const struct scope *scope,
                     const struct rank_times *times)
{
    const uint64_t *class = times->class;

    table_integer(table, times->rank);
    TABLE_NUMBERS(table, times->length, times->useful);
    table_real(table, scope_share(times->useful, times->length));
    TABLE_NUMBERS(table, times->mpi, class[CALL_CLASS_P2P],
                  class[CALL_CLASS_COLLECTIVE], class[CALL_CLASS_WAIT],
                  class[CALL_CLASS_ONE_SIDED], class[CALL_CLASS_IO],
                  class[CALL_CLASS_TOOL] + class[CALL_CLASS_OTHER]);
    add_host(table, scope->profile->definitions, times->host);
    TABLE_NUMBERS(table, times->init, times->finalize, times->paused);
    add_program(table, scope, times->program);
    table_number(table, times->polled);
}

/* With many ranks the upper half of the rows are the slowest, then the
 * fastest. */
static enum status add_extremes(struct table *table, const struct scope *scope,
                                uint32_t rows)
{
    const struct rank_times **order = scope_by_useful(scope);
    uint32_t slow = (rows + 1) / 2, count = scope->rank_count;

    if (order == NULL)
        return STATUS_NO_MEMORY;
    for (uint32_t i = 0; i < slow; i++)
        add_rank(table, scope, order[i]);
    for (uint32_t i = count - (rows - slow); i < count; i++)
        add_rank(table, scope, order[i]);
    free(order);
    table->total_rows = count;
    table_set_note(table,
                   "of %u ranks the %u with the most useful time and the %u "
                   "with the least",
                   count, slow, rows - slow);
    return STATUS_OK;
}

static enum status times_fill(struct table *table, const struct scope *scope,
                              const void *state)
{
    (void)state;
    table->uncut = scope->options->ranks != NULL;
    if (!scope_all_ranks(scope))
        return add_extremes(table, scope, scope->options->top);
    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].shown)
            add_rank(table, scope, &scope->ranks[i]);
    return STATUS_OK;
}

const struct analysis rank_times_analysis = {
    .fill = { times_fill },
    FORMS(forms),
};
