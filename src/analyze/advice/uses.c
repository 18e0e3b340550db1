/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * uses.c - why a rank takes longer, as far as its host resources explain it, and
 * threads that do not work.
 *
 * Numbers of the whole run.  CPU time in MPI cannot be separated from CPU time
 * in useful work, since MPI may wait with or without a core; so off-CPU useful
 * time is known as a lower bound (see RESOURCE_OFF), and this bound is
 * compared: with the other ranks, and with the rank's excess time.  A reason
 * is reported if the rank exceeds the other ranks in it.
 */
#include <string.h>

#include "analyze/advice/looks.h"
#include "analyze/facts/say.h"

#define OFF_SHARE 0.1    /* of useful time, least that is reported */
#define EXCESS_SHARE 0.5 /* of what the rank takes longer than the others */
#define QUEUED_SHARE 0.5 /* of the time off-CPU */
#define BYTES_LEAST (1u << 20)
#define FAULTS_LEAST 20u /* that read from storage */
#define SLEEPS_LEAST 20u
#define THREADS_LEAST 1.5 /* busy threads of the other ranks */
#define FEWER_THREADS 0.6 /* of theirs */
#define IDLE_THREADS \
    0.1 /* of a core that each thread but the first keeps busy */

/* In the kernel: what a minor fault, or a byte that is read or written, likely
 * takes; and what none takes, as single bytes do: more is not explained. */
#define FAULT_NS 1000.0
#define FAULT_MOST_NS 100000.0
#define BYTE_NS 0.5
#define BYTE_MOST_NS 1000.0

/* Values for one rank and for the mean of the others. */
struct against {
    uint64_t own;
    double others;
};

static struct against compare_with_others(const struct scope *scope,
                                          uint32_t index,
                                          enum resource resource)
{
    struct against found = { .own = scope->uses[index].value[resource] };
    uint32_t ranks = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (i != index && resource_use_knows(&scope->uses[i], resource)) {
            found.others += (double)scope->uses[i].value[resource];
            ranks++;
        }
    if (ranks > 0)
        found.others /= ranks;
    return found;
}

static double more_ns(struct against us)
{
    return ((double)us.own - us.others) * 1000;
}

static struct said say_microseconds(double us)
{
    return say_seconds((uint64_t)(us > 0 ? us * 1000 : 0));
}

static bool has_more(struct against count, double least)
{
    return (double)count.own >= 2 * count.others &&
           (double)count.own - count.others >= least;
}

/* Whether it gave its core up by itself more often than the others, and was
 * hardly longer without one than they were while it was ready. */
static bool rank_sleeps(const struct scope *scope, uint32_t index)
{
    struct against off = compare_with_others(scope, index, RESOURCE_OFF);
    struct against queued = compare_with_others(scope, index, RESOURCE_QUEUED);

    return has_more(compare_with_others(scope, index, RESOURCE_VOLUNTARY),
                    SLEEPS_LEAST) &&
           (double)queued.own - queued.others <
               QUEUED_SHARE * ((double)off.own - off.others);
}

/* "  It did something 20 times (other ranks: 3 on average)." */
static void say_against(const char *what, struct against count,
                        struct strbuf *out)
{
    strbuf_printf(out, "  It %s %llu times (other ranks: %.0f on average).",
                  what, (unsigned long long)count.own, count.others);
}

static const char *say_sleep(const struct scope *scope, uint32_t index,
                             struct strbuf *out)
{
    if (!rank_sleeps(scope, index))
        return NULL;
    say_against("gave up its core to wait for something",
                compare_with_others(scope, index, RESOURCE_VOLUNTARY), out);
    return "It sleeps, or waits for files, locks or other threads: `strace -f -T "
           "-p PID' on its host shows which.";
}

static const char *say_queue(const struct scope *scope, uint32_t index,
                             uint64_t off, struct strbuf *out)
{
    const struct resource_use *use = &scope->uses[index];
    struct against queued = compare_with_others(scope, index, RESOURCE_QUEUED);

    if (!resource_use_knows(use, RESOURCE_QUEUED) ||
        rank_sleeps(scope, index) ||
        (double)queued.own < QUEUED_SHARE * (double)off)
        return NULL;
    strbuf_printf(out,
                  "  It spent %s runnable but waiting for a core (other "
                  "ranks: %s on average), in MPI or not, and was preempted "
                  "%llu times.",
                  say_microseconds((double)queued.own).text,
                  say_microseconds(queued.others).text,
                  (unsigned long long)use->value[RESOURCE_INVOLUNTARY]);
    return "Something else runs on its core: check how ranks and their "
           "threads are bound to cores, whether there are more of them than "
           "cores, and other jobs on the host.";
}

static const char *say_storage(const struct scope *scope, uint32_t index,
                               struct strbuf *out)
{
    struct against faults =
        compare_with_others(scope, index, RESOURCE_MAJOR_FAULTS);

