/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/tables/causes.h"

#include <ctype.h>
#include <stdlib.h>

#include "analyze/facts/efficiency.h"
#include "analyze/facts/say.h"
#include "analyze/tables/excess_phrases.h"
#include "analyze/wait_states/say_site.h"
#include "base/log.h"

#define CAUSES_TOLD 5

/* ---- who works longer, and where ---- */

static bool is_work(const struct finding *finding)
{
    return finding->cure.kind == CURE_EVEN || finding->cure.kind == CURE_ALONE;
}

static uint32_t index_of(const struct scope *scope, uint32_t rank)
{
    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].rank == rank)
            return i;
    return 0;
}

static void put_where(struct strbuf *out, const struct scope *scope,
                      const struct finding *finding)
{
    struct rank_stats_result spread = { .max_index =
                                            index_of(scope, finding->rank),
                                        .max = finding->most,
                                        .avoidable =
                                            finding->most - finding->others };

    put_excess_region(out, scope, finding->cure.region);
    put_excess_function(
        out, scope,
        scope_has_regions(scope) ? finding->cure.region : REGION_ALL, &spread);
}

static void put_longer(struct strbuf *out, const struct finding *finding)
{
    double times = finding->others == 0
                       ? 0
                       : (double)finding->most / (double)finding->others;

    if (finding->slow_count > 1)
        strbuf_printf(out,
                      finding->others > 0
                          ? "Ranks %s work longer than the others"
                          : "Only ranks %s work",
                      strbuf_text(&finding->slow));
    else if (finding->others > 0)
        strbuf_printf(out, "Rank %u works %.*f times as long as the others",
                      finding->rank, times < 9.95 ? 1 : 0, times);
    else
        strbuf_printf(out, "Rank %u alone works", finding->rank);
}

static void put_times(struct strbuf *out, const struct finding *finding)
{
    strbuf_puts(out, ": ");
    if (finding->slow_count > 1)
        strbuf_printf(out, "rank %u ", finding->rank);
    strbuf_puts(out, say_seconds(finding->most).text);
    if (finding->others > 0)
        strbuf_printf(out, " against %s on average",
                      say_seconds(finding->others).text);
    strbuf_putc(out, '.');
}

/* ---- where others pay for it ---- */

/* The call site with the longest waits for that rank; NULL: there are none. */
static const struct tally *waiting_for(const struct tallies *sums)
{
    const struct tally *most = NULL;

    for (size_t i = 0; i < sums->count; i++)
        if (most == NULL || sums->items[i].mpi > most->mpi)
            most = &sums->items[i];
    return most;
}

/* Whether calls at that place follow work in that region. */
static bool is_in_region(const struct wait_tallies *waits, uint32_t place,
                         uint32_t region)
{
    for (uint32_t i = 0; i < waits->replay->site_count; i++)
        if (waits->places[i] == place &&
            waits->replay->sites[i].region == region)
            return true;
    return false;
}

/* Sums waits for that rank by place; near: only for calls that follow its work
 * in that region. */
static void add_waits(const struct wait_tallies *waits,
                      const struct finding *finding, bool near,
                      struct tallies *sums)
{
    for (size_t i = 0; i < waits->blame_count; i++) {
        const struct wait_blame *blame = &waits->blames[i];
        struct tally *sum;

        if (blame->rank != finding->rank ||
            !wait_kind_counts((enum wait_kind)blame->kind) ||
            (near &&
             !is_in_region(waits, blame->culprit_place, finding->cure.region)))
            continue;
        sum = tallies_get(sums, blame->place);
        if (sum != NULL)
            sum->mpi += blame->ns;
    }
}

/* Where ranks wait in turn for those that wait, if that takes longer. */
static void put_later_waits(struct strbuf *out, const struct advice *advice,
                            const struct scope *scope,
                            const struct tally *direct)
{
    const struct wait_tallies *waits = &advice->waits;
    uint64_t first = wait_place_site(waits, (uint32_t)direct->key);
    size_t most = (size_t)direct->key;

    for (size_t i = 0; i < waits->names.count; i++)
        if (advice->waited[i] > advice->waited[most])
            most = i;
    if (advice->waited[most] <= direct->mpi ||
        waits->names.items[most].key == first)
        return;
    strbuf_puts(out, ", and as a result in ");
    say_site(out, scope, waits->names.items[most].key);
}

static void put_waits(struct strbuf *out, const struct advice *advice,
                      const struct scope *scope, const struct finding *finding)
{
    const struct wait_tallies *waits = &advice->waits;
    struct tallies sums = { .count = 0 };
    const struct tally *most;

    add_waits(waits, finding, true, &sums);
    if (sums.count == 0)
        add_waits(waits, finding, false, &sums);
    most = waiting_for(&sums);
    if (most != NULL) {
        strbuf_printf(out, "  The others wait for %s in ",
                      finding->slow_count > 1 ? "them" : "it");
        say_site(out, scope, wait_place_site(waits, (uint32_t)most->key));
        put_later_waits(out, advice, scope, most);
        strbuf_putc(out, '.');
    }
    tallies_clear(&sums);
}

/* ---- what it brings ---- */

