/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/starvation.h"

#include <stdlib.h>

#include "analyze/facts/say.h"
#include "base/order.h"

#define NS_PER_US 1000u
/* The rule `no_core' repeats these numbers in words. */
#define STARVED_MEAN 0.2    /* of T, mean over ranks */
#define STARVED_RANK 0.5    /* of T, one rank */
#define STARVED_THREADS 1.5 /* CPU time of all threads to the main thread's */

/* in_mpi: the most of MPI time that counts. */
static uint64_t waited_ns(const struct resource_use *use, uint64_t in_mpi)
{
    uint64_t runnable = use->value[RESOURCE_QUEUED] * NS_PER_US;
    uint64_t off = order_least(use->value[RESOURCE_OFF] * NS_PER_US, runnable);

    if (!resource_use_knows(use, RESOURCE_QUEUED) ||
        !resource_use_knows(use, RESOURCE_OFF))
        return 0;
    return off + order_least(runnable - off, in_mpi);
}

/* MPI time of the whole run on the rank with the most useful time. */
static uint64_t least_in_mpi(const struct scope *scope, uint64_t run_ns)
{
    uint64_t most = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].run_useful > most)
            most = scope->ranks[i].run_useful;
    return run_ns > most ? run_ns - most : 0;
}

/* Sums over the ranks of a host, ns. */
struct host_sums {
    uint64_t ranks, waited, processor, main;
};

static bool is_bound_to(const struct core_set *cores,
                        const struct core_set *own)
{
    return own->online > 0 && core_set_has(cores, own);
}

/* cores: of the ranks alone that may run only on these; or NULL */
static struct host_sums sums_of(const struct scope *scope, uint32_t host,
                                const struct core_set *cores, uint64_t in_mpi)
{
    struct host_sums sums = { 0 };

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct resource_use *use = &scope->uses[i];

        if (scope->ranks[i].host != host ||
            (cores != NULL && !is_bound_to(cores, &scope->cores[i])))
            continue;
        sums.ranks++;
        sums.waited += waited_ns(use, in_mpi);
        sums.processor += resource_use_processor(use);
        sums.main += use->value[RESOURCE_MAIN];
    }
    return sums;
}

/* Sets of the ranks of a host whose cores are known. */
struct known_sets {
    const struct core_set **sets;
    uint32_t count;
    struct core_set all;
    const struct core_set *starved; /* of the rank that waited most */
};

static void collect_sets(const struct scope *scope,
                         const struct starvation *starvation,
                         struct known_sets *out)
{
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        if (scope->ranks[i].host != starvation->host ||
            scope->cores[i].online == 0)
            continue;
        if (scope->ranks[i].rank == starvation->rank)
            out->starved = &scope->cores[i];
        core_set_add(&out->all, &scope->cores[i]);
        out->sets[out->count++] = &scope->cores[i];
    }
}

static enum cores_had cores_of(const struct known_sets *known,
                               struct core_set *few)
{
    if (known->count == 0)
        return CORES_UNKNOWN;
    *few = known->all;
    if (known->count > known->all.online)
        return CORES_FEWER;
    if (core_sets_suffice(known->sets, known->count, few))
        return CORES_ENOUGH;
    return known->starved != NULL && core_set_has(few, known->starved)
               ? CORES_BOUND
               : CORES_UNKNOWN;
}

static void take_cores(const struct scope *scope, struct starvation *out)
{
    struct known_sets known = {
        .sets = calloc(scope->rank_count, sizeof(const struct core_set *))
    };

    if (known.sets == NULL)
        return;
    collect_sets(scope, out, &known);
    out->had = cores_of(&known, &out->cores);
    for (uint32_t i = 0; i < known.count; i++)
        out->sharing += core_set_has(&out->cores, known.sets[i]);
    free(known.sets);
}

static void take_host(const struct scope *scope, uint64_t run_ns,
                      uint64_t in_mpi, struct starvation *out)
{
    struct host_sums sums = sums_of(scope, out->host, NULL, in_mpi);

    out->threads =
        (double)sums.processor > STARVED_THREADS * (double)sums.main;
    take_cores(scope, out);
    if (out->had == CORES_FEWER || out->had == CORES_BOUND)
        sums = sums_of(scope, out->host, &out->cores, in_mpi);
    if (out->all)
        out->share = scope_share(sums.waited / sums.ranks, run_ns);
}

