/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/hangs/hang_verdict.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/hangs/hang_end_phrases.h"
#include "analyze/facts/say.h"
#include "base/text/affix.h"

#define AT_REST UINT64_C(1000000000) /* ns: less may be on its way */
#define MOST_IN_CYCLE 5              /* ranks of a cycle that are named */
#define MOST_CALLS 4                 /* that are named where they do not fit */
#define NO_RANK UINT32_MAX

/* ---- who waits for each other ---- */

static const struct rank_ending *ending_of(const struct scope *scope,
                                           uint32_t rank)
{
    return &scope->ends.ranks[rank];
}

/* The ranks of the cycle, in its order. */
static uint32_t *cycle_ranks(const struct scope *scope, size_t *count)
{
    const struct hang_waits *waits = &scope->waits;
    uint32_t *ranks = malloc((waits->cycle_count + 1) * sizeof(*ranks));

    *count = 0;
    for (size_t i = 0; ranks != NULL && i < waits->cycle_count; i++)
        if (waits->cycle[i] < waits->rank_count)
            ranks[(*count)++] = waits->cycle[i];
    return ranks;
}

/* " on MPI_COMM_WORLD" where the rank waits for a group, and if it is "any
 * source, such as". */
static void put_group(const struct scope *scope, uint32_t rank,
                      struct strbuf *out)
{
    const struct hang_waits *waits = &scope->waits;
    uint32_t node = 0;

    for (size_t i = 0; i + 1 < waits->cycle_count; i++)
        if (waits->cycle[i] == rank)
            node = waits->cycle[i + 1];
    if (waits->cycle[waits->cycle_count - 1] == rank)
        node = waits->cycle[0];
    if (node < waits->rank_count) {
        strbuf_puts(out, " for");
        return;
    }
    strbuf_puts(out, " on ");
    hang_ends_put_comm(scope, hang_waits_group(waits, node)->comm, out);
    strbuf_puts(out, hang_waits_group(waits, node)->kind == WAIT_GROUP_ANY
                         ? " for any rank, such as"
                         : " for");
}

static void put_link(const struct scope *scope, uint32_t rank, uint32_t next,
                     struct strbuf *out)
{
    strbuf_printf(out, "%srank %u waits in ", out->length > 0 ? ", " : "",
                  rank);
    hang_ends_put_call(scope, ending_of(scope, rank), out);
    put_group(scope, rank, out);
    if (rank == next)
        strbuf_puts(out, " itself");
    else
        strbuf_printf(out, " rank %u", next);
}

/* The middle of a long cycle is left out. */
static void put_cycle(const struct scope *scope, const uint32_t *ranks,
                      size_t count, struct strbuf *out)
{
    size_t named = count <= MOST_IN_CYCLE ? count : MOST_IN_CYCLE - 2;

    for (size_t i = 0; i < named; i++)
        put_link(scope, ranks[i], ranks[(i + 1) % count], out);
    if (named == count)
        return;
    strbuf_printf(out, ", ... %zu more", count - named - 1);
    put_link(scope, ranks[count - 1], ranks[0], out);
}

/* How long all of them had been in their calls together; *known: not only at
 * least. */
static uint64_t rest_of(const struct scope *scope, const uint32_t *ranks,
                        size_t count, bool *known)
{
    uint64_t since = 0, until = UINT64_MAX;

    *known = true;
    for (size_t i = 0; i < count; i++) {
        const struct rank_ending *ending = ending_of(scope, ranks[i]);

        since = ending->since > since ? ending->since : since;
        until = ending->at < until ? ending->at : until;
        *known = *known && ending->at_known;
    }
    return until > since ? until - since : 0;
}

bool hang_waits_are_final(const struct scope *scope)
{
    size_t count;
    uint32_t *ranks = cycle_ranks(scope, &count);
    bool known, final = ranks != NULL && count > 0 && !scope->ends.running &&
                        rest_of(scope, ranks, count, &known) >= AT_REST;

    free(ranks);
    return final;
}

