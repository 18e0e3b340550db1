/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * programs.c - the programs of a run that has several, each by
 * itself.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/programs.h"

static const struct column columns[] = {
    { "program", "program", CELL_TEXT, "Base name of the executable." },
    { "rank_count", "count", CELL_COUNT, "Ranks that ran it." },
    { "useful_s", "useful", CELL_NS, "Mean useful time of these ranks." },
    { "useful_max_s", "largest", CELL_NS,
      "Largest useful time of these ranks." },
    { "mpi_s", "MPI", CELL_NS, "Mean time of these ranks inside MPI." },
    { "load_balance", "load balance", CELL_RATIO,
      "Mean useful time of these ranks / their largest one: how evenly the "
      "program spreads its own work." },
    { "parallel_efficiency", "parallel efficiency", CELL_RATIO,
      "Mean useful time of these ranks / T of the run." },
    { "ranks", "ranks", CELL_TEXT, "Those ranks." },
    { "command", NULL, CELL_TEXT, "The command line of one of these ranks." },
};

static const struct table_form forms[] = {
    TABLE_FORM("programs", "Programs", SECTION_EFFICIENCY, columns),
};

struct sums {
    uint64_t useful, most, mpi;
    uint32_t ranks;
};

static struct sums program_sums(const struct scope *scope, uint32_t program)
{
    struct sums sums = { 0 };

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *times = &scope->ranks[i];

        if (times->program != program)
            continue;
        sums.ranks++;
        sums.useful += times->useful;
        sums.mpi += times->mpi;
        if (times->useful > sums.most)
            sums.most = times->useful;
    }
    return sums;
}

static void add_efficiencies(struct table *table, const struct scope *scope,
                             const struct sums *sums)
{
    double mean = (double)sums->useful / sums->ranks;

    if (sums->most == 0 || scope->run_ns == 0 || scope_is_partial(scope)) {
        table_skip(table, 2);
        return;
    }
    table_real(table, mean / (double)sums->most);
    table_real(table, mean / (double)scope->run_ns);
}

static void add_program(struct table *table, const struct scope *scope,
                        uint32_t program, const struct sums *sums)
{
    struct definition item = definitions_get(scope->profile->definitions,
                                             DEFINITION_PROGRAM, program);
    struct strbuf ranks = { 0 };

    programs_put_ranks(&ranks, scope, program);
    table_text(table, (const char *)item.key);
    TABLE_NUMBERS(table, sums->ranks, sums->useful / sums->ranks, sums->most,
                  sums->mpi / sums->ranks);
    add_efficiencies(table, scope, sums);
    table_text(table, strbuf_text(&ranks));
    table_text(table, item.note_size == 0 ? NULL : (const char *)item.note);
    strbuf_clear(&ranks);
}

static enum status programs_fill(struct table *table,
                                 const struct scope *scope, const void *state)
{
    uint32_t end =
        definitions_count(scope->profile->definitions, DEFINITION_PROGRAM);

    (void)state;
    for (uint32_t i = 1; i < end; i++) {
        struct sums sums = program_sums(scope, i);

        if (sums.ranks > 0)
            add_program(table, scope, i, &sums);
    }
    return STATUS_OK;
}

static bool programs_wanted(const void *state, const struct scope *scope)
{
    (void)state;
    return programs_count(scope) > 1;
}

const struct analysis programs_analysis = {
    .wanted = programs_wanted,
    .fill = { programs_fill },
    FORMS(forms),
};