struct starvation starvation_of(const struct scope *scope)
{
    uint64_t run_ns = scope_whole_ns(scope), most = 0, sum = 0;
    uint64_t in_mpi = least_in_mpi(scope, run_ns);
    struct starvation found = { 0 };

    if (scope_is_too_short(scope))
        return found;
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        uint64_t ns = waited_ns(&scope->uses[i], in_mpi);

        sum += ns / scope->rank_count;
        if (ns > most) {
            most = ns;
            found.rank = scope->ranks[i].rank;
            found.host = scope->ranks[i].host;
        }
    }
    found.share = scope_share(most, run_ns);
    found.all = scope_share(sum, run_ns) > STARVED_MEAN;
    found.starved = found.all || found.share > STARVED_RANK;
    found.all = found.all && scope->rank_count > 1;
    if (found.starved)
        take_host(scope, run_ns, in_mpi, &found);
    return found;
}

struct starvation starvation_cores(const struct scope *scope,
                                   const struct rank_times *rank)
{
    struct starvation found = { .all = true,
                                .rank = rank->rank,
                                .host = rank->host };

    take_cores(scope, &found);
    return found;
}

/* In a run of several hosts: " of host node1". */
static void say_host(const struct scope *scope, uint32_t host,
                     struct strbuf *out)
{
    const struct definitions *names = scope->profile->definitions;
    struct definition name;

    if (scope_on_one_host(scope))
        return;
    name = definitions_get(names, DEFINITION_HOST, host);
    strbuf_printf(out, " of host %.*s", (int)name.key_size,
                  (const char *)name.key);
}

static void say_waited(const struct starvation *starvation, const char *what,
                       struct strbuf *out)
{
    strbuf_printf(out, " spent %s of the run waiting for %s",
                  say_percent(starvation->share).text, what);
}

/* "On average, ranks of host node1 spent 62 % of the run waiting for a core",
 * or that rank. */
static void say_starved(const struct scope *scope,
                        const struct starvation *starvation,
                        struct strbuf *out)
{
    if (starvation->all)
        strbuf_puts(out, "On average, ranks");
    else
        strbuf_printf(out, "Rank %u", starvation->rank);
    say_host(scope, starvation->host, out);
    say_waited(starvation, "a core", out);
}

static void say_shared(const struct scope *scope,
                       const struct starvation *starvation, struct strbuf *out)
{
    bool one = core_set_count(&starvation->cores) == 1;

    strbuf_printf(out, "%u ranks shared ", starvation->sharing);
    core_set_say(&starvation->cores, out);
    say_host(scope, starvation->host, out);
    strbuf_puts(out, ", and ");
    if (starvation->all)
        strbuf_puts(out, "on average");
    else
        strbuf_printf(out, "rank %u", starvation->rank);
    say_waited(starvation, one ? "it" : "a free one", out);
}

static void say_enough(const struct scope *scope,
                       const struct starvation *starvation, struct strbuf *out)
{
    say_starved(scope, starvation, out);
    strbuf_puts(out, starvation->threads
                         ? ".  There was one for each rank, but other threads "
                           "of the ranks ran on these cores, too"
                         : ".  There was one for each rank: other programs or "
                           "threads ran there, too, or a CPU limit applied");
}

void starvation_say(const struct scope *scope,
                    const struct starvation *starvation, struct strbuf *out)
{
    switch (starvation->had) {
    case CORES_UNKNOWN: say_starved(scope, starvation, out); break;
    case CORES_ENOUGH: say_enough(scope, starvation, out); break;
    default: say_shared(scope, starvation, out);
    }
    strbuf_putc(out, '.');
}

const char *starvation_cure(const struct starvation *starvation)
{
    switch (starvation->had) {
    case CORES_UNKNOWN:
        return "How many cores they had is unknown: look for more ranks than "
               "cores, for other programs on the host, and for a CPU limit of "
               "the container or batch job.";
    case CORES_FEWER:
        return "Run no more ranks on a host than it has cores, each bound to "
               "cores of its own (mpiexec --bind-to core), or use more hosts.";
    case CORES_BOUND:
        return "Bind each rank to cores of its own (mpiexec --bind-to core), "
               "or ask the batch system for more cores.";
    default:
        return starvation->threads
                   ? "Start fewer threads in each rank (OMP_NUM_THREADS), or "
                     "give each rank as many cores as it has threads."
                   : "Look for other programs on the host, for helper threads "
                     "of the ranks (top -H), and for a CPU limit of the container "
                     "or batch job (cpu.max of its cgroup).";
    }
}