/* How the sentence begins, and how long it has been so. */
static void put_rest(const struct scope *scope, const uint32_t *ranks,
                     size_t count, struct strbuf *begin, struct strbuf *end)
{
    bool known;
    uint64_t rest = rest_of(scope, ranks, count, &known);
    const char *least = scope->ends.running || !known ? "at least " : "";

    if (scope->ends.running)
        strbuf_puts(begin, "Ranks wait for each other");
    else if (rest >= AT_REST)
        strbuf_puts(begin, "Deadlock");
    else
        strbuf_puts(begin, "When the run ended, ranks waited for each other");
    if (rest > 0)
        strbuf_printf(begin, "%s for %s%s", scope->ends.running ? "," : "",
                      least, say_seconds(rest).text);
    else if (!known)
        strbuf_puts(end, "; for an unknown time: either a deadlock, or "
                         "messages were still in flight");
}

/* The communicator that both ranks of a cycle wait on in collective calls of
 * different names; 0: it is not so. */
static uint32_t mismatched_comm(const struct scope *scope,
                                const uint32_t *ranks, size_t count)
{
    const struct hang_waits *waits = &scope->waits;
    uint32_t comm = 0;

    if (count != 2 ||
        ending_of(scope, ranks[0])->call == ending_of(scope, ranks[1])->call)
        return 0;
    for (size_t i = 0; i < waits->cycle_count; i++) {
        uint32_t next = waits->cycle[(i + 1) % waits->cycle_count];
        const struct wait_group *group;

        if (waits->cycle[i] >= waits->rank_count)
            continue;
        if (next < waits->rank_count)
            return 0;
        group = hang_waits_group(waits, next);
        if (group->kind != WAIT_GROUP_COLLECTIVE ||
            (comm != 0 && comm != group->comm))
            return 0;
        comm = group->comm;
    }
    return comm;
}

/* MPI_Finalize waits for all on a communicator that it is not called with. */
static bool waits_on(const struct scope *scope, uint32_t rank, uint32_t comm)
{
    const struct rank_ending *ending = ending_of(scope, rank);

    if (!hang_graph_knotted(&scope->waits.graph, rank) ||
        ending->call == ENDING_NO_CALL)
        return false;
    for (size_t i = 0; i < ending->wait_count; i++)
        if (ending->waits[i].kind == ENDING_WAIT_COLLECTIVE &&
            ending->waits[i].comm == comm)
            return true;
    return false;
}

/* "ranks 0-2 are in MPI_Barrier (a.c:3)"; how many they are. */
static size_t put_caller(const struct scope *scope, uint32_t comm,
                         uint32_t first, bool *named, uint32_t *list,
                         struct strbuf *out)
{
    size_t count = 0;

    for (uint32_t i = first; i < scope->ends.rank_count; i++)
        if (!named[i] && waits_on(scope, i, comm) &&
            ending_of(scope, i)->call == ending_of(scope, first)->call) {
            named[i] = true;
            list[count++] = i;
        }
    strbuf_puts(out, out->length > 0 ? ", " : "");
    hang_ends_put_ranks(list, count, out);
    strbuf_puts(out, count == 1 ? " is in " : " are in ");
    hang_ends_put_call(scope, ending_of(scope, first), out);
    return count;
}

/* How many ranks are named. */
static size_t put_callers(const struct scope *scope, uint32_t comm,
                          struct strbuf *out)
{
    size_t room = (size_t)scope->ends.rank_count + 1;
    bool *named = calloc(room, sizeof(*named));
    uint32_t *list = malloc(room * sizeof(*list));
    size_t count = 0;
    int calls = 0;

    for (uint32_t i = 0; named != NULL && list != NULL &&
                         i < scope->ends.rank_count && calls < MOST_CALLS;
         i++) {
        if (named[i] || !waits_on(scope, i, comm))
            continue;
        count += put_caller(scope, comm, i, named, list, out);
        calls++;
    }
    free(named);
    free(list);
    return count;
}

/* "; 3 more ranks wait for them" */
static void put_others(uint64_t others, struct strbuf *out)
{
    if (others > 0)
        strbuf_printf(out, "; %llu more rank%s for them",
                      (unsigned long long)others,
                      others == 1 ? " waits" : "s wait");
}

static void say_cycle(const struct scope *scope, const uint32_t *ranks,
                      size_t count, struct report *report)
{
    uint32_t comm = mismatched_comm(scope, ranks, count);
    struct strbuf begin = { 0 }, way = { 0 }, end = { 0 };

    put_rest(scope, ranks, count, &begin, &end);
    if (comm != 0) {
        strbuf_puts(&begin, ", in different collective calls on ");
        hang_ends_put_comm(scope, comm, &begin);
        count = put_callers(scope, comm, &way);
    } else {
        put_cycle(scope, ranks, count, &way);
    }
    put_others(scope->waits.knotted - count, &end);
    report_verdict(report, "%s: %s%s.", strbuf_text(&begin), strbuf_text(&way),
                   strbuf_text(&end));
    strbuf_clear(&begin);
    strbuf_clear(&way);
    strbuf_clear(&end);
}

