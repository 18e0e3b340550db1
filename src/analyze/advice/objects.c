/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * objects.c - communicators, windows, datatypes and requests: created
 * repeatedly, or never freed; fences and flushes of windows that are not
 * needed.
 */
#include "analyze/advice/looks.h"
#include "analyze/facts/say.h"
#include "analyze/wait_states/say_site.h"
#include "base/saturate.h"
#include "base/text/affix.h"

/* clang-format off */
static const char *const type_makers[] = {
    "MPI_Type_contiguous", "MPI_Type_vector", "MPI_Type_create_hvector",
    "MPI_Type_indexed", "MPI_Type_create_hindexed",
    "MPI_Type_create_hindexed_block", "MPI_Type_create_indexed_block",
    "MPI_Type_create_struct", "MPI_Type_create_subarray",
    "MPI_Type_create_darray", "MPI_Type_create_resized", "MPI_Type_dup",
    "MPI_Type_hindexed", "MPI_Type_hvector", "MPI_Type_struct", NULL
};
/* clang-format on */

/* clang-format off */
static const char *const comm_makers[] = {
    "MPI_Comm_dup", "MPI_Comm_dup_with_info", "MPI_Comm_idup",
    "MPI_Comm_idup_with_info", "MPI_Comm_split", "MPI_Comm_split_type",
    "MPI_Comm_create", "MPI_Comm_create_group", "MPI_Comm_create_from_group",
    "MPI_Cart_create", "MPI_Cart_sub", "MPI_Graph_create",
    "MPI_Dist_graph_create", "MPI_Dist_graph_create_adjacent",
    "MPI_Intercomm_create", "MPI_Intercomm_merge", NULL
};
/* clang-format on */

static bool makes_object(const char *name)
{
    /* clang-format off */
    static const char *const makers[] = {
        "MPI_Win_create", "MPI_Win_allocate",
        "MPI_Win_allocate_shared", "MPI_Win_create_dynamic",
        "MPI_Type_commit", NULL
    };
    /* clang-format on */

    return advice_is_one_of(name, comm_makers) ||
           advice_is_one_of(name, makers) ||
           advice_is_one_of(name, type_makers);
}

static uint64_t calls_of(const struct scope *scope, const char *const *names)
{
    uint64_t calls = 0;

    for (size_t i = 0; i < scope->calls.count; i++) {
        const struct tally *call = &scope->calls.items[i];

        if (advice_is_one_of(scope_call_name(scope, (uint32_t)call->key),
                             names))
            calls += call->calls;
    }
    return calls;
}

static void look_at_creation(struct advice *advice, const struct scope *scope,
                             const struct tally *site)
{
    struct rank_stats_result time = scope_stats(scope, &site->time);
    struct finding finding;

    if (!makes_object(scope_call_name(scope, site_call(site->key))) ||
        site->calls <= (uint64_t)OBJECTS_PER_RANK * scope->rank_count)
        return;
    finding_init(&finding, RULE_CREATION);
    finding.cure = (struct cure){ .kind = CURE_OFF, .site = site->key };
    finding.gains = true;
    finding.gain = advice_within_mpi(advice, scope, time.min);
    say_site(&finding.where, scope, site->key);
    strbuf_printf(&finding.evidence,
                  "%s, %llu per rank, take at least %s on each rank.",
                  say_count(site->calls, "call").text,
                  (unsigned long long)(site->calls / scope->rank_count),
                  say_seconds(time.min).text);
    advice_take(advice, scope, &finding);
}

/* ---- fences ---- */

/* Others order the loads and stores of ranks that share memory. */
static bool shares_memory(const struct scope *scope)
{
    static const char *const names[] = { "MPI_Win_allocate_shared",
                                         "MPI_Win_shared_query", NULL };

    return calls_of(scope, names) > 0;
}

