/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * windows.c - time and bytes by one-sided window.
 *
 * A window is charged with its transfers, and with its creation,
 * synchronisation and end.
 */
#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"

static const struct column columns[] = {
    { "window", "window", CELL_TEXT,
      "Name by MPI_Win_set_name, or its number." },
    { "kind", "made by", CELL_TEXT,
      "How it was made: MPI_Win_ and this word." },
    { "communicator", "communicator", CELL_TEXT,
      "Communicator it was made on." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that used it." },
    { "calls", "calls", CELL_COUNT,
      "Calls on it, transfers, synchronisation and others, over all ranks." },
    { "transfers", "transfers", CELL_COUNT,
      "Calls among them that moved data." },
    { "time_s", "time", CELL_NS, "Time inside all of them." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times." },
    { "transfer_s", "in transfers", CELL_NS,
      "Time inside the calls of procedures that move data; the rest of the "
      "time went to synchronisation, making and freeing." },
    { "bytes_out", "put", CELL_BYTES,
      "Bytes that origins gave to targets, by put and accumulate calls." },
    { "bytes_in", "got", CELL_BYTES,
      "Bytes that origins got from targets, by get calls and as results." },
};

static const struct table_form forms[] = {
    TABLE_FORM("windows", "One-sided windows", SECTION_COMMUNICATION, columns),
};

struct windows {
    struct tallies all;       /* key: WINDOW; all calls on it */
    struct tallies transfers; /* of them those of procedures that move data */
};

static void windows_clear(void *state)
{
    struct windows *windows = state;

    tallies_clear(&windows->all);
    tallies_clear(&windows->transfers);
}

static uint64_t messages_of(const struct row *row)
{
    uint64_t messages = 0;

    for (int bin = 0; bin < PROFILE_BINS; bin++)
        messages += row->size_bins[bin];
    return messages;
}

static enum status add_row(struct windows *windows, uint32_t index,
                           const struct row *row)
{
    uint32_t id = object_id(row->object);
    uint64_t messages = messages_of(row);
    enum status status = tallies_add_row(&windows->all, id, index, row);
    struct tally *tally;

    if (status != STATUS_OK || messages == 0)
        return status;
    tally = tallies_get(&windows->transfers, id);
    if (tally == NULL)
        return STATUS_NO_MEMORY;
    tally->calls += messages;
    rank_stats_add(&tally->time, index, row->time.sum);
    return STATUS_OK;
}

static enum status windows_add(void *state, const struct scope *scope,
                               const struct rank_data *rank)
{
    uint32_t index = scope->rank_count - 1;
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->row_count && status == STATUS_OK; i++) {
        const struct row *row = &rank->rows[i];

        if (object_kind(row->object) == OBJECT_WINDOW &&
            scope_inside(scope, row->region))
            status = add_row(state, index, row);
    }
    return status;
}

static void add_window(struct table *table, const struct scope *scope,
                       const void *state, const struct tally *tally)
{
    const struct windows *windows = state;
    const struct definitions *names = scope->profile->definitions;
    uint32_t id = (uint32_t)tally->key;
    const struct tally *moved = tallies_find(&windows->transfers, id);
    uint32_t comm = definitions_get(names, DEFINITION_WINDOW, id).refs[0];
    struct rank_stats_result time = scope_stats(scope, &tally->time);

    table_name(table, names, id, source_location_window);
    table_text(table, definitions_window_kind(names, id));
    if (comm != 0)
        table_name(table, names, comm, source_location_comm);
    else
        table_empty(table);
    TABLE_NUMBERS(table, time.ranks, tally->calls,
                  moved == NULL ? 0 : moved->calls, time.sum);
    table_real(table, scope_share(time.sum, scope->total_ns));
    TABLE_NUMBERS(table,
                  moved == NULL ? 0 : scope_stats(scope, &moved->time).sum,
                  tally->out_bytes, tally->in_bytes);
}

static enum status windows_finish(void *state, const struct scope *scope,
                                  struct report *report)
{
    const struct windows *windows = state;

    if (windows->all.count == 0)
        return STATUS_OK;
    return report_add_tallies(report, &forms[0], scope, state, &windows->all,
                              add_window, "time_s");
}

const struct analysis windows_analysis = {
    .state_size = sizeof(struct windows),
    .add = windows_add,
    .finish = windows_finish,
    .clear = windows_clear,
    FORMS(forms),
};