/* A moment of a job that goes on: the table has it. */
static bool is_passing(const struct scope *scope, const uint32_t *ranks,
                       size_t count)
{
    bool known;

    return scope->ends.running &&
           rest_of(scope, ranks, count, &known) < AT_REST;
}

static void say_deadlock_cycle(const struct scope *scope,
                               struct report *report)
{
    size_t count;
    uint32_t *ranks = cycle_ranks(scope, &count);

    if (ranks == NULL)
        report->failed = true;
    else if (count > 0 && !is_passing(scope, ranks, count))
        say_cycle(scope, ranks, count, report);
    free(ranks);
}

/* ---- who waits for one that does not wait ---- */

/* Not known to wait for another. */
static bool is_free(const struct scope *scope, uint32_t rank)
{
    const struct hang_graph *graph = &scope->waits.graph;

    return graph->first[rank] == graph->first[rank + 1] &&
           !scope->ends.unread[rank];
}

/* The rank that most wait for, of those that have ended or of those that do
 * not wait themselves; NO_RANK: there is none. */
static uint32_t most_awaited(const struct scope *scope, bool ended)
{
    const struct hang_waits *waits = &scope->waits;
    uint32_t best = NO_RANK;

    for (uint32_t i = 0; i < waits->rank_count; i++) {
        bool gone = waits->graph.kinds[i] == WAIT_NEVER;

        if (waits->awaited[i] == 0 || gone != ended ||
            (!gone && !is_free(scope, i)))
            continue;
        if (best == NO_RANK || waits->awaited[i] > waits->awaited[best])
            best = i;
    }
    return best;
}

/* By node: it is that rank or a group with it.  Parts of groups have smaller
 * numbers than these. */
static bool *groups_with(const struct hang_waits *waits, uint32_t rank)
{
    const struct hang_graph *graph = &waits->graph;
    bool *with = calloc((size_t)graph->count + 1, sizeof(*with));

    if (with == NULL)
        return NULL;
    with[rank] = true;
    for (uint32_t i = waits->rank_count; i < graph->count; i++)
        for (size_t k = graph->first[i]; k < graph->first[i + 1]; k++)
            with[i] = with[i] || (hang_waits_is_definite(waits, i) &&
                                  with[graph->next[k]]);
    return with;
}

/* The one that has waited longest for it. */
static uint32_t first_waiter(const struct scope *scope, uint32_t rank)
{
    const struct hang_waits *waits = &scope->waits;
    const struct hang_graph *graph = &waits->graph;
    bool *with = groups_with(waits, rank);
    uint32_t best = NO_RANK;

    for (uint32_t i = 0; with != NULL && i < waits->rank_count; i++)
        for (size_t k = graph->first[i]; k < graph->first[i + 1]; k++)
            if (hang_waits_is_definite(waits, i) && with[graph->next[k]] &&
                (best == NO_RANK ||
                 hang_ends_waited(ending_of(scope, i)) >
                     hang_ends_waited(ending_of(scope, best))))
                best = i;
    free(with);
    return best;
}

/* ", which got SIGSEGV 4.20 s before in solve (solve.c:88)" */
static void put_ending_of_rank(const struct scope *scope, uint32_t rank,
                               uint32_t waiter, struct strbuf *out)
{
    const struct rank_ending *ending = ending_of(scope, rank);
    const struct rank_ending *other = ending_of(scope, waiter);

    strbuf_puts(out, ", which ");
    hang_ends_did(ending, out);
    if (ending->how == ENDING_FINALIZED)
        return;
    if (ending->at_known && other->at_known && other->at > ending->at)
        strbuf_printf(out, " %s earlier",
                      say_seconds(other->at - ending->at).text);
    strbuf_putc(out, ' ');
    hang_ends_put_last(scope, ending, out);
}

/* Where none of those that have ended is waited for in particular. */
static void say_stuck(const struct scope *scope, struct report *report)
{
    uint32_t count = scope->waits.stuck - scope->waits.knotted;

    report_verdict(report,
                   "%s wait%s for ranks that have ended, directly or "
                   "indirectly.",
                   say_count(count, "rank").text, count == 1 ? "s" : "");
}