static const char *cure_phrase(const struct finding *finding)
{
    switch (finding->cure.kind) {
    case CURE_EVEN: return "Spread evenly";
    case CURE_ALONE: return "Shared by all ranks";
    case CURE_STEPS: return "Spread evenly in each step";
    case CURE_PIECES: return "With pieces an eighth as large";
    case CURE_OFF: return "Without these calls";
    case CURE_NO_WAIT: return "Without these waits";
    case CURE_OVERLAP: return "Overlapped with the work that follows";
    default: return "In fewer, larger pieces";
    }
}

static void put_gain(struct strbuf *out, const struct advice *advice,
                     const struct finding *finding)
{
    uint64_t before = advice->unchanged;

    if (!finding->simulated) {
        strbuf_printf(out, "  Estimated: up to %s less (%s).",
                      say_seconds(finding->gain).text,
                      say_percent(scope_share(finding->gain, before)).text);
        return;
    }
    strbuf_printf(out, "  %s: %s -> %s (-%s)", cure_phrase(finding),
                  say_seconds(before).text,
                  say_seconds(before - finding->gain).text,
                  say_percent(scope_share(finding->gain, before)).text);
    if (finding->gain_like_others > finding->gain)
        strbuf_printf(
            out, "; %s: %s (-%s)",
            finding->cure.kind == CURE_PIECES ? "at best"
                                              : "as fast as the others",
            say_seconds(before - finding->gain_like_others).text,
            say_percent(scope_share(finding->gain_like_others, before)).text);
    strbuf_putc(out, '.');
}

/* ---- one after the other ---- */

static void put_work(struct strbuf *out, const struct advice *advice,
                     const struct scope *scope, const struct finding *finding)
{
    put_longer(out, finding);
    put_where(out, scope, finding);
    put_times(out, finding);
    put_waits(out, advice, scope, finding);
}

static void put_other(struct strbuf *out, const struct finding *finding)
{
    const char *title = rules[finding->rule].title;

    strbuf_putc(out, (char)toupper((unsigned char)title[0]));
    strbuf_puts(out, title + 1);
    if (finding->where.length > 0)
        strbuf_printf(out, ", %s", strbuf_text(&finding->where));
    strbuf_printf(out, ".  %s", strbuf_text(&finding->evidence));
}

static void say_cause(const struct advice *advice, const struct scope *scope,
                      const struct finding *finding, size_t number,
                      struct report *report)
{
    struct strbuf text;

    strbuf_init(&text);
    if (is_work(finding) && finding->simulated)
        put_work(&text, advice, scope, finding);
    else
        put_other(&text, finding);
    put_gain(&text, advice, finding);
    report_verdict(report, "%zu. %s  %s", number, strbuf_text(&text),
                   finding->remedy == NULL ? rules[finding->rule].remedy
                                           : finding->remedy);
    strbuf_clear(&text);
}

static void say_together(const struct advice *advice, size_t simulated,
                         const struct scope *scope, struct report *report)
{
    uint64_t before = advice->unchanged, after = advice->together;
    struct efficiency parts;
    struct strbuf text;

    strbuf_init(&text);
    if (simulated > 1)
        strbuf_printf(
            &text, "All of these together: %s -> %s (-%s).  ",
            say_seconds(before).text, say_seconds(after).text,
            say_percent(
                scope_share(before > after ? before - after : 0, before))
                .text);
    if (efficiency_of(scope, &parts)) {
        strbuf_printf(&text, "Parallel efficiency %s = load balance %s",
                      say_percent(parts.parallel).text,
                      say_percent(parts.load_balance).text);
        if (parts.transfer > 0)
            strbuf_printf(&text, " x serialisation %s x transfer %s",
                          say_percent(parts.serialisation).text,
                          say_percent(parts.transfer).text);
        else
            strbuf_printf(&text, " x communication %s",
                          say_percent(parts.communication).text);
        strbuf_puts(&text, ".  ");
    }
    report_verdict(report, "%sSee sections 9 and 13.", strbuf_text(&text));
    strbuf_clear(&text);
}

static int by_gain(const void *left, const void *right)
{
    const struct finding *const *a = left, *const *b = right;

    if ((*a)->gain != (*b)->gain)
        return (*a)->gain > (*b)->gain ? -1 : 1;
    return *a < *b ? -1 : *a > *b;
}

size_t causes_say(const struct advice *advice, const struct scope *scope,
                  struct report *report)
{
    const struct finding **causes =
        calloc(advice->count + 1, sizeof(const struct finding *));
    size_t count = 0, simulated = 0;

    if (causes == NULL) {
        report->failed = true;
        return 0;
    }
    for (size_t i = 0; i < advice->count; i++)
        if (advice->items[i].gains) {
            causes[count++] = &advice->items[i];
            simulated += advice->items[i].simulated;
        }
    qsort(causes, count, sizeof(const struct finding *), by_gain);
    for (size_t i = 0; i < count && i < CAUSES_TOLD; i++)
        say_cause(advice, scope, causes[i], i + 1, report);
    if (count > 0)
        say_together(advice, simulated, scope, report);
    free(causes);
    return count;
}