    if (!has_more(faults, FAULTS_LEAST))
        return NULL;
    say_against("waited for a page of memory to be read from storage", faults,
                out);
    return "It likely waits for pages of memory: check whether its host has "
           "enough memory, and whether the rank maps files.";
}

/* How many more bytes were read and written; 0: hardly more. */
static double more_bytes(struct against read, struct against written)
{
    double more = 0;

    if (has_more(read, BYTES_LEAST))
        more += (double)read.own - read.others;
    if (has_more(written, BYTES_LEAST))
        more += (double)written.own - written.others;
    return more;
}

static bool say_bytes_moved(const struct scope *scope, uint32_t index,
                            struct strbuf *out)
{
    struct against read = compare_with_others(scope, index, RESOURCE_READ);
    struct against written =
        compare_with_others(scope, index, RESOURCE_WRITTEN);

    if (more_bytes(read, written) <= 0)
        return false;
    strbuf_printf(out,
                  "  It read %s and wrote %s by read(), write() and similar "
                  "calls (other ranks: %s and %s on average).",
                  say_bytes(read.own).text, say_bytes(written.own).text,
                  say_bytes((uint64_t)read.others).text,
                  say_bytes((uint64_t)written.others).text);
    return true;
}

/* Useful time off-CPU. */
static const char *say_off(const struct scope *scope, uint32_t index,
                           uint64_t longer, struct finding *finding)
{
    struct strbuf *out = &finding->evidence;
    struct against off = compare_with_others(scope, index, RESOURCE_OFF);
    uint64_t useful = scope->ranks[index].useful;
    const char *remedy;

    if ((double)off.own * 1000 < OFF_SHARE * (double)useful ||
        more_ns(off) < EXCESS_SHARE * (double)longer)
        return NULL;
    strbuf_printf(out,
                  "  Over the whole run its main thread was off-CPU for at "
                  "least %s of its %s of useful time (other ranks: %s on "
                  "average).",
                  say_microseconds((double)off.own).text,
                  say_seconds(useful).text, say_microseconds(off.others).text);
    remedy = say_queue(scope, index, off.own, out);
    finding->idle = remedy == NULL;
    if (remedy == NULL)
        remedy = say_storage(scope, index, out);
    if (remedy == NULL && say_bytes_moved(scope, index, out))
        remedy = "It likely waits for files: let all ranks read and write "
                 "(MPI-IO), or do so less often.";
    if (remedy == NULL)
        remedy = say_sleep(scope, index, out);
    return remedy != NULL ? remedy
                          : "It likely sleeps, or waits for files, locks or "
                            "other threads: `strace -f -T -p PID' on its host "
                            "shows which.";
}

/* Time in the kernel that so many more of something may explain: what these
 * likely take; 0: they cannot. */
static double explained_ns(double more, double each_ns, double most_ns,
                           double ns)
{
    return more > 0 && more * most_ns >= ns ? more * each_ns : 0;
}

/* Time in the kernel, with page faults, or with bytes read and written,
 * whichever probably takes more of the time. */
static const char *say_kernel(const struct scope *scope, uint32_t index,
                              uint64_t longer, struct strbuf *out)
{
    struct against system = compare_with_others(scope, index, RESOURCE_SYSTEM);
    struct against faults =
        compare_with_others(scope, index, RESOURCE_MINOR_FAULTS);
    double bytes =
        more_bytes(compare_with_others(scope, index, RESOURCE_READ),
                   compare_with_others(scope, index, RESOURCE_WRITTEN));
    double more = more_ns(system), by_faults, by_bytes;

    by_faults = explained_ns((double)faults.own - faults.others, FAULT_NS,
                             FAULT_MOST_NS, more);
    by_bytes = explained_ns(bytes, BYTE_NS, BYTE_MOST_NS, more);
    if (more < EXCESS_SHARE * (double)longer || more <= 0 ||
        by_faults + by_bytes <= 0)
        return NULL;
    strbuf_printf(out,
                  "  Over the whole run it spent %s of CPU time in the kernel "
                  "(other ranks: %s on average).",
                  say_microseconds((double)system.own).text,
                  say_microseconds(system.others).text);
    if (by_faults >= by_bytes) {
        say_against("took a page fault", faults, out);
        return "It likely allocates and frees memory again and again: reuse "
               "its arrays.";
    }
    say_bytes_moved(scope, index, out);
    return "It likely copies files to and from memory, or makes many small "
           "reads and writes: let all ranks read and write (MPI-IO), in larger "
           "pieces or less often.";
}

/* us of CPU time of the threads besides the first. */
static double others_us(const struct resource_use *use)
{
    double us = (double)resource_use_processor(use) -
                (double)use->value[RESOURCE_MAIN];

    return us > 0 ? us : 0;
}

