/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * waiting.c - which ranks wait in which call for which others.
 *
 * Only for runs in which a rank did not finalize.  A line covers all ranks of
 * one state that wait for ranks of one other state, so that thousands take
 * few.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/analysis.h"
#include "analyze/hangs/hang_places.h"
#include "analyze/hangs/hang_end_phrases.h"
#include "analyze/facts/source_location.h"
#include "analyze/hangs/hang_verdict.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

#define NOBODY UINT32_MAX

static const struct column columns[] = {
    { "ranks", "ranks", CELL_TEXT, "The ranks that wait." },
    { "rank_count", "count", CELL_COUNT, "How many ranks." },
    { "call", "wait in", CELL_TEXT, "The MPI procedure they wait in." },
    { "location", "location", CELL_TEXT,
      "File and line of the call, or the function." },
    { "waits_for", "wait for", CELL_TEXT,
      "The ranks they wait for; in a collective call, those that have not "
      "entered it." },
    { "waits_for_count", NULL, CELL_COUNT, "How many ranks they wait for." },
    { "waits_for_where", "last state", CELL_TEXT,
      "Where those ranks are or were last seen, or how they ended." },
    { "outlook", "outlook", CELL_TEXT,
      "`deadlock': they wait, directly or via others, for ranks that wait for "
      "each other, so that none can continue; `each other': the same, but in "
      "a job that is still running, or for less than a second or an unknown "
      "time, so that messages may have been in flight; `never': for ranks "
      "that have ended; `unknown': for ranks that were killed or lost at an "
      "unknown time; `not stuck': the ranks they wait for can continue, or could "
      "when the run ended." },
    { "communicator", NULL, CELL_TEXT, "Communicator of the call." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("waiting", "Who waits for whom", SECTION_CAUSES, columns),
};

enum { OUTLOOK_OPEN, OUTLOOK_KNOT, OUTLOOK_NEVER };

/* A rank waits, or is waited for, between two places. */
struct link {
    uint32_t from;           /* place */
    uint32_t outlook;        /* of the waiters */
    uint32_t to;             /* place; or any_place() */
    uint32_t waiter, target; /* NOBODY: this link is about the other end */
};

/* Waiters at a place that wait for the same group. */
struct entry {
    uint32_t from, outlook, node, waiter;
};

struct list {
    struct link *items;
    size_t count;
    struct entry *entries;
    size_t entry_count;
    bool *reached;  /* by node, while the members of a group are found */
    uint32_t *todo; /* nodes */
    size_t most;    /* links */
    bool cut;       /* there would be more */
};

/* Stands for any member of a communicator: behind all places. */
static uint32_t any_place(const struct scope *scope, uint32_t comm)
{
    return scope->ends.rank_count + comm;
}

static uint32_t outlook_of(const struct scope *scope, uint32_t rank)
{
    if (hang_graph_knotted(&scope->waits.graph, rank))
        return OUTLOOK_KNOT;
    return hang_graph_stuck(&scope->waits.graph, rank) ? OUTLOOK_NEVER
                                                       : OUTLOOK_OPEN;
}

static enum status add_link(struct list *list, const struct link *link)
{
    if (list->count >= list->most) {
        list->cut = true;
        return STATUS_OK;
    }
    if (!ARRAY_ADD(list->items, list->count, *link))
        return log_fail(STATUS_NO_MEMORY, "who waits for whom");
    return STATUS_OK;
}

/* ---- groups ---- */

ORDER(by_group, struct entry, UP(node) UP(from) UP(outlook) UP(waiter));

static bool same_group(const struct entry *a, const struct entry *b)
{
    return a->node == b->node && a->from == b->from &&
           a->outlook == b->outlook;
}

/* Links to each member of a group, from a place. */
static enum status add_members(struct list *list, const struct scope *scope,
                               const struct hang_places *places,
                               const struct entry *entry)
{
    const struct hang_graph *graph = &scope->waits.graph;
    struct link link = { entry->from, entry->outlook, 0, NOBODY, 0 };
    enum status status = STATUS_OK;
    size_t head = 0, tail = 0;

    list->todo[tail++] = entry->node;
    while (head < tail) {
        uint32_t node = list->todo[head++];

        for (size_t k = graph->first[node]; k < graph->first[node + 1]; k++) {
            uint32_t to = graph->next[k];

            if (list->reached[to])
                continue;
            list->reached[to] = true;
            if (to >= scope->waits.rank_count) {
                list->todo[tail++] = to;
                continue;
            }
            link.to = places->of[to];
            link.target = to;
            if (status == STATUS_OK)
                status = add_link(list, &link);
        }
    }
    return status;
}

static void forget_reached(struct list *list, const struct scope *scope)
{
    memset(list->reached, 0,
           ((size_t)scope->waits.graph.count + 1) * sizeof(*list->reached));
}

/* entries[from .. to) wait for the same group: links to its members, and
 * links of the waiters to each of the members' places. */
static enum status add_group(struct list *list, const struct scope *scope,
                             const struct hang_places *places, size_t from,
                             size_t to)
{
    const struct entry *entry = &list->entries[from];
    size_t first = list->count, end;
    enum status status;

    forget_reached(list, scope);
    status = add_members(list, scope, places, entry);
    end = list->count;
    forget_reached(list, scope);
    for (size_t i = first; i < end && status == STATUS_OK; i++) {
        struct link link = list->items[i];

        if (list->reached[link.to])
            continue;
        list->reached[link.to] = true;
        link.target = NOBODY;
        for (size_t k = from; k < to && status == STATUS_OK; k++) {
            link.waiter = list->entries[k].waiter;
            status = add_link(list, &link);
        }
    }
    return status;
}

static enum status add_groups(struct list *list, const struct scope *scope,
                              const struct hang_places *places)
{
    enum status status = STATUS_OK;

    qsort(list->entries, list->entry_count, sizeof(*list->entries), by_group);
    for (size_t i = 0, end; i < list->entry_count && status == STATUS_OK;
         i = end) {
        end = i + 1;
        while (end < list->entry_count &&
               same_group(&list->entries[end], &list->entries[i]))
            end++;
        if (list->count < list->most)
            status = add_group(list, scope, places, i, end);
        else
            list->cut = true;
    }
    return status;
}

/* ---- links ---- */

static enum status add_edge(struct list *list, const struct scope *scope,
                            const struct hang_places *places, uint32_t rank,
                            uint32_t node)
{
    const struct hang_waits *waits = &scope->waits;
    struct link link = { places->of[rank], outlook_of(scope, rank), 0, rank,
                         NOBODY };

    if (node < waits->rank_count) {
        link.to = places->of[node];
        link.target = node;
        return add_link(list, &link);
    }
    if (hang_waits_group(waits, node)->kind == WAIT_GROUP_ANY) {
        link.to = any_place(scope, hang_waits_group(waits, node)->comm);
        return add_link(list, &link);
    }
    list->entries[list->entry_count++] =
        (struct entry){ link.from, link.outlook, node, rank };
    return STATUS_OK;
}

static enum status add_edges(struct list *list, const struct scope *scope,
                             const struct hang_places *places)
{
    const struct hang_graph *graph = &scope->waits.graph;
    enum status status = STATUS_OK;

    for (uint32_t i = 0; i < scope->waits.rank_count; i++)
        for (size_t k = graph->first[i];
             k < graph->first[i + 1] && status == STATUS_OK; k++)
            status = add_edge(list, scope, places, i, graph->next[k]);
    return status;
}

ORDER(by_line, struct link, UP(from) UP(outlook) UP(to));

/* ---- the table ---- */

/* A cell with a list of ranks, each once, and how many there are. */
static size_t put_ranks(struct strbuf *out, uint32_t *ranks, size_t count)
{
    size_t kept = 0;

    qsort(ranks, count, sizeof(*ranks), order_uint32);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || ranks[i] != ranks[kept - 1])
            ranks[kept++] = ranks[i];
    hang_ends_list_ranks(ranks, kept, out);
    return kept;
}

