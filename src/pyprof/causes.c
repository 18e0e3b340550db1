/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/causes.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/order.h"
#include "base/ranklist.h"
#include "base/saturate.h"
#include "base/text/affix.h"
#include "pyprof/report.h"

#define SPINE 0.9     /* of all time: what main functions take */
#define INNERMOST 0.9 /* of the excess: a callee with that is the place */
#define MOSTLY 0.5    /* of the time: such a callee is named */
#define DEPTH_MOST 64

struct search {
    const struct pyprof *merged;
    bool *communicates; /* by function: it, or what it calls */
    bool *covered;      /* by function: a cause has it already */
    uint32_t *queue;
    uint64_t *work, *values; /* by position of the rank */
    uint64_t *spread;        /* work, with the cause at hand spread evenly */
    uint64_t least, left;    /* ns: worth telling; of MPI, to be gained */
    struct py_causes *out;
};

/* ---- stretches of work ---- */

/* Marks the functions in the queue and all that call them. */
static void mark_callers(struct search *search, size_t count)
{
    const struct pyprof *merged = search->merged;

    for (size_t i = 0; i < count; i++) {
        uint32_t at = merged->functions[search->queue[i]].first_caller;

        for (; at != PY_NONE; at = merged->edges[at].next_caller) {
            uint32_t caller = merged->edges[at].caller;

            if (search->communicates[caller])
                continue;
            search->communicates[caller] = true;
            search->queue[count++] = caller;
        }
    }
}

static bool is_seed(const struct pyprof *merged, uint32_t function, bool known)
{
    const struct py_function *item = &merged->functions[function];

    if (known)
        return merged_is_mpi(merged, function) || item->hidden_ns > 0;
    return (double)py_ns(item->total.cumulative) >=
           SPINE * (double)merged_own_ns(merged);
}

/* Where no function is known to communicate, the main ones are taken for what
 * does. */
static void mark_communicating(struct search *search)
{
    const struct pyprof *merged = search->merged;
    size_t count = 0;

    for (uint32_t i = 0; i < merged->function_count; i++)
        if (is_seed(merged, i, search->out->mpi_known)) {
            search->communicates[i] = true;
            search->queue[count++] = i;
        }
    mark_callers(search, count);
}

bool causes_communicating(const struct pyprof *merged, bool *out)
{
    struct py_causes known = { .mpi_known = true };
    struct search search = {
        .merged = merged,
        .communicates = out,
        .queue = calloc(merged->function_count + 1u, sizeof(uint32_t)),
        .out = &known,
    };

    if (search.queue == NULL)
        return false;
    mark_communicating(&search);
    free(search.queue);
    return true;
}

static void cover_callees(struct search *search, uint32_t function)
{
    const struct pyprof *merged = search->merged;
    size_t count = 1;

    search->covered[function] = true;
    search->queue[0] = function;
    for (size_t i = 0; i < count; i++) {
        uint32_t at = merged->functions[search->queue[i]].first_callee;

        for (; at != PY_NONE; at = merged->edges[at].next_callee) {
            uint32_t callee = merged->edges[at].callee;

            if (search->covered[callee])
                continue;
            search->covered[callee] = true;
            search->queue[count++] = callee;
        }
    }
}

/* Whether a stretch begins there: its caller communicates, or passes it on. */
static bool is_entry(const struct search *search, uint32_t function)
{
    const struct pyprof *merged = search->merged;
    uint32_t at = merged->functions[function].first_caller;

    if (at == PY_NONE)
        return true;
    for (; at != PY_NONE; at = merged->edges[at].next_caller) {
        uint32_t caller = merged->edges[at].caller;

        if (search->communicates[caller] || !merged->functions[caller].program)
            return true;
    }
    return false;
}

/* ---- candidates ---- */

struct candidate {
    uint32_t function;
    enum py_measure measure;
    uint64_t excess;
};

ORDER(greatest_first, struct candidate, DOWN(excess) UP(function));

static uint64_t excess_of(const struct search *search, uint32_t function,
                          enum py_measure measure)
{
    return merged_spread(
               search->merged,
               spread_across(&search->merged->functions[function], measure))
        .avoidable;
}

static bool has_program(const struct pyprof *merged)
{
    for (uint32_t i = 0; i < merged->function_count; i++)
        if (merged->functions[i].program && merged->functions[i].listed)
            return true;
    return false;
}

static bool is_candidate(const struct search *search, uint32_t function,
                         bool program, struct candidate *out)
{
    const struct py_function *item = &search->merged->functions[function];

    *out = (struct candidate){ function, PY_OWN, 0 };
    if (!program) {
        out->excess = excess_of(search, function, PY_OWN);
        return !merged_is_mpi(search->merged, function);
    }
    out->measure = search->communicates[function] ? PY_WORK : PY_INCLUSIVE;
    out->excess = excess_of(search, function, out->measure);
    return item->program &&
           (search->communicates[function] || is_entry(search, function));
}