/* Its other threads worked for as long as its first thread was off-CPU. */
static bool waits_for_threads(const struct resource_use *use)
{
    double off = (double)use->value[RESOURCE_OFF];

    return off > 0 && others_us(use) >= off;
}

/* Cores that its threads kept busy in useful time, in which the others of them
 * work; a main thread that waits in MPI may spin.  0: unknown. */
static double busy_threads(const struct scope *scope, uint32_t index)
{
    const struct resource_use *use = &scope->uses[index];
    double useful = (double)scope->ranks[index].useful, us;

    if (!resource_use_knows(use, RESOURCE_MAIN) || useful <= 0)
        return 0;
    us = others_us(use);
    if (waits_for_threads(use))
        us -= (double)use->value[RESOURCE_OFF];
    return 1 + 1000 * us / useful;
}

/* Its first thread was on a core for most of its useful time: a rank that
 * sleeps needs no more threads. */
static bool keeps_core(const struct scope *scope, uint32_t index)
{
    return 2000 * (double)scope->uses[index].value[RESOURCE_MAIN] >
           (double)scope->ranks[index].useful;
}

/* Fewer threads share its work than share the others' work, or unevenly. */
static const char *say_threads(const struct scope *scope, uint32_t index,
                               struct strbuf *out)
{
    double own = busy_threads(scope, index), others = 0;
    uint32_t known = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        double busy = i == index ? 0 : busy_threads(scope, i);

        others += busy;
        known += busy > 0;
    }
    others = known > 0 ? others / known : 0;
    if (own <= 0 || others < THREADS_LEAST || own > FEWER_THREADS * others ||
        !(keeps_core(scope, index) || waits_for_threads(&scope->uses[index])))
        return NULL;
    strbuf_printf(out,
                  "  Over the whole run its threads kept %.1f cores busy "
                  "during its useful time (other ranks: %.1f on average).",
                  own, others);
    return "Fewer of its threads work at the same time: check that it has as "
           "many threads as the other ranks (OMP_NUM_THREADS) and cores for "
           "them, and that they share its work evenly.";
}

/* ---- threads that do not work ---- */

/* OpenMP's threads are known where its runtime tells of them, by regions. */
static bool has_parallel_regions(const struct scope *scope)
{
    const struct definitions *names = scope->profile->definitions;

    for (size_t i = 0; i < scope->regions.count; i++) {
        uint32_t node = (uint32_t)scope->regions.items[i].key;

        if (node != 0 &&
            strcmp(
                definitions_region_name(
                    names, definitions_get(names, DEFINITION_REGION_NODE, node)
                               .refs[1]),
                "omp parallel") == 0)
            return true;
    }
    return false;
}

static uint32_t fewest_threads(const struct scope *scope)
{
    uint32_t fewest = UINT32_MAX;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].threads < fewest)
            fewest = scope->ranks[i].threads;
    return fewest;
}

/* The most cores that threads of a rank keep busy; 0: some may do some work. */
static double busy_alone(const struct scope *scope)
{
    double most = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        double busy = busy_threads(scope, i);
        double others = (double)scope->ranks[i].threads - 1;

        if (others < 1 || busy <= 0 || busy - 1 >= IDLE_THREADS * others ||
            !keeps_core(scope, i))
            return 0;
        most = busy > most ? busy : most;
    }
    return most;
}

void look_at_threads(struct advice *advice, const struct scope *scope)
{
    double busy = scope_is_part(scope) ? 0 : busy_alone(scope);
    struct finding finding;

    if (busy <= 0 || !has_parallel_regions(scope))
        return;
    finding_init(&finding, RULE_ONE_THREAD);
    strbuf_printf(&finding.evidence,
                  "Each rank has %u threads or more, but in useful time they "
                  "keep %.1f cores busy at most.",
                  fewest_threads(scope), busy);
    advice_take(advice, scope, &finding);
}

/* An excess over the mean of all ranks, as an excess over the mean of the others. */
static uint64_t than_others(const struct scope *scope, uint64_t than_mean)
{
    uint32_t others = scope->rank_count - 1;

    return others > 0 ? than_mean + than_mean / others : than_mean;
}

void advice_put_use(const struct scope *scope, uint32_t index, uint64_t longer,
                    struct finding *finding)
{
    const char *remedy;

    longer = than_others(scope, longer);
    if (scope->inside != NULL ||
        !resource_use_knows(&scope->uses[index], RESOURCE_OFF))
        return;
    remedy = say_threads(scope, index, &finding->evidence);
    if (remedy == NULL)
        remedy = say_off(scope, index, longer, finding);
    if (remedy == NULL)
        remedy = say_kernel(scope, index, longer, &finding->evidence);
    if (finding->remedy != NULL || remedy == NULL)
        return;
    finding->remedy = remedy;
    finding->uses = true;
}