/* One end of the links, in `ranks`. */
static size_t gather_ranks(const struct link *links, size_t count,
                           bool targets, uint32_t *ranks)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t rank = targets ? links[i].target : links[i].waiter;

        if (rank != NOBODY)
            ranks[found++] = rank;
    }
    return found;
}

static void add_waiters(struct table *table, const struct scope *scope,
                        const struct link *links, size_t count,
                        uint32_t *ranks)
{
    const struct rank_ending *ending;
    struct strbuf text = { 0 };
    struct source_location place;
    size_t found = gather_ranks(links, count, false, ranks);

    found = put_ranks(&text, ranks, found);
    ending = &scope->ends.ranks[ranks[0]];
    table_text(table, strbuf_text(&text));
    table_number(table, found);
    table_text(table, scope_call_name(scope, ending->call));
    source_location_leaf(scope->profile->definitions, ending->path, &place);
    table_text(table,
               place.location[0] != '\0' ? place.location : place.function);
    strbuf_clear(&text);
}

static void add_comm(struct table *table, const struct scope *scope,
                     uint32_t comm)
{
    if (comm == 0)
        table_empty(table);
    else
        table_name(table, scope->profile->definitions, comm,
                   source_location_comm);
}

/* Says what the ranks of a place do, or how they ended. */
static void put_state(const struct scope *scope, uint32_t rank,
                      struct strbuf *out)
{
    const struct rank_ending *ending = &scope->ends.ranks[rank];

