/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * endings.c - the state of each rank when it ended.
 *
 * Only for runs in which a rank did not finalize.  Ranks in the same state
 * share a line, so that thousands take few; with --all or --ranks each has its
 * own.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/hangs/hang_places.h"
#include "analyze/hangs/hang_end_phrases.h"
#include "analyze/facts/source_location.h"
#include "base/log.h"
#include "base/order.h"

static const struct column columns[] = {
    { "ranks", "ranks", CELL_TEXT, "Ranks that ended in the same way." },
    { "rank_count", "count", CELL_COUNT, "How many ranks." },
    { "ended", "ended by", CELL_TEXT,
      "MPI_Finalize, the signal, exit or MPI_Abort with its code; `killed or "
      "lost': it left no sign of its end, as after SIGKILL or when its host fails; "
      "`running': not ended yet." },
    { "end_s", "ended at", CELL_NS,
      "When they ended, the last of several ranks; if unknown, the last "
      "sign of life." },
    { "call", "in call", CELL_TEXT,
      "The MPI procedure the rank was in; empty: it was outside MPI." },
    { "location", "location", CELL_TEXT,
      "File and line of the call, or the function; in the program the region, "
      "where no more is known." },
    { "waited_s", "waited", CELL_NS,
      "How long the rank had been in that call; the longest of several ranks." },
    { "peers", "waited for", CELL_TEXT,
      "World ranks at the other end of the messages it waited for; `any': "
      "MPI_ANY_SOURCE." },
    { "communicator", "communicator", CELL_TEXT, "Communicator of the call." },
    { "tag", NULL, CELL_INTEGER,
      "Tag of the message, where all are the same." },
    { "region", NULL, CELL_TEXT,
      "Region of the program that the rank was "
      "in." },
    { "function", NULL, CELL_TEXT, "The function that calls MPI." },
    { "waited_least_s", NULL, CELL_NS,
      "The shortest time that one of these ranks had been in that call." },
    { "end_known", NULL, CELL_TEXT,
      "\"yes\": the time of the end is known for all of them." },
    { "path", "path", CELL_TEXT,
      "Call path, outermost first; its innermost frame alone where no more is "
      "known." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("endings", "Where the ranks ended", SECTION_CAUSES,
                     columns),
};

/* Data that ranks share. */
struct summary {
    uint64_t last, longest, shortest;
    bool known, same_tag, any_source;
    int64_t tag; /* of all messages; INT64_MIN: there is none */
    int *peers;
    size_t peer_count;
};

static void add_message(struct summary *sum, const struct ending_wait *wait)
{
    if (wait->kind == ENDING_WAIT_COLLECTIVE)
        return;
    if (wait->peer == ENDING_ANY)
        sum->any_source = true;
    else if (wait->peer >= 0)
        sum->peers[sum->peer_count++] = wait->peer;
    if (wait->kind == ENDING_WAIT_OTHER)
        return;
    sum->same_tag =
        sum->tag == INT64_MIN || (sum->same_tag && sum->tag == wait->tag);
    sum->tag = wait->tag;
}

static void add_ending(struct summary *sum, const struct rank_ending *ending)
{
    uint64_t waited = hang_ends_waited(ending);

    sum->last = ending->at > sum->last ? ending->at : sum->last;
    sum->longest = waited > sum->longest ? waited : sum->longest;
    sum->shortest = waited < sum->shortest ? waited : sum->shortest;
    sum->known = sum->known && ending->at_known;
    for (size_t i = 0; i < ending->wait_count; i++)
        add_message(sum, &ending->waits[i]);
}

/* Each peer once. */
static void sort_peers(struct summary *sum)
{
    size_t kept = 0;

    qsort(sum->peers, sum->peer_count, sizeof(*sum->peers), order_int);
    for (size_t i = 0; i < sum->peer_count; i++)
        if (kept == 0 || sum->peers[i] != sum->peers[kept - 1])
            sum->peers[kept++] = sum->peers[i];
    sum->peer_count = kept;
}

static enum status summarize_ranks(const struct scope *scope,
                                   const uint32_t *ranks, size_t count,
                                   struct summary *out)
{
    size_t waits = 0;

    *out = (struct summary){ .known = true,
                             .shortest = UINT64_MAX,
                             .tag = INT64_MIN };
    for (size_t i = 0; i < count; i++)
        waits += scope->ends.ranks[ranks[i]].wait_count;
    out->peers = malloc((waits + 1) * sizeof(*out->peers));
    if (out->peers == NULL)
        return log_fail(STATUS_NO_MEMORY, "%zu waits of ranks", waits);
    for (size_t i = 0; i < count; i++)
        add_ending(out, &scope->ends.ranks[ranks[i]]);
    sort_peers(out);
    return STATUS_OK;
}

static void add_peers(struct table *table, const struct summary *sum)
{
    struct strbuf text = { 0 };

    ranklist_print(&text, sum->peers, sum->peer_count);
    if (sum->any_source)
        strbuf_puts(&text, sum->peer_count > 0 ? " and any" : "any");
    table_optional(table, strbuf_text(&text));
    strbuf_clear(&text);
}

static void add_ranks(struct table *table, const uint32_t *ranks, size_t count)
{
    struct strbuf text = { 0 };

    hang_ends_list_ranks(ranks, count, &text);
    table_text(table, strbuf_text(&text));
    table_number(table, count);
    strbuf_clear(&text);
}

static void add_location(struct table *table, const struct scope *scope,
                         const struct rank_ending *ending)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location place;

    source_location_leaf(names, ending->path, &place);
    if (place.location[0] != '\0')
        table_text(table, place.location);
    else if (place.function != NULL)
        table_text(table, place.function);
    else if (ending->call == ENDING_NO_CALL)
        table_name(table, names, ending->region, source_location_region);
    else
        table_empty(table);
}