static size_t collect_candidates(const struct search *search,
                                 struct candidate *out)
{
    bool program = has_program(search->merged);
    size_t count = 0;

    for (uint32_t i = 0; i < search->merged->function_count; i++)
        if (is_candidate(search, i, program, &out[count]) &&
            out[count].excess >= search->least && out[count].excess > 0)
            count++;
    qsort(out, count, sizeof(*out), greatest_first);
    return count;
}

/* The innermost function of the program that has nearly all of the excess. */
static uint32_t find_innermost(const struct search *search, uint32_t function)
{
    const struct pyprof *merged = search->merged;
    uint64_t whole = excess_of(search, function, PY_INCLUSIVE);

    for (int depth = 0; depth < DEPTH_MOST; depth++) {
        uint32_t at = merged->functions[function].first_callee;
        uint32_t next = PY_NONE;

        for (; at != PY_NONE; at = merged->edges[at].next_callee) {
            uint32_t callee = merged->edges[at].callee;

            if (callee != function && merged->functions[callee].program &&
                (double)excess_of(search, callee, PY_INCLUSIVE) >=
                    INNERMOST * (double)whole)
                next = callee;
        }
        if (next == PY_NONE)
            break;
        function = next;
    }
    return function;
}

/* ---- a cause ---- */

/* The callee that has most of the seconds of that measure; PY_NONE: none has.
 * In the work of a function are no other functions of the program. */
static uint32_t mostly_in(const struct pyprof *merged, uint32_t function,
                          enum py_measure measure, double seconds)
{
    const struct py_edge *most = NULL;
    uint32_t at = merged->functions[function].first_callee;

    for (; at != PY_NONE; at = merged->edges[at].next_callee) {
        const struct py_edge *edge = &merged->edges[at];

        if (merged_is_mpi(merged, edge->callee) || edge->callee == function ||
            (measure == PY_WORK && merged->functions[edge->callee].program))
            continue;
        if (most == NULL || edge->total.cumulative > most->total.cumulative)
            most = edge;
    }
    return most == NULL || most->total.cumulative < MOSTLY * seconds
               ? PY_NONE
               : most->callee;
}

/* Where there was no room for them, the others count with their mean. */
static void read_values(struct search *search, enum py_measure measure,
                        const struct py_cause *cause)
{
    size_t ranks = search->merged->rank_count;

    if (spread_values(search->merged, measure, &cause->function, 1,
                      search->values))
        return;
    for (size_t i = 0; i < ranks; i++)
        search->values[i] = i == cause->rank ? cause->most : cause->others;
}

static void list_ranks(const struct search *search, struct py_cause *cause)
{
    const struct pyprof *merged = search->merged;
    double half =
        (double)cause->mean + ((double)cause->most - (double)cause->mean) / 2;
    double idle = CAUSES_IDLE * (double)cause->most;
    struct ranklist_text list = { .out = &cause->list };

    for (size_t i = 0; i < merged->rank_count; i++) {
        cause->working += (double)search->values[i] > idle;
        cause->slow += (double)search->values[i] >= half;
    }
    if (cause->working < merged->rank_count)
        half = idle;
    for (size_t i = 0; i < merged->rank_count; i++)
        if ((double)search->values[i] > half ||
            (half > idle && (double)search->values[i] >= half))
            ranklist_text_add(&list, (uint32_t)merged->ranks[i].rank);
    ranklist_text_end(&list);
}

static uint64_t greatest_of(const uint64_t *values, size_t count)
{
    uint64_t most = 0;

    for (size_t i = 0; i < count; i++)
        most = values[i] > most ? values[i] : most;
    return most;
}

/* Spreads it evenly; returns by how much the longest rank's work shrinks. */
static uint64_t spread_evenly(struct search *search, uint64_t mean)
{
    size_t ranks = search->merged->rank_count;
    uint64_t before = greatest_of(search->work, ranks), after;

    for (size_t i = 0; i < ranks; i++) {
        uint64_t work = search->work[i] + mean;

        search->spread[i] =
            work > search->values[i] ? work - search->values[i] : 0;
    }
    after = greatest_of(search->spread, ranks);
    return before > after ? before - after : 0;
}

static uint64_t gain_of(struct search *search, const struct py_cause *cause)
{
    uint64_t shorter = spread_evenly(search, cause->mean);
    uint64_t waits = cause->most - cause->mean;

    if (!search->out->mpi_known)
        return shorter;
    waits = waits < search->left ? waits : search->left;
    return waits > shorter ? waits : shorter;
}

