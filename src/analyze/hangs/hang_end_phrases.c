/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/hangs/hang_end_phrases.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/source_location.h"
#include "analyze/facts/say.h"
#include "base/log.h"
#include "base/text/affix.h"

#define MOST_WAYS 4  /* of ending that are named */
#define LONG_LIST 40 /* characters */

/* ---- phrases ---- */

/* " (solve.c:88)", or " in solve" if the line is unknown. */
static void put_site(const struct scope *scope, uint32_t path,
                     struct strbuf *out)
{
    struct source_location place;

    source_location_leaf(scope->profile->definitions, path, &place);
    if (place.location[0] != '\0')
        strbuf_printf(out, " (%s)", place.location);
    else if (place.function != NULL) {
        strbuf_puts(out, " in ");
        say_function_name(out, place.function);
    }
}

void hang_ends_put_call(const struct scope *scope,
                        const struct rank_ending *ending, struct strbuf *out)
{
    say_name(out, scope_call_name(scope, ending->call));
    put_site(scope, ending->path, out);
}

/* As they stand in sentences: long names are cut. */
static void put_name(const struct definitions *table, uint32_t id,
                     source_location_name *name, struct strbuf *out)
{
    struct strbuf text = { 0 };

    name(table, id, &text);
    say_name(out, strbuf_text(&text));
    strbuf_clear(&text);
}

void hang_ends_put_comm(const struct scope *scope, uint32_t comm,
                        struct strbuf *out)
{
    put_name(scope->profile->definitions, comm, source_location_comm, out);
}

#define COMPUTING "computing"

void hang_ends_put_where(const struct scope *scope,
                         const struct rank_ending *ending, struct strbuf *out)
{
    struct source_location place;

    if (ending->call != ENDING_NO_CALL) {
        strbuf_puts(out, "in ");
        hang_ends_put_call(scope, ending, out);
        return;
    }
    source_location_leaf(scope->profile->definitions, ending->path, &place);
    if (place.function != NULL) {
        strbuf_puts(out, "in ");
        say_function_name(out, place.function);
        if (place.location[0] != '\0')
            strbuf_printf(out, " (%s)", place.location);
        return;
    }
    strbuf_puts(out, COMPUTING);
    if (ending->region != 0) {
        strbuf_puts(out, " in region ");
        put_name(scope->profile->definitions, ending->region,
                 source_location_region, out);
    }
}

void hang_ends_put_last(const struct scope *scope,
                        const struct rank_ending *ending, struct strbuf *out)
{
    struct strbuf where = { 0 };

    hang_ends_put_where(scope, ending, &where);
    if (starts_with(strbuf_text(&where), COMPUTING))
        strbuf_puts(out, ending->how == ENDING_RUNNING ? "and " : "while ");
    strbuf_puts(out, strbuf_text(&where));
    strbuf_clear(&where);
}

void hang_ends_list_ranks(const uint32_t *ranks, size_t count,
                          struct strbuf *out)
{
    struct ranklist_text list = { .out = out };

    for (size_t i = 0; i < count; i++)
        ranklist_text_add(&list, ranks[i]);
    ranklist_text_end(&list);
}

void hang_ends_put_ranks(const uint32_t *ranks, size_t count,
                         struct strbuf *out)
{
    struct strbuf list = { 0 }, named = { 0 };

    hang_ends_list_ranks(ranks, count, &list);
    ranklist_name(&named, strbuf_text(&list));
    strbuf_puts(out, named.length <= LONG_LIST
                         ? strbuf_text(&named)
                         : say_count(count, "rank").text);
    strbuf_clear(&list);
    strbuf_clear(&named);
}

void hang_ends_put_apart(const struct scope *scope, struct strbuf *out)
{
    uint64_t apart = scope_ended_apart(scope);
    uint64_t known = scope_known_apart(scope);

    if (known > 0)
        strbuf_printf(out, "some ranks ended up to %s before others",
                      say_seconds(known).text);
    else
        strbuf_printf(out,
                      "some ranks were last seen alive up to %s earlier "
                      "than others, and may have ended then",
                      say_seconds(apart).text);
}

/* ---- how the ranks ended ---- */

static bool same_end(const struct rank_ending *a, const struct rank_ending *b)
{
    return a->how == b->how && a->code == b->code;
}

