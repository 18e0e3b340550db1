/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/workload.h"

#include <string.h>

#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"

#define WHY_LEAST 1.05 /* a smaller factor explains nothing */
#define MORE_LEAST 1.2 /* times the visits or bytes of the others */
#define PROCESSOR_LEAST 0.95
#define FAR_MORE 4.0 /* times the work of others: cores differ less */
#define RUN_WITH_COUNTERS \
    "`MPIPROF_COUNTERS=PAPI_TOT_INS,PAPI_TOT_CYC mpiexec ...'"

/* Ratios: the rank that works longest / the mean of the others. */
struct factors {
    bool work, cycles; /* instructions, and with them cycles are known */
    double time, instructions, ipc, frequency;
};

static int counter_index(const struct scope *scope, const char *const *names)
{
    for (; *names != NULL; names++)
        for (size_t i = 0;
             i < scope->profile->counter_count && i < PROFILE_COUNTERS; i++)
            if (strcmp(scope->profile->counters[i], *names) == 0)
                return (int)i;
    return -1;
}

static int instructions_of(const struct scope *scope)
{
    static const char *const names[] = { "PAPI_TOT_INS", "perf::INSTRUCTIONS",
                                         NULL };

    return counter_index(scope, names);
}

static int cycles_of(const struct scope *scope)
{
    static const char *const names[] = { "PAPI_TOT_CYC", "perf::CYCLES",
                                         "perf::CPU-CYCLES", NULL };

    return counter_index(scope, names);
}

static int processor_time_of(const struct scope *scope)
{
    static const char *const names[] = { "perf::TASK-CLOCK", NULL };

    return counter_index(scope, names);
}

/* most / mean of the others; 0: unknown */
static double ratio_to_others(double most, double all, uint32_t ranks)
{
    double others = (all - most) / (ranks - 1);

    return others > 0 ? most / others : 0;
}

static double counter_ratio(const struct scope *scope,
                            const struct region_facts *facts, int counter)
{
    return counter < 0
               ? 0
               : ratio_to_others((double)facts->most[counter],
                                 facts->all[counter], scope->rank_count);
}

static struct factors factors_of(const struct scope *scope,
                                 const struct region_facts *facts)
{
    double cycles = counter_ratio(scope, facts, cycles_of(scope));
    struct factors factors = {
        .time = ratio_to_others((double)facts->most_time, (double)facts->time,
                                scope->rank_count),
        .instructions = counter_ratio(scope, facts, instructions_of(scope))
    };

    factors.work = factors.instructions > 0;
    factors.cycles = factors.work && cycles > 0 && factors.time > 0;
    if (factors.cycles) {
        factors.ipc = factors.instructions / cycles;
        factors.frequency = cycles / factors.time;
    }
    return factors;
}

static const char *remedy_of(const struct factors *factors)
{
    double slower = factors->cycles ? 1 / factors->ipc
                                    : factors->time / factors->instructions;
    double clocked = factors->cycles ? 1 / factors->frequency : 1;

    if (!factors->work || (factors->instructions < WHY_LEAST &&
                           slower < WHY_LEAST && clocked < WHY_LEAST))
        return NULL;
    if (factors->instructions >= slower && factors->instructions >= clocked)
        return "It likely has more work: move some of it to other ranks (balance "
               "its cost, not the number of items).";
    if (!factors->cycles)
        return "It has hardly more work, but is slower at it: to see whether it "
               "waits for memory or has a slower core, run " RUN_WITH_COUNTERS
               ".";
    if (slower >= clocked)
        return "It likely waits for memory: check where its data lies "
               "(another socket), cache misses, and what shares its memory "
               "bandwidth.";
    return "Its core is likely slower: check what else runs there, power "
           "and thermal limits, and the processor model.";
}

/* The share of its useful time in which it had a processor. */
static double processor_share(const struct region_facts *facts, int counter)
{
    return facts->most_time == 0
               ? 0
               : (double)facts->most[counter] / (double)facts->most_time;
}

void workload_put_why(const struct scope *scope,
                      const struct region_facts *facts,
                      struct finding *finding)
{
    struct factors factors = factors_of(scope, facts);
    int processor = processor_time_of(scope);

    finding->remedy = remedy_of(&factors);
    if (factors.cycles)
        strbuf_printf(&finding->evidence,
                      "  Compared with the mean of the other ranks, it takes "
                      "%.2f times as long, with %.2f times the "
                      "instructions, %.2f times the instructions per cycle, "
                      "%.2f times the clock frequency.",
                      factors.time, factors.instructions, factors.ipc,
                      factors.frequency);
    else if (factors.work)
        strbuf_printf(&finding->evidence,
                      "  Compared with the mean of the other ranks, it takes "
                      "%.2f times as long, with %.2f times the "
                      "instructions.",
                      factors.time, factors.instructions);
    if (processor < 0 || processor_share(facts, processor) >= PROCESSOR_LEAST)
        return;
    strbuf_printf(&finding->evidence,
                  "  It was on a core for only %s of "
                  "that time.",
                  say_percent(processor_share(facts, processor)).text);
    finding->remedy = "Something else runs on its core, or it waits for "
                      "files: look at how ranks are bound to cores, and at "
                      "other jobs.";
}

/* ---- without counters ---- */

/* Ratios: the rank / the mean of the others; 0: unknown. */
struct traffic {
    double visits, calls, bytes;
};

static double against_others(const struct advice *advice,
                             const struct scope *scope, const uint64_t *values,
                             uint32_t rank)
{
    uint32_t others = 0;
    double sum = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *other = &scope->ranks[i];

        if (other->rank == rank || advice_is_master(advice, scope, other))
            continue;
        sum += (double)values[other->rank];
        others++;
    }
    return sum > 0 ? (double)values[rank] * others / sum : 0;
}