static void add_cause(struct search *search, const struct candidate *candidate)
{
    const struct pyprof *merged = search->merged;
    struct py_cause cause = { .function = candidate->function };
    struct rank_stats_result spread;
    uint64_t rest;

    if (candidate->measure == PY_INCLUSIVE)
        cause.function = find_innermost(search, candidate->function);
    spread =
        merged_spread(merged, spread_across(&merged->functions[cause.function],
                                            candidate->measure));
    cause.rank = spread.max_index;
    cause.most = spread.max;
    cause.mean = saturate_near(spread.mean);
    rest = spread.sum > spread.max ? spread.sum - spread.max : 0;
    cause.others =
        merged->rank_count > 1 ? rest / (merged->rank_count - 1) : 0;
    cause.mostly = mostly_in(merged, cause.function, candidate->measure,
                             (double)spread.sum / 1e9);
    read_values(search, candidate->measure, &cause);
    list_ranks(search, &cause);
    cause.gain = gain_of(search, &cause);
    if (cause.gain < search->least || search->out->count == CAUSES_MOST) {
        strbuf_clear(&cause.list);
        return;
    }
    memcpy(search->work, search->spread,
           merged->rank_count * sizeof(*search->work));
    search->left -= cause.gain < search->left ? cause.gain : search->left;
    search->out->together += cause.gain;
    search->out->items[search->out->count++] = cause;
}

static void choose_causes(struct search *search,
                          const struct candidate *candidates, size_t count)
{
    for (size_t i = 0; i < count && search->out->count < CAUSES_MOST; i++) {
        if (search->covered[candidates[i].function])
            continue;
        if (candidates[i].measure == PY_INCLUSIVE)
            cover_callees(search, candidates[i].function);
        add_cause(search, &candidates[i]);
    }
}

ORDER(gain_first, struct py_cause, DOWN(gain) UP(function));

static void search_all(struct search *search, struct candidate *candidates)
{
    const struct pyprof *merged = search->merged;

    for (size_t i = 0; i < merged->rank_count; i++)
        search->work[i] = merged->ranks[i].own_ns - merged->ranks[i].mpi_ns;
    mark_communicating(search);
    choose_causes(search, candidates, collect_candidates(search, candidates));
    search->out->unexplained = search->left;
    qsort(search->out->items, search->out->count, sizeof(*search->out->items),
          gain_first);
}

bool causes_find(const struct pyprof *merged, struct py_causes *out)
{
    size_t functions = merged->function_count + (size_t)1;
    uint64_t mpi = merged_mpi_ns(merged) / merged->rank_count;
    struct candidate *candidates = calloc(functions, sizeof(*candidates));
    struct search search = {
        .merged = merged,
        .communicates = calloc(functions, 2 * sizeof(bool)),
        .queue = calloc(functions, sizeof(uint32_t)),
        .work = calloc(3 * merged->rank_count, sizeof(uint64_t)),
        .least = saturate_near(CAUSES_LEAST *
                               (double)merged_longest(merged)->own_ns),
        .left = mpi,
        .out = out,
    };
    bool sound = candidates != NULL && search.communicates != NULL &&
                 search.queue != NULL && search.work != NULL;

    *out = (struct py_causes){ .mpi_known = mpi > 0, .unexplained = mpi };
    if (sound) {
        search.covered = search.communicates + functions;
        search.values = search.work + merged->rank_count;
        search.spread = search.work + 2 * merged->rank_count;
        if (merged->rank_count > 1)
            search_all(&search, candidates);
    }
    FREE_ALL(search.communicates, search.queue, search.work, candidates);
    return sound;
}

void causes_clear(struct py_causes *causes)
{
    for (size_t i = 0; i < causes->count; i++)
        strbuf_clear(&causes->items[i].list);
    causes->count = 0;
}

/* ---- imports ---- */

/* Whether the function finds, reads or loads modules. */
static bool is_import(const struct pyprof *merged, uint32_t function)
{
    static const char *const built_in[] = {
        "posix.stat",    "posix.listdir",       "io.open_code",
        "marshal.loads", "_imp.create_dynamic",
    };
    const struct function_key *key = &merged->functions[function].key;
    const char *file = py_names_text(&merged->names, key->file);
    const char *name = py_names_text(&merged->names, key->name);

    if (starts_with(file, "<frozen importlib"))
        return true;
    for (size_t i = 0; i < sizeof(built_in) / sizeof(built_in[0]); i++)
        if (strcmp(file, "~") == 0 && strstr(name, built_in[i]) != NULL)
            return true;
    return false;
}

uint64_t causes_imports(const struct pyprof *merged)
{
    double seconds = 0;

    for (uint32_t i = 0; i < merged->function_count; i++)
        if (is_import(merged, i))
            seconds += merged->functions[i].total.own;
    return py_ns(seconds / (double)merged->rank_count);
}
