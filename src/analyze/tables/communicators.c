/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * communicators.c - time and bytes by communicator.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/source_location.h"
#include "analyze/facts/say.h"
#include "base/log.h"
#include "base/order.h"
#include "model/notes/comm_note.h"

#define MEMBERS_TEXT 4096 /* bytes */

static const struct column columns[] = {
    { "communicator", "communicator", CELL_TEXT,
      "Name by MPI_Comm_set_name, or its number." },
    { "size", "size", CELL_COUNT,
      "Members; for an intercommunicator those of the local group." },
    { "calls", "calls", CELL_COUNT,
      "Calls that send, receive or are collective, over all ranks, without "
      "the waits that complete requests and without unfinished calls; windows "
      "and files have tables of their own." },
    { "time_s", "time", CELL_NS, "Time inside them, over all ranks." },
    { "share", "of total", CELL_RATIO,
      "Time / the sum of all ranks' total times." },
    { "bytes_out", "sent", CELL_BYTES, "Bytes that went out." },
    { "bytes_in", "received", CELL_BYTES,
      "Bytes that these calls received; bytes received by a wait or test "
      "cannot be attributed to a single communicator." },
    { "ranks", "rank count", CELL_COUNT, "Ranks that used it." },
    { "members", "members", CELL_TEXT,
      "World ranks of its members (long lists are cut), and how many are "
      "of another MPI_COMM_WORLD." },
    { "parent", NULL, CELL_TEXT,
      "Communicator it was made from; of an intercommunicator only where the "
      "other side is of another MPI_COMM_WORLD." },
    { "made_by", NULL, CELL_TEXT,
      "Procedure that made it, on the member with the lowest rank." },
};

static const struct table_form forms[] = {
    TABLE_FORM("communicators", "Communicators", SECTION_COMMUNICATION,
               columns),
};

/* Those of another world have no rank in this one. */
static void print_others(struct strbuf *out, uint32_t ours, uint32_t others)
{
    if (others > 0)
        strbuf_printf(out, "%s%u of another world", ours > 0 ? " and " : "",
                      (unsigned)others);
}

/* Nobody reads more rows than this; a table of many such would take
 * gigabytes. */
static void print_sorted(struct strbuf *out, const int *members,
                         uint32_t count)
{
    size_t start = out->length, end = start + MEMBERS_TEXT;

    ranklist_print(out, members, count);
    if (out->length <= end)
        return;
    while (end > start && out->text[end] != ',')
        end--;
    strbuf_truncate(out, end);
    strbuf_printf(out, ",... (%u in total)", (unsigned)count);
}

/* Appends the members in ascending order. */
static enum status print_members(struct strbuf *out, const uint32_t *members,
                                 uint32_t count)
{
    int *sorted = malloc(((size_t)count + 1) * sizeof(*sorted));
    uint32_t ours = 0;

    if (sorted == NULL)
        return log_fail(STATUS_NO_MEMORY, "communicator of %u ranks", count);
    for (uint32_t i = 0; i < count; i++)
        if (members[i] != UINT32_MAX)
            sorted[ours++] = (int)members[i];
    qsort(sorted, ours, sizeof(*sorted), order_int);
    print_sorted(out, sorted, ours);
    print_others(out, ours, count - ours);
    free(sorted);
    return STATUS_OK;
}

static void add_members(struct table *table, const struct comm_note *note)
{
    struct strbuf text = { 0 };
    enum status status = STATUS_OK;

    if (note->members == NULL) {
        table_empty(table);
        return;
    }
    status = print_members(&text, note->members, note->size);
    if (status == STATUS_OK && note->remote_size > 0 &&
        note->remote_members != NULL) {
        strbuf_puts(&text, " and ");
        status = print_members(&text, note->remote_members, note->remote_size);
    }
    table_text(table, strbuf_text(&text));
    strbuf_clear(&text);
    table->failed = table->failed || status != STATUS_OK;
}

/* False: nothing is known of that communicator. */
static bool read_note(const struct definitions *names, uint32_t comm,
                      struct comm_note *note)
{
    struct definition definition;

    memset(note, 0, sizeof(*note));
    if (comm >= definitions_count(names, DEFINITION_COMM))
        return false;
    definition = definitions_get(names, DEFINITION_COMM, comm);
    return definition.note_size > 0 &&
           comm_note_decode(definition.note, definition.note_size, note) ==
               STATUS_OK;
}

static void add_comm(struct table *table, const struct scope *scope,
                     const struct tally *tally)
{
    const struct definitions *names = scope->profile->definitions;
    struct rank_stats_result time = scope_stats(scope, &tally->time);
    uint32_t comm = (uint32_t)tally->key;
    uint32_t parent = definitions_get(names, DEFINITION_COMM, comm).refs[0];
    struct comm_note note;
    bool known = read_note(names, comm, &note);

    table_name(table, names, comm, source_location_comm);
    table_number_if(table, known, note.size);
    TABLE_NUMBERS(table, tally->calls, time.sum);
    table_real(table, scope_share(time.sum, scope->total_ns));
    TABLE_NUMBERS(table, tally->out_bytes, tally->in_bytes, time.ranks);
    add_members(table, &note);
    if (parent != 0)
        table_name(table, names, parent, source_location_comm);
    else
        table_empty(table);
    table_optional(table, note.made_by);
    if (known)
        comm_note_clear(&note);
}

/* One wait may end receives of several communicators: it is charged to none.
 */
static uint64_t received_by_waits(const struct scope *scope)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < scope->calls.count; i++) {
        const struct tally *tally = &scope->calls.items[i];

        if (scope_call_class(scope, (uint32_t)tally->key) == CALL_CLASS_WAIT)
            bytes += tally->in_bytes;
    }
    return bytes;
}

static void set_note(struct table *table, const struct scope *scope)
{
    uint64_t made =
        definitions_count(scope->profile->definitions, DEFINITION_COMM);
    uint64_t seen = scope->comms.count + 1; /* with id 0 */
    uint64_t bytes = received_by_waits(scope);
    struct strbuf note = { 0 };

    scope_note_threads(table, scope);
    if (table->note != NULL)
        strbuf_puts(&note, table->note);
    if (bytes > 0)
        strbuf_printf(&note,
                      "%sexcludes MPI_Wait*, MPI_Test* and the %s that they "
                      "received: one such call can be for several "
                      "communicators",
                      note.length > 0 ? "; " : "", say_bytes(bytes).text);
    if (made > seen)
        strbuf_printf(&note, "%s%s carried no data",
                      note.length > 0 ? "; " : "",
                      say_count(made - seen, "further communicator").text);
    if (note.length > 0)
        table_set_note(table, "%s", strbuf_text(&note));
    strbuf_clear(&note);
}

static enum status communicators_fill(struct table *table,
                                      const struct scope *scope,
                                      const void *state)
{
    (void)state;
    for (size_t i = 0; i < scope->comms.count; i++)
        add_comm(table, scope, &scope->comms.items[i]);
    table_sort(table, (size_t)table_column(table, "time_s"));
    set_note(table, scope);
    return STATUS_OK;
}

const struct analysis communicators_analysis = {
    .fill = { communicators_fill },
    FORMS(forms),
};