/* From "in call" to "waited". */
static void add_call(struct table *table, const struct scope *scope,
                     const struct rank_ending *ending,
                     const struct summary *sum)
{
    bool in_call = ending->call != ENDING_NO_CALL;

    table_text(table, in_call ? scope_call_name(scope, ending->call) : NULL);
    add_location(table, scope, ending);
    table_number_if(table, in_call, sum->longest);
}

/* From "tag" on. */
static void add_more(struct table *table, const struct scope *scope,
                     const struct rank_ending *ending,
                     const struct summary *sum)
{
    const struct definitions *names = scope->profile->definitions;
    struct source_location place;

    table_integer_if(table, sum->same_tag && sum->tag != ENDING_ANY, sum->tag);
    table_name(table, names, ending->region, source_location_region);
    source_location_leaf(names, ending->path, &place);
    table_text(table, place.function);
    table_number_if(table, ending->call != ENDING_NO_CALL, sum->shortest);
    table_text(table, sum->known ? "yes" : "no");
    if (ending->path == 0)
        table_empty(table);
    else
        table_name(table, names, ending->path, source_location_path);
}

/* One line for ranks of one place. */
static enum status add_line(struct table *table, const struct scope *scope,
                            const uint32_t *ranks, size_t count)
{
    const struct rank_ending *ending = &scope->ends.ranks[ranks[0]];
    bool unread = scope->ends.unread[ranks[0]];
    struct strbuf text = { 0 };
    struct summary sum;

    add_ranks(table, ranks, count);
    hang_ends_how(ending, &text);
    table_text(table, unread ? "no data" : strbuf_text(&text));
    strbuf_clear(&text);
    if (unread || ending->how == ENDING_FINALIZED) {
        table_skip(table, 12);
        return STATUS_OK;
    }
    if (summarize_ranks(scope, ranks, count, &sum) != STATUS_OK)
        return STATUS_NO_MEMORY;
    table_number(table, sum.last);
    add_call(table, scope, ending, &sum);
    add_peers(table, &sum);
    if (ending->comm == 0 || ending->call == ENDING_NO_CALL)
        table_empty(table);
    else
        table_name(table, scope->profile->definitions, ending->comm,
                   source_location_comm);
    add_more(table, scope, ending, &sum);
    free(sum.peers);
    return STATUS_OK;
}

static enum status add_places(struct table *table, const struct scope *scope)
{
    struct hang_places places = { 0 };
    enum status status = hang_places_find(scope, &places);

    for (uint32_t i = 0; i < places.count && status == STATUS_OK; i++) {
        const struct hang_place *place = &places.items[i];

        status = add_line(table, scope, places.ranks + place->from,
                          place->to - place->from);
    }
    hang_places_clear(&places);
    return status;
}

static enum status add_each(struct table *table, const struct scope *scope)
{
    const struct ranklist *shown = scope->options->ranks;
    enum status status = STATUS_OK;

    for (uint32_t i = 0; i < scope->ends.rank_count && status == STATUS_OK;
         i++)
        if (shown == NULL || ranklist_has(shown, (int)i))
            status = add_line(table, scope, &i, 1);
    return status;
}

/* Up to this many ranks, the page draws which rank waits for which. */
#define DRAWN 24

static enum status endings_fill(struct table *table, const struct scope *scope,
                                const void *state)
{
    (void)state;
    table->uncut = scope->options->ranks != NULL;
    if (table->uncut || scope->options->top == 0 ||
        (scope->options->charts && scope->ends.rank_count <= DRAWN))
        return add_each(table, scope);
    return add_places(table, scope);
}

const struct analysis endings_analysis = {
    .wanted = analysis_of_endings,
    .fill = { endings_fill },
    FORMS(forms),
};