/* The region's facts; NULL: they are of another rank. */
static const struct region_facts *facts_of(const struct advice *advice,
                                           const struct finding *finding)
{
    const struct advice_facts *all = &advice->facts;

    return finding->cure.region < all->region_count &&
                   all->regions[finding->cure.region].rank == finding->rank
               ? &all->regions[finding->cure.region]
               : NULL;
}

static struct traffic traffic_of(const struct advice *advice,
                                 const struct scope *scope,
                                 const struct finding *finding)
{
    const struct advice_facts *all = &advice->facts;
    const struct region_facts *facts = facts_of(advice, finding);
    struct traffic traffic = {
        .calls = against_others(advice, scope, all->calls, finding->rank),
        .bytes = against_others(advice, scope, all->bytes, finding->rank)
    };

    if (facts != NULL && finding->cure.region != 0)
        traffic.visits =
            ratio_to_others((double)facts->most_visits, (double)facts->visits,
                            scope->rank_count);
    return traffic;
}

static bool is_more(double times)
{
    return times >= MORE_LEAST;
}

static bool is_alike(double times)
{
    return times == 0 || (times < WHY_LEAST && times * WHY_LEAST > 1);
}

static enum workload_kind kind_of_traffic(const struct traffic *traffic)
{
    if (is_more(traffic->visits))
        return WORKLOAD_MORE;
    return traffic->calls > 0 && is_alike(traffic->calls) &&
                   is_alike(traffic->visits) && is_alike(traffic->bytes)
               ? WORKLOAD_ALIKE
               : WORKLOAD_UNKNOWN;
}

/* ---- either way ---- */

static enum workload_kind kind_of_factors(const struct factors *factors)
{
    return factors->instructions * factors->instructions >= factors->time
               ? WORKLOAD_MORE
               : WORKLOAD_SLOWER;
}

static struct factors counted_of(const struct advice *advice,
                                 const struct scope *scope,
                                 const struct finding *finding)
{
    const struct region_facts *facts = facts_of(advice, finding);

    return facts == NULL ? (struct factors){ .work = false }
                         : factors_of(scope, facts);
}

static bool is_unequal(const struct finding *finding)
{
    return finding->most > 0 && finding->others > 0 &&
           (finding->rule == RULE_IMBALANCE || finding->rule == RULE_TASKS);
}

enum workload_kind workload_of(const struct advice *advice,
                               const struct scope *scope,
                               const struct finding *finding)
{
    struct factors factors;
    struct traffic traffic;

    if (!is_unequal(finding))
        return WORKLOAD_UNKNOWN;
    factors = counted_of(advice, scope, finding);
    if (factors.work)
        return kind_of_factors(&factors);
    traffic = traffic_of(advice, scope, finding);
    return kind_of_traffic(&traffic);
}

/* A rank with more neighbours sends more: bytes alone show no more work.  With two
 * ranks, one sends what the other one receives. */
static void put_traffic(struct strbuf *out, const struct traffic *traffic,
                        struct said others, bool is_pair)
{
    if (kind_of_traffic(traffic) == WORKLOAD_ALIKE)
        strbuf_printf(out, "; it %s as %s",
                      traffic->bytes > 0 && !is_pair
                          ? "communicates as much"
                          : "makes as many MPI calls",
                      others.text);
    else if (is_more(traffic->visits))
        strbuf_printf(out, ", with %.1f times as many visits",
                      traffic->visits);
    else if (is_more(traffic->bytes))
        strbuf_printf(out, ", with %.1f times as many bytes sent and received",
                      traffic->bytes);
}

void workload_put(struct strbuf *out, const struct advice *advice,
                  const struct scope *scope, const struct finding *finding)
{
    struct factors factors;
    struct traffic traffic;

    if (!is_unequal(finding))
        return;
    factors = counted_of(advice, scope, finding);
    if (factors.work) {
        strbuf_printf(out, ", with %.2f times the instructions",
                      factors.instructions);
        return;
    }
    traffic = traffic_of(advice, scope, finding);
    put_traffic(out, &traffic, say_others(scope, finding->rank, false),
                scope->rank_count == 2);
}

static const char *workload_remedy(enum workload_kind kind, bool far)
{
    switch (kind) {
    case WORKLOAD_MORE:
        return "There is more work: divide it so that all ranks compute "
               "for the same time.";
    case WORKLOAD_SLOWER:
        return "The same work takes longer: look at the core (clock "
               "frequency, other programs) and at where its memory lies.";
    case WORKLOAD_ALIKE:
        if (far)
            return "Cores hardly differ that much, so this is most likely more "
                   "work: spread it evenly (by cost, not by number of items).";
        return "Run " RUN_WITH_COUNTERS " to count instructions: if the "
               "slow ranks execute more, spread the work evenly (by cost, "
               "not by number of items); if not, speed them up: each "
               "instruction takes longer there (memory and caches, the clock, "
               "other programs on the core).";
    default: return NULL;
    }
}

void workload_set_remedy(const struct advice *advice,
                         const struct scope *scope, struct finding *finding)
{
    finding->remedy = workload_remedy(workload_of(advice, scope, finding),
                                      (double)finding->most >
                                          FAR_MORE * (double)finding->others);
    if (finding->remedy == NULL && finding->rule == RULE_IMBALANCE &&
        scope->profile->counter_count == 0)
        strbuf_puts(&finding->evidence,
                    "  To see whether it has more work or is slower at it, "
                    "run " RUN_WITH_COUNTERS ".");
}
