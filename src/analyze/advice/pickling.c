/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pickling.c - objects of Python that mpi4py turns into bytes and back.
 *
 * Samples show what mpi4py does outside MPI; without samples cProfile has the
 * times of its methods, from which MPI calls are subtracted.  Without either only
 * MPI_Mrecv tells that mpi4py's recv() was called, but not how long it took.
 */
#include <string.h>

#include "analyze/advice/looks.h"
#include "analyze/facts/samples/sampled.h"
#include "analyze/facts/say.h"
#include "analyze/facts/source_location.h"
#include "base/saturate.h"
#include "base/text/affix.h"
#include "model/python/python_times.h"

/* The MPI calls that a function of Python makes. */
struct calls_made {
    uint64_t calls, ns;
};

/* cProfile knows "step" of "Heat.step". */
static struct calls_made calls_of(const struct scope *scope,
                                  const char *function, const char *file)
{
    struct calls_made made = { 0, 0 };

    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        struct source_location at;

        source_location_leaf(scope->profile->definitions, site_path(site->key),
                             &at);
        if (at.function == NULL || strcmp(at.file, file) != 0 ||
            strcmp(part_after(at.function, '.'), part_after(function, '.')) !=
                0)
            continue;
        made.calls += site->calls;
        made.ns += scope_stats(scope, &site->time).sum;
    }
    return made;
}

static void take_pickling(struct advice *advice, const struct scope *scope,
                          const struct sampled_name *where, uint64_t all,
                          const char *source)
{
    uint64_t mean = saturate_near(scope_mean(scope, all));
    struct finding finding;

    finding_init(&finding, RULE_PICKLING);
    finding.gains = true;
    finding.gain = mean < scope->run_ns ? mean : scope->run_ns;
    finding.phrase = "without pickling, at best";
    say_function(&finding.where, where->function, where->file, where->line);
    strbuf_printf(
        &finding.evidence,
        "By %s, mpi4py's lower-case methods (send, recv, bcast) take "
        "%s per rank, %s of T, to turn objects into bytes and back.",
        source, say_seconds(mean).text,
        say_percent(scope_share(mean, scope->run_ns)).text);
    advice_take(advice, scope, &finding);
}

static void look_at_samples(struct advice *advice, const struct scope *scope)
{
    const struct tallies *pickling = &scope->sampled.pickling;

    for (size_t i = 0; i < pickling->count; i++) {
        const struct tally *tally = &pickling->items[i];
        struct sampled_name where =
            sampled_hottest(scope, (uint32_t)tally->key);
        uint64_t all = scope_stats(scope, &tally->time).sum;

        if (all >= PICKLED_LEAST_NS *
                       calls_of(scope, where.function, where.file).calls)
            take_pickling(advice, scope, &where, all, "samples");
    }
}

/* Returns whether cProfile sees mpi4py's methods. */
static bool look_at_cprofile(struct advice *advice, const struct scope *scope)
{
    const struct python_times *times = scope->options->python;
    bool seen = false;

    if (times == NULL || times->ranks < scope->rank_count ||
        scope_is_part(scope))
        return false;
    for (size_t i = 0; i < times->count; i++) {
        const struct python_time *time = &times->items[i];
        struct sampled_name where = { .function = time->function,
                                      .file = time->file,
                                      .line = time->first_line };
        struct calls_made made;

        if (!time->pickles)
            continue;
        seen = true;
        made = calls_of(scope, time->function, time->file);
        if (made.calls > 0 &&
            time->in_mpi4py >= made.ns + PICKLED_LEAST_NS * made.calls)
            take_pickling(advice, scope, &where, time->in_mpi4py - made.ns,
                          "cProfile");
    }
    return seen;
}

/* Whether a function of Python calls that procedure there. */
static bool is_call(const struct scope *scope, uint64_t site, const char *name)
{
    struct source_location at;

    if (strcmp(scope_call_name(scope, site_call(site)), name) != 0)
        return false;
    source_location_leaf(scope->profile->definitions, site_path(site), &at);
    return at.python;
}

static void look_at_calls(struct advice *advice, const struct scope *scope)
{
    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];
        uint64_t mean = saturate_near(scope_mean(scope, site->in_bytes));
        struct source_location at;
        struct finding finding;

        if (!is_call(scope, site->key, "MPI_Mrecv") ||
            !advice_worth(scope, mean * PICKLED_NS_PER_BYTE))
            continue;
        source_location_leaf(scope->profile->definitions, site_path(site->key),
                             &at);
        finding_init(&finding, RULE_PICKLING);
        say_function(&finding.where, at.function, at.file, at.line);
        strbuf_printf(
            &finding.evidence,
            "recv() turns %s of messages per rank into objects there.",
            say_bytes(mean).text);
        finding.remedy =
            "To see how long pickling takes, run `MPIPROF_SAMPLE=100 mpiexec "
            "...'.  " PICKLING_REMEDY;
        advice_take(advice, scope, &finding);
    }
}

static bool is_called_there(const struct scope *scope, uint64_t site,
                            const char *name)
{
    for (size_t i = 0; i < scope->sites.count; i++)
        if (site_path(scope->sites.items[i].key) == site_path(site) &&
            is_call(scope, scope->sites.items[i].key, name))
            return true;
    return false;
}

/* mpi4py combines objects by messages, from one line of the program. */
static void look_at_reductions(struct advice *advice,
                               const struct scope *scope)
{
    for (size_t i = 0; i < advice->count; i++) {
        struct finding *finding = &advice->items[i];
        uint64_t site = finding->cure.site;

        if (finding->rule < RULE_PIPELINE ||
            finding->rule > RULE_SMALL_MESSAGES ||
            !(is_call(scope, site, "MPI_Recv") ||
              is_call(scope, site, "MPI_Send")) ||
            !is_called_there(scope, site, "MPI_Recv") ||
            !is_called_there(scope, site, "MPI_Send"))
            continue;
        if (finding->cure.kind == CURE_PIECES)
            finding->cure.kind = CURE_NO_WAIT;
        finding->remedy =
            "These messages are those of mpi4py's reduce(), allreduce() or "
            "scan(), which combine objects in Python, one rank after another: "
            "use Reduce(), Allreduce() or Scan() with numpy arrays.";
    }
}

void look_at_pickling(struct advice *advice, const struct scope *scope)
{
    look_at_reductions(advice, scope);
    if (scope->sampled.sampled_ranks > 0)
        look_at_samples(advice, scope);
    else if (!look_at_cprofile(advice, scope))
        look_at_calls(advice, scope);
}