/* hang_ends_did(), of one or of several. */
static void put_did(const struct rank_ending *ending, size_t count,
                    struct strbuf *out)
{
    if (ending->how == ENDING_RUNNING)
        strbuf_puts(out, count == 1 ? "is " : "are ");
    else if (ending->how == ENDING_UNKNOWN && count > 1)
        strbuf_puts(out, "were ");
    else {
        hang_ends_did(ending, out);
        return;
    }
    hang_ends_how(ending, out);
}

/* Appends who ended as this rank did, and marks them. */
static void put_way(const struct scope *scope, uint32_t first, bool *named,
                    uint32_t *list, struct strbuf *out)
{
    const struct hang_ends *ends = &scope->ends;
    size_t count = 0;

    for (uint32_t i = first; i < ends->rank_count; i++) {
        if (ends->unread[i] || named[i] ||
            !same_end(&ends->ranks[i], &ends->ranks[first]))
            continue;
        named[i] = true;
        list[count++] = i;
    }
    strbuf_puts(out, out->length > 0 ? ", " : "");
    hang_ends_put_ranks(list, count, out);
    strbuf_putc(out, ' ');
    put_did(&ends->ranks[first], count, out);
    if (count == 1) {
        strbuf_putc(out, ' ');
        hang_ends_put_last(scope, &ends->ranks[first], out);
    }
}

/* Those that ended by themselves first. */
static void put_ways(const struct scope *scope, bool *named, uint32_t *list,
                     struct strbuf *out)
{
    const struct hang_ends *ends = &scope->ends;
    int ways = 0;

    for (int others = 0; others < 2; others++)
        for (uint32_t i = 0; i < ends->rank_count; i++) {
            const struct rank_ending *ending = &ends->ranks[i];

            if (named[i] || ends->unread[i] ||
                ending->how == ENDING_FINALIZED ||
                hang_ends_by_itself(ends, ending) != !others)
                continue;
            if (ways++ == MOST_WAYS) {
                strbuf_puts(out, ", and others in other ways");
                return;
            }
            put_way(scope, i, named, list, out);
        }
}

static bool any_ended(const struct hang_ends *ends, enum ending_kind how,
                      int code)
{
    for (uint32_t i = 0; i < ends->rank_count; i++)
        if (!ends->unread[i] && ends->ranks[i].how == how &&
            ends->ranks[i].code == code)
            return true;
    return false;
}

/* What to do about a rank that is gone without a sign beside others that got
 * SIGTERM. */
static const char *say_where_to_look(const struct hang_ends *ends)
{
    return !ends->at_fault && any_ended(ends, ENDING_UNKNOWN, 0) &&
                   any_ended(ends, ENDING_SIGNAL, SIGTERM)
               ? "  Launchers send SIGTERM once a rank has ended: for what "
                 "killed the other, see the messages of the batch system and "
                 "the system log (out of memory?)."
               : "";
}

void hang_ends_verdict(const struct scope *scope, struct report *report)
{
    size_t room = (size_t)scope->ends.rank_count + 1;
    bool *named = calloc(room, sizeof(*named));
    uint32_t *list = malloc(room * sizeof(*list));
    struct strbuf text = { 0 };

    if (named != NULL && list != NULL)
        put_ways(scope, named, list, &text);
    if (scope->ends.running)
        report_verdict(report, "The run is still going; its state so far: %s.",
                       strbuf_text(&text));
    else
        report_verdict(report, "The run did not finish: %s.%s",
                       strbuf_text(&text), say_where_to_look(&scope->ends));
    free(named);
    free(list);
    strbuf_clear(&text);
}

/* ---- what that means for the numbers ---- */

/* "5.80 s to 10.0 s", or one of them where they read alike. */
static void put_times(uint64_t first, uint64_t last, struct strbuf *out)
{
    struct said from = say_seconds(first), to = say_seconds(last);

    strbuf_puts(out, from.text);
    if (strcmp(from.text, to.text) != 0)
        strbuf_printf(out, " to %s", to.text);
}