static void say_ended(const struct scope *scope, struct report *report)
{
    uint32_t rank = most_awaited(scope, true);
    uint32_t waiter = rank == NO_RANK ? NO_RANK : first_waiter(scope, rank);
    struct strbuf text = { 0 };

    if (waiter == NO_RANK) {
        say_stuck(scope, report);
        return;
    }
    strbuf_printf(&text, "Rank %u waits in ", waiter);
    hang_ends_put_call(scope, ending_of(scope, waiter), &text);
    strbuf_printf(&text, " for rank %u", rank);
    put_ending_of_rank(scope, rank, waiter, &text);
    if (scope->waits.stuck - scope->waits.knotted > 1)
        strbuf_printf(&text,
                      "; %u ranks in total wait for ranks that have "
                      "ended, directly or indirectly",
                      scope->waits.stuck - scope->waits.knotted);
    report_verdict(report, "%s.", strbuf_text(&text));
    strbuf_clear(&text);
}

/* For a rank that is gone without a sign the sentence says neither that it
 * ended there before the others, nor that it was still there. */
static void put_state(const struct scope *scope,
                      const struct rank_ending *ending, struct strbuf *out)
{
    if (ending->how == ENDING_UNKNOWN) {
        hang_ends_did(ending, out);
        strbuf_putc(out, ' ');
        hang_ends_put_last(scope, ending, out);
    } else {
        strbuf_puts(out, "is ");
        hang_ends_put_where(scope, ending, out);
    }
}

static void say_late(const struct scope *scope, struct report *report)
{
    uint32_t rank = most_awaited(scope, false);
    uint32_t waiter = rank == NO_RANK ? NO_RANK : first_waiter(scope, rank);
    struct strbuf text = { 0 };

    if (waiter == NO_RANK ||
        hang_ends_waited(ending_of(scope, waiter)) < AT_REST)
        return;
    strbuf_printf(&text, "Rank %u", waiter);
    if (scope->waits.awaited[rank] > 1)
        strbuf_printf(
            &text, " and %s",
            say_count(scope->waits.awaited[rank] - 1, "other rank").text);
    strbuf_printf(
        &text, " %s waited %s in ",
        scope->waits.awaited[rank] > 1 ? "have" : "has",
        say_seconds(hang_ends_waited(ending_of(scope, waiter))).text);
    hang_ends_put_call(scope, ending_of(scope, waiter), &text);
    strbuf_printf(&text, " for rank %u, which ", rank);
    put_state(scope, ending_of(scope, rank), &text);
    report_verdict(report, "%s.", strbuf_text(&text));
    strbuf_clear(&text);
}

/* ---- exceptions in Python ---- */

static bool is_python(const struct profile *profile)
{
    const char *command = profile->command == NULL ? "" : profile->command;
    size_t program = strcspn(command, " ");

    while (program > 0 && command[program - 1] != '/')
        program--;
    return starts_with(command + program, "python") &&
           strstr(command, "-m mpi4py") == NULL;
}

/* Stuck in MPI_Finalize, which mpi4py calls when an exception ends Python. */
static bool waits_at_end(const struct scope *scope, uint32_t rank)
{
    uint32_t call = ending_of(scope, rank)->call;

    return hang_graph_stuck(&scope->waits.graph, rank) &&
           call != ENDING_NO_CALL &&
           starts_with(scope_call_name(scope, call), "MPI_Finalize");
}

static void say_python(const struct scope *scope, struct report *report)
{
    uint32_t rank = 0;

    while (rank < scope->waits.rank_count && !waits_at_end(scope, rank))
        rank++;
    if (rank < scope->waits.rank_count && is_python(scope->profile))
        report_verdict(
            report,
            "An exception may have ended the script on rank %u.  Add -m "
            "mpi4py before the script so that an exception on one rank ends "
            "all ranks.",
            rank);
}

void hang_waits_verdict(const struct scope *scope, struct report *report)
{
    if (scope->waits.cycle_count > 0)
        say_deadlock_cycle(scope, report);
    if (scope->waits.stuck > scope->waits.knotted)
        say_ended(scope, report);
    if (scope->waits.stuck == 0)
        say_late(scope, report);
    say_python(scope, report);
}