    if (scope->ends.unread[rank]) {
        strbuf_puts(out, "without data");
        return;
    }
    if (ending->how == ENDING_FINALIZED) {
        strbuf_puts(out, "finished (MPI_Finalize)");
        return;
    }
    if (scope->waits.graph.kinds[rank] == WAIT_NEVER) {
        hang_ends_how(ending, out);
        strbuf_putc(out, ' ');
    }
    hang_ends_put_where(scope, ending, out);
}

/* Returns the first of them, or NOBODY. */
static uint32_t add_targets(struct table *table, const struct scope *scope,
                            const struct link *links, size_t count,
                            uint32_t *ranks)
{
    struct strbuf text = { 0 };
    size_t found = gather_ranks(links, count, true, ranks);
    uint32_t first = found > 0 ? ranks[0] : NOBODY;

    if (found == 0) {
        strbuf_puts(&text, "any of ");
        hang_ends_put_comm(scope, links[0].to - scope->ends.rank_count, &text);
        table_text(table, strbuf_text(&text));
        table_empty(table);
        table_empty(table);
    } else {
        found = put_ranks(&text, ranks, found);
        table_text(table, strbuf_text(&text));
        table_number(table, found);
        strbuf_truncate(&text, 0);
        put_state(scope, ranks[0], &text);
        table_text(table, strbuf_text(&text));
    }
    strbuf_clear(&text);
    return first;
}

static const char *outlook_word(const struct scope *scope, uint32_t outlook,
                                uint32_t target)
{
    if (outlook == OUTLOOK_NEVER)
        return "never";
    if (outlook == OUTLOOK_KNOT)
        return hang_waits_are_final(scope) ? "deadlock" : "each other";
    return target != NOBODY && !scope->ends.running &&
                   scope->ends.ranks[target].how == ENDING_UNKNOWN
               ? "unknown"
               : "not stuck";
}

static enum status add_lines(struct table *table, const struct scope *scope,
                             struct list *list)
{
    uint32_t *ranks = malloc((list->count + 1) * sizeof(*ranks));
    uint32_t comm, target;

    if (ranks == NULL)
        return log_fail(STATUS_NO_MEMORY, "who waits for whom");
    if (list->count > 0)
        qsort(list->items, list->count, sizeof(*list->items), by_line);
    for (size_t i = 0, end; i < list->count; i = end) {
        const struct link *links = &list->items[i];

        for (end = i + 1;
             end < list->count && by_line(&list->items[end], links) == 0;
             end++)
            ;
        if (gather_ranks(links, end - i, false, ranks) == 0)
            continue; /* there was no room for its waiters */
        add_waiters(table, scope, links, end - i, ranks);
        comm = scope->ends.ranks[ranks[0]].comm;
        target = add_targets(table, scope, links, end - i, ranks);
        table_text(table, outlook_word(scope, links->outlook, target));
        add_comm(table, scope, comm);
    }
    free(ranks);
    return STATUS_OK;
}

static enum status make_room(struct list *list, const struct hang_waits *waits)
{
    size_t nodes = (size_t)waits->graph.count + 1;

    list->entries =
        malloc((waits->graph.edge_count + 1) * sizeof(*list->entries));
    list->reached = calloc(nodes, sizeof(*list->reached));
    list->todo = malloc(nodes * sizeof(*list->todo));
    if (list->entries != NULL && list->reached != NULL && list->todo != NULL)
        return STATUS_OK;
    return log_fail(STATUS_NO_MEMORY, "who waits for whom");
}

static enum status waiting_fill(struct table *table, const struct scope *scope,
                                const void *state)
{
    struct hang_places places = { 0 };
    struct list list = { .most = scope->waits.most };
    enum status status = hang_places_find(scope, &places);

    (void)state;
    if (status == STATUS_OK)
        status = make_room(&list, &scope->waits);
    if (status == STATUS_OK)
        status = add_edges(&list, scope, &places);
    if (status == STATUS_OK)
        status = add_groups(&list, scope, &places);
    if (status == STATUS_OK)
        status = add_lines(table, scope, &list);
    if (list.cut)
        table_set_note(table, "incomplete: there are too many waits");
    FREE_ALL(list.items, list.entries, list.reached, list.todo);
    hang_places_clear(&places);
    return status;
}

const struct analysis waiting_analysis = {
    .wanted = analysis_of_endings,
    .fill = { waiting_fill },
    FORMS(forms),
};