static void look_at_fences(struct advice *advice, const struct scope *scope,
                           const struct tally *fences)
{
    const struct tally *site = tallies_find(&scope->sites, fences->key);
    struct rank_stats_result time;
    struct finding finding;
    bool flushes;
    double share;

    if (site == NULL || site->calls < fences->calls || shares_memory(scope))
        return;
    time = scope_stats(scope, &site->time);
    share = (double)fences->calls / (double)site->calls;
    flushes = starts_with(scope_call_name(scope, site_call(site->key)),
                          "MPI_Win_flush");
    finding_init(&finding, flushes ? RULE_FLUSHES : RULE_FENCES);
    finding.cure = (struct cure){ .kind = CURE_COST,
                                  .site = site->key,
                                  .factor = 1 - share };
    finding.gains = true;
    finding.gain = advice_within_mpi(advice, scope,
                                     saturate_near((double)time.min * share));
    say_site(&finding.where, scope, site->key);
    if (flushes)
        strbuf_printf(&finding.evidence,
                      "%llu of %s had no transfer to complete.",
                      (unsigned long long)fences->calls,
                      say_count(site->calls, "call").text);
    else
        strbuf_printf(&finding.evidence,
                      "In %llu of %s, no rank had transferred anything in the "
                      "window since the previous fence.",
                      (unsigned long long)fences->calls,
                      say_count(site->calls, "call").text);
    advice_take(advice, scope, &finding);
}

/* ---- never freed ---- */

static uint64_t types_left(const struct scope *scope)
{
    static const char *const frees[] = { "MPI_Type_free", NULL };
    uint64_t made = calls_of(scope, type_makers);
    uint64_t freed = calls_of(scope, frees);

    return made > freed ? made - freed : 0;
}

/* The call site that makes most of them; NULL: none is known. */
static const struct tally *main_maker(const struct scope *scope,
                                      const char *const *makers)
{
    const struct tally *most = NULL;

    for (size_t i = 0; i < scope->sites.count; i++) {
        const struct tally *site = &scope->sites.items[i];

        if (advice_is_one_of(scope_call_name(scope, site_call(site->key)),
                             makers) &&
            (most == NULL || site->calls > most->calls))
            most = site;
    }
    return most;
}

static void put_left(struct strbuf *out, uint64_t count, const char *thing,
                     uint32_t ranks)
{
    if (count > 0)
        strbuf_printf(out, "%s%s on %s", out->length > 0 ? ", " : "",
                      say_count(count, thing).text,
                      say_count(ranks, "rank").text);
}

/* If regions are chosen, a start and its end may be in two of them, and a rank
 * that did not reach MPI_Finalize had no chance to free anything. */
static void look_at_leaks(struct advice *advice, const struct scope *scope)
{
    const struct advice_facts *facts = &advice->facts;
    uint64_t types = types_left(scope);
    const struct tally *maker;
    struct finding finding;

    if (scope_is_part(scope) || scope->ends.ranks != NULL)
        return;
    if (types <= (uint64_t)TYPES_PER_RANK * scope->rank_count)
        types = 0;
    if (facts->open_requests == 0 && facts->open_comms == 0 && types == 0)
        return;
    finding_init(&finding, RULE_LEAKS);
    put_left(&finding.evidence, facts->open_requests, "request",
             facts->with_open_requests);
    put_left(&finding.evidence, facts->open_comms, "communicator",
             facts->with_open_comms);
    put_left(&finding.evidence, types, "datatype", scope->rank_count);
    strbuf_puts(&finding.evidence, " in total had not been freed at the end.");
    finding.minor = facts->open_requests + facts->open_comms + types <
                    (uint64_t)LEFT_PER_RANK * scope->rank_count;
    maker = facts->open_comms > 0 ? main_maker(scope, comm_makers)
            : types > 0           ? main_maker(scope, type_makers)
                                  : NULL;
    if (maker != NULL) {
        strbuf_puts(&finding.where, "most of them made by ");
        say_site(&finding.where, scope, maker->key);
    }
    advice_take(advice, scope, &finding);
}

void look_at_objects(struct advice *advice, const struct scope *scope)
{
    for (size_t i = 0; i < scope->sites.count; i++)
        look_at_creation(advice, scope, &scope->sites.items[i]);
    for (size_t i = 0; i < advice->fences.count; i++)
        look_at_fences(advice, scope, &advice->fences.items[i]);
    look_at_leaks(advice, scope);
}
