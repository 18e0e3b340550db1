/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * files.c - MPI-IO in pieces that are too small.
 */
#include <string.h>

#include "analyze/advice/looks.h"
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

void look_at_files(struct advice *advice, const struct scope *scope)
{
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        uint32_t call = site_call(site->key);

        if (scope_call_class(scope, call) == CALL_CLASS_IO &&
            site->calls > 0 && !is_collective(scope_call_name(scope, call)))
            look_at_site(advice, scope, site);
    }
}
