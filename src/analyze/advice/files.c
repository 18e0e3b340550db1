/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * files.c - MPI-IO in pieces that are too small, and output by other calls that all
 * ranks wait for.
 */
#include <string.h>

#include "analyze/advice/looks.h"
#include "analyze/facts/outside_waits.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"
#include "base/saturate.h"

static bool is_collective(const char *name)
{
    return strstr(name, "_all") != NULL || strstr(name, "_ordered") != NULL;
}

static void look_at_site(struct advice *advice, const struct scope *scope,
                         const struct tally *site)
{
    struct rank_stats_result time = scope_stats(scope, &site->time);
    uint64_t bytes = site->out_bytes + site->in_bytes;
    double mean = (double)bytes / (double)site->calls;
    double gain = scope_mean(scope, time.sum) * (1 - mean / SMALL_IO_BYTES);
    struct finding finding;

    if (bytes == 0 || mean >= SMALL_IO_BYTES ||
        site->calls <= (uint64_t)SMALL_IO_PER_RANK * time.ranks)
        return;
    finding_init(&finding, RULE_SMALL_IO);
    finding.cure = (struct cure){ .kind = CURE_COST,
                                  .site = site->key,
                                  .factor = mean / SMALL_IO_BYTES };
    finding.gains = true;
    finding.gain = advice_within_losses(advice, scope, saturate_near(gain));
    say_site(&finding.where, scope, site->key);
    strbuf_printf(
        &finding.evidence,
        "%s make%s %s of %s on average, which take %s in total.",
        say_count(time.ranks, "rank").text, time.ranks == 1 ? "s" : "",
        say_count(site->calls, "call").text,
        say_bytes(saturate_near(mean)).text, say_seconds(time.sum).text);
    advice_take(advice, scope, &finding);
}

/* ---- output that is no MPI-IO ---- */

/* The least of all ranks. */
struct output {
    uint64_t bytes, off_us;
    uint32_t rank; /* off-CPU for that long */
};

/* us of useful time that the rank's first thread was off-CPU, not for want of a core
 * and not while other threads worked. */
static uint64_t off_alone(const struct resource_use *use)
{
    uint64_t off = use->value[RESOURCE_OFF];
    uint64_t queued = use->value[RESOURCE_QUEUED];
    uint64_t all = resource_use_processor(use);
    uint64_t main = use->value[RESOURCE_MAIN];
    uint64_t others = all > main ? all - main : 0;

    return off > queued + others ? off - queued - others : 0;
}

/* MPI-IO writes by the same calls; of all ranks, as if one wrote it all. */
static uint64_t written_by_mpi(const struct scope *scope)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < scope->sites.count; i++)
        if (scope_call_class(scope, site_call(scope->sites.items[i].key)) ==
            CALL_CLASS_IO)
            bytes += scope->sites.items[i].out_bytes;
    return bytes;
}

/* Whether what all ranks write can take that long. */
static bool find_output(const struct scope *scope, struct output *found)
{
    uint64_t outside[OUTSIDE_WAIT_KINDS];

    *found = (struct output){ UINT64_MAX, UINT64_MAX, 0 };
    outside_waits_sum(scope, outside);
    for (uint32_t i = 0; i < OUTSIDE_WAIT_KINDS; i++)
        if (outside[i] > 0)
            return false;
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct resource_use *use = &scope->uses[i];
        uint64_t off = off_alone(use);

        if (!resource_use_knows(use, RESOURCE_OFF) ||
            !resource_use_knows(use, RESOURCE_WRITTEN) ||
            use->value[RESOURCE_READ] >= use->value[RESOURCE_WRITTEN] ||
            scope->ranks[i].threads > 1)
            return false;
        if (use->value[RESOURCE_WRITTEN] < found->bytes)
            found->bytes = use->value[RESOURCE_WRITTEN];
        if (off >= found->off_us)
            continue;
        found->off_us = off;
        found->rank = scope->ranks[i].rank;
    }
    return scope->rank_count > 1 &&
           found->bytes >= OUTPUT_LEAST + written_by_mpi(scope) &&
           found->off_us / OUTPUT_BYTE_MOST_US <= found->bytes;
}

/* Most of the useful time is all that is known of the place. */
static void put_where(const struct advice *advice, const struct scope *scope,
                      struct strbuf *out)
{
    const struct wait_tallies *waits = &advice->waits;
    uint64_t all = 0, most = 0;
    uint32_t place = 0;

    for (uint32_t i = 0;
         waits->replay != NULL && i < waits->replay->site_count; i++) {
        uint64_t work = waits->replay->activities[2 * (size_t)i];

        all += work;
        if (work <= most)
            continue;
        most = work;
        place = waits->places[i];
    }
    if (all == 0 || most < all / 2)
        return;
    strbuf_puts(out, "  Most useful time is before ");
    say_site(out, scope, wait_place_site(waits, place));
    strbuf_putc(out, '.');
}

static void look_at_output(struct advice *advice, const struct scope *scope)
{
    struct finding finding;
    struct output output;

    if (scope_is_part(scope) || !find_output(scope, &output))
        return;
    finding_init(&finding, RULE_OUTPUT);
    finding.gains = true;
    finding.gain = 1000 * output.off_us;
    finding.phrase = "without these waits, at best";
    strbuf_printf(
        &finding.evidence,
        "Each rank writes %s or more by write() and similar calls, "
        "and its main thread is off-CPU for %s or more of its useful "
        "time (rank %u).",
        say_bytes(output.bytes).text, say_seconds(finding.gain).text,
        output.rank);
    put_where(advice, scope, &finding.evidence);
    advice_take(advice, scope, &finding);
}

void look_at_files(struct advice *advice, const struct scope *scope)
{
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        uint32_t call = site_call(site->key);

        if (scope_call_class(scope, call) == CALL_CLASS_IO &&
            site->calls > 0 && !is_collective(scope_call_name(scope, call)))
            look_at_site(advice, scope, site);
    }
    look_at_output(advice, scope);
}