static void say_finalized(const struct scope *scope, struct report *report)
{
    const struct hang_ends *ends = &scope->ends;
    uint32_t *list = calloc((size_t)ends->rank_count + 1, sizeof(*list));
    size_t complete = 0, partial = 0;
    uint64_t first = UINT64_MAX, last = 0;
    struct strbuf names = { 0 }, times = { 0 };

    if (list == NULL) {
        report->failed = true;
        return;
    }
    for (uint32_t i = 0; i < ends->rank_count; i++)
        if (ends->ranks[i].how != ENDING_FINALIZED) {
            uint64_t at = ends->ranks[i].at;

            list[partial++] = i;
            first = at < first ? at : first;
            last = at > last ? at : last;
        } else if (!ends->unread[i]) {
            complete++;
        }
    hang_ends_put_ranks(list, partial, &names);
    put_times(first, last, &times);
    report_completeness(
        report,
        "The data of %s end %s (after %s), not at MPI_Finalize%s%s%s.  "
        "Unfinished MPI calls count with their time but without their bytes.",
        strbuf_text(&names),
        ends->running ? "at the point that the run had reached"
                      : "where these ranks ended",
        strbuf_text(&times), complete == 0 ? "" : "; the data of ",
        complete == 0 ? "" : say_count(complete, "rank").text,
        complete == 0 ? "" : " are complete");
    strbuf_clear(&names);
    strbuf_clear(&times);
    free(list);
}

#define NOT_COMPARED                                                       \
    ".  The run time is the longest rank's; efficiencies and balance are " \
    "unknown."

/* Whether ranks are apart only because it is unknown when some ended. */
static bool apart_unknown(const struct scope *scope)
{
    return !scope->ends.running && scope_ended_apart(scope) > 0 &&
           scope_known_apart(scope) == 0;
}

static void say_unknown_ends(const struct scope *scope, struct report *report)
{
    const struct hang_ends *ends = &scope->ends;
    uint32_t *list = calloc((size_t)ends->rank_count + 1, sizeof(*list));
    struct strbuf names = { 0 }, before = { 0 };
    size_t unknown = 0;

    for (uint32_t i = 0; list != NULL && i < ends->rank_count; i++)
        if (ends->ranks[i].how != ENDING_FINALIZED && !ends->ranks[i].at_known)
            list[unknown++] = i;
    report->failed |= list == NULL;
    if (unknown > 0 && !ends->running) {
        hang_ends_put_ranks(list, unknown, &names);
        if (apart_unknown(scope))
            strbuf_printf(&before,
                          ", up to %s before others ended" NOT_COMPARED,
                          say_seconds(scope_ended_apart(scope)).text);
        report_completeness(report,
                            "It is unknown when %s ended: times run up to the "
                            "last sign of life%s",
                            strbuf_text(&names),
                            before.length > 0 ? before.text : ".");
    }
    strbuf_clear(&names);
    strbuf_clear(&before);
    free(list);
}

static void say_unknown_waits(const struct scope *scope, struct report *report)
{
    const struct hang_ends *ends = &scope->ends;
    uint64_t cut = 0, threaded = 0;

    for (uint32_t i = 0; i < ends->rank_count; i++) {
        cut += ends->ranks[i].waits_cut;
        threaded += ends->threaded[i];
    }
    if (cut > 0)
        report_completeness(report,
                            "%s waited for more requests than were "
                            "recorded: nothing is concluded about the rest.",
                            say_count(cut, "rank").text);
    if (threaded > 0)
        report_completeness(report,
                            "In %s several threads called MPI: the state "
                            "of only one of them is known, and nothing is "
                            "concluded from it.",
                            say_count(threaded, "rank").text);
    if (scope->waits.cut)
        report_completeness(report, "There are too many waits: not all were "
                                    "examined.");
}

static void say_apart(const struct scope *scope, struct report *report)
{
    struct strbuf apart = { 0 };

    if (scope_ended_apart(scope) == 0 || apart_unknown(scope))
        return;
    hang_ends_put_apart(scope, &apart);
    if (apart.length > 0)
        apart.text[0] = (char)toupper(apart.text[0]);
    report_completeness(report, "%s" NOT_COMPARED, strbuf_text(&apart));
    strbuf_clear(&apart);
}

void hang_ends_completeness(const struct scope *scope, struct report *report)
{
    if (scope->ends.ranks == NULL)
        return;
    say_finalized(scope, report);
    say_unknown_ends(scope, report);
    say_unknown_waits(scope, report);
    say_apart(scope, report);
}
