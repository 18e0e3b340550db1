/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/starvation.h"

#include "analyze/facts/imbalance.h"
#include "analyze/facts/say.h"

#define MEAN_SHARE 0.2
#define RANK_SHARE 0.5
#define NS_PER_US 1000u

static uint64_t less(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* in_mpi: the most of MPI time that counts. */
static uint64_t waited_ns(const struct resource_use *use, uint64_t in_mpi)
{
    uint64_t runnable = use->value[RESOURCE_QUEUED] * NS_PER_US;
    uint64_t off = less(use->value[RESOURCE_OFF] * NS_PER_US, runnable);

    if (!resource_use_knows(use, RESOURCE_QUEUED) ||
        !resource_use_knows(use, RESOURCE_OFF))
        return 0;
    return off + less(runnable - off, in_mpi);
}

static bool is_tighter(const struct host_cores *a, const struct host_cores *b)
{
    uint64_t a_cores = core_set_count(&a->set);
    uint64_t b_cores = core_set_count(&b->set);

    return a_cores > 0 &&
           (b_cores == 0 || a->ranks * b_cores > b->ranks * a_cores);
}

static void take_cores(const struct scope *scope, struct starvation *out)
{
    const struct host_cores *found = NULL;

    for (uint32_t i = 0; i < scope->host_count; i++)
        if (scope->hosts[i].ranks > 0 &&
            (found == NULL || is_tighter(&scope->hosts[i], found)))
            found = &scope->hosts[i];
    if (found == NULL)
        return;
    out->ranks = found->ranks;
    out->cores = core_set_count(&found->set);
    out->first_core = core_set_first(&found->set);
    out->online = found->set.online;
}

struct starvation starvation_of(const struct scope *scope)
{
    struct starvation found = { .ranks = scope->rank_count };
    uint64_t useful = imbalance_of_run(scope).max, most = 0, sum = 0;
    uint64_t in_mpi = scope->run_ns > useful ? scope->run_ns - useful : 0;

    if (!scope_is_whole(scope) || scope_is_too_short(scope))
        return found;
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        uint64_t ns = waited_ns(&scope->uses[i], in_mpi);

        sum += ns / scope->rank_count;
        if (ns > most) {
            most = ns;
            found.most_rank = scope->ranks[i].rank;
        }
    }
    found.mean = scope_share(sum, scope->run_ns);
    found.most = scope_share(most, scope->run_ns);
    found.all = found.mean > MEAN_SHARE && scope->rank_count > 1;
    found.starved = found.mean > MEAN_SHARE || found.most > RANK_SHARE;
    take_cores(scope, &found);
    return found;
}

static void say_who(const struct starvation *starvation, bool shared,
                    struct strbuf *out)
{
    if (starvation->all)
        strbuf_printf(out, "%s average each rank waited %s",
                      shared ? "on" : "On",
                      say_percent(starvation->mean).text);
    else
        strbuf_printf(out, "%s %u waited %s", shared ? "rank" : "Rank",
                      starvation->most_rank,
                      say_percent(starvation->most).text);
    strbuf_puts(out, " of the run for a core, so the times below mostly show "
                     "that.  ");
}

static void say_cure(const struct starvation *starvation, bool shared,
                     struct strbuf *out)
{
    if (starvation->cores == 0)
        strbuf_puts(out,
                    "Run fewer ranks on a host, or give them more cores.");
    else if (shared && starvation->cores < starvation->online)
        strbuf_printf(out,
                      "Their binding allows %u of the host's %u cores: bind "
                      "each rank to cores of its own (mpiexec --bind-to "
                      "core), or ask the batch system for more cores.",
                      starvation->cores, starvation->online);
    else if (shared)
        strbuf_printf(out,
                      "Run at most %u of them on this host, or use more "
                      "hosts.",
                      starvation->cores);
    else
        strbuf_puts(out, "There are enough cores: look at how ranks and their "
                         "threads are bound to them, and at what else runs "
                         "there.");
}

void starvation_say(const struct starvation *starvation, struct strbuf *out)
{
    bool shared =
        starvation->cores > 0 && starvation->cores < starvation->ranks;

    if (shared && starvation->cores == 1)
        strbuf_printf(out, "%u ranks shared core %u: ", starvation->ranks,
                      starvation->first_core);
    else if (shared)
        strbuf_printf(out, "%u ranks shared %u cores: ", starvation->ranks,
                      starvation->cores);
    say_who(starvation, shared, out);
    say_cure(starvation, shared, out);
}
