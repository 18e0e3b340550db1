/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/scope.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/hangs/hang_builder.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/text/escape.h"
#include "base/text/fuzzy_match.h"
#include "base/saturate.h"

#define SHORTEST_NS 100000000u

/* The name as it is, or as reports show it, where a backslash is no escape of
 * the pattern's. */
static bool name_matches(const char *pattern, const char *name,
                         struct strbuf *shown)
{
    if (strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0)
        return true;
    strbuf_truncate(shown, 0);
    escape_put_name(shown, name);
    return strcmp(pattern, strbuf_text(shown)) == 0 ||
           fnmatch(pattern, strbuf_text(shown), FNM_NOESCAPE) == 0;
}

#define TOLERABLE_APART 0.02 /* of T */

/* A region is inside when its path, its name or a region around it matches. */
static bool node_matches(const struct scope *scope, uint32_t node,
                         const char *pattern, struct strbuf *path,
                         struct strbuf *shown)
{
    const struct definitions *table = scope->profile->definitions;
    struct definition definition =
        definitions_get(table, DEFINITION_REGION_NODE, node);
    const char *name;

    if (node == 0)
        return false;
    if (scope->inside[definition.refs[0]])
        return true;
    strbuf_truncate(path, 0);
    definitions_region_path(table, node, path);
    if (name_matches(pattern, strbuf_text(path), shown))
        return true;
    name = definitions_region_name(table, definition.refs[1]);
    return name_matches(pattern, name, shown);
}

static enum status refuse_region(const struct scope *scope,
                                 const char *pattern)
{
    const struct definitions *table = scope->profile->definitions;
    struct fuzzy_match match = { .typed = pattern };

    for (uint32_t node = 1; node < scope->inside_count; node++) {
        struct definition item =
            definitions_get(table, DEFINITION_REGION_NODE, node);
        const char *name = definitions_region_name(table, item.refs[1]);

        fuzzy_match_offer(&match, name, name);
    }
    if (match.name != NULL)
        return log_fail(STATUS_BAD_VALUE,
                        "no region of this run matches \"%s\"; did you mean "
                        "%s?",
                        pattern, match.name);
    return log_fail(STATUS_BAD_VALUE,
                    "no region of this run matches \"%s\"; the table "
                    "\"regions\" lists them",
                    pattern);
}

/* Parents have smaller ids, so one ascending pass is enough. */
static enum status mark_inside(struct scope *scope, const char *pattern)
{
    struct strbuf path = { 0 }, shown = { 0 };
    uint32_t count =
        definitions_count(scope->profile->definitions, DEFINITION_REGION_NODE);
    bool any = false;

    scope->inside = calloc(count + 1, sizeof(*scope->inside));
    if (scope->inside == NULL)
        return log_fail(STATUS_NO_MEMORY, "regions");
    scope->inside_count = count;
    for (uint32_t node = 0; node < count; node++) {
        scope->inside[node] =
            node_matches(scope, node, pattern, &path, &shown);
        any = any || scope->inside[node];
    }
    strbuf_clear(&path);
    strbuf_clear(&shown);
    return any ? STATUS_OK : refuse_region(scope, pattern);
}

/* Whether any rank waited between the calls of a loop. */
static bool has_polls(const struct replay_result *replay)
{
    for (size_t i = 0; replay != NULL && i < replay->row_count; i++)
        if (replay->rows[i].kind == WAIT_POLLING)
            return true;
    return false;
}

enum status scope_init(struct scope *scope, struct profile *profile,
                       const struct analyze_options *options)
{
    enum status status = STATUS_OK;

    memset(scope, 0, sizeof(*scope));
    scope->profile = profile;
    scope->options = options;
    scope->polls = has_polls(profile->replay);
    scope->ranks = calloc(profile->rank_count + 1, sizeof(*scope->ranks));
    scope->uses = calloc(profile->rank_count + 1, sizeof(*scope->uses));
    scope->cores = calloc(profile->rank_count + 1, sizeof(*scope->cores));
    scope->untraced =
        calloc(profile->rank_count + 1, sizeof(*scope->untraced));
    if (scope->ranks == NULL || scope->uses == NULL || scope->cores == NULL ||
        scope->untraced == NULL)
        return log_fail(STATUS_NO_MEMORY, "%u ranks", profile->rank_count);
    if (options->region != NULL)
        status = mark_inside(scope, options->region);
    if (status == STATUS_OK)
        status = sites_init(&scope->same, profile->definitions);
    if (status == STATUS_OK)
        status = sampled_init(&scope->sampled, profile->definitions);
    return status;
}

void scope_clear(struct scope *scope)
{
    tallies_clear(&scope->calls);
    tallies_clear(&scope->sites);
    tallies_clear(&scope->regions);
    tallies_clear(&scope->comms);
    sites_clear(&scope->same);
    sampled_clear(&scope->sampled);
    hang_ends_clear(&scope->ends);
    hang_waits_clear(&scope->waits);
    FREE_ALL(scope->inside, scope->ranks, scope->uses, scope->cores,
             scope->untraced, scope->unread);
    memset(scope, 0, sizeof(*scope));
}

static uint64_t region_polled(const struct scope *scope, uint32_t rank,
                              uint32_t region_node)
{
    return scope->polls ? replay_result_polled(scope->profile->replay, rank,
                                               region_node)
                        : 0;
}

uint64_t scope_region_useful(const struct scope *scope, uint32_t rank,
                             const struct region_data *region)
{
    return saturate_less(region->exclusive,
                         region->mpi +
                             region_polled(scope, rank, region->node));
}

uint64_t scope_site(const struct scope *scope, const struct row *row)
{
    return site_key(row->call, sites_path(&scope->same, row->path));
}

bool scope_inside(const struct scope *scope, uint32_t region_node)
{
    if (scope->inside == NULL)
        return true;
    return region_node < scope->inside_count && scope->inside[region_node];
}

/* polled: part of its time outside MPI that is no useful time. */
static enum status add_region(struct scope *scope, uint32_t index,
                              const struct region_data *region,
                              uint64_t polled)
{
    struct tally *tally = tallies_get(&scope->regions, region->node);

    if (tally == NULL)
        return STATUS_NO_MEMORY;
    tally->calls += region->visits;
    tally->mpi += region->mpi;
    tally->exclusive += region->exclusive;
    rank_stats_add(&tally->time, index,
                   saturate_less(region->exclusive, region->mpi + polled));
    rank_stats_add(&tally->other, index, region->inclusive);
    return STATUS_OK;
}

static enum status add_row(struct scope *scope, uint32_t index,
                           const struct row *row)
{
    enum status status = tallies_add_row(&scope->calls, row->call, index, row);

    if (status == STATUS_OK)
        status =
            tallies_add_row(&scope->sites, scope_site(scope, row), index, row);
    if (status == STATUS_OK && row->comm != 0)
        status = tallies_add_row(&scope->comms, row->comm, index, row);
    return status;
}

static enum status add_rows(struct scope *scope, struct rank_times *times,
                            const struct rank_data *rank)
{
    uint32_t index = scope->rank_count;
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->row_count && status == STATUS_OK; i++) {
        const struct row *row = &rank->rows[i];

        times->calls += row->count;
        if (!scope_inside(scope, row->region))
            continue;
        if (scope->inside != NULL)
            times->class[scope_call_class(scope, row->call)] += row->time.sum;
        status = add_row(scope, index, row);
    }
    return status;
}

static enum status add_regions(struct scope *scope, struct rank_times *times,
                               const struct rank_data *rank)
{
    uint32_t index = scope->rank_count;
    enum status status = STATUS_OK;

    for (size_t i = 0; i < rank->region_count && status == STATUS_OK; i++) {
        const struct region_data *region = &rank->regions[i];
        uint64_t polled = region_polled(scope, rank->rank, region->node);

        if (!scope_inside(scope, region->node))
            continue;
        times->polled += polled;
        if (scope->inside != NULL) {
            times->length += region->exclusive;
            times->useful += saturate_less(region->exclusive, region->mpi);
        }
        status = add_region(scope, index, region, polled);
    }
    return status;
}

static void add_totals(struct scope *scope, const struct rank_times *times)
{
    if (times->length > scope->run_ns)
        scope->run_ns = times->length;
    scope->total_ns += times->length;
    scope->useful_ns += times->useful;
    scope->polled_ns += times->polled;
    scope->mpi_ns += times->mpi;
    for (int i = 0; i < CALL_CLASS_COUNT; i++)
        scope->class_ns[i] += times->class[i];
}

/* Without a pattern the times are the whole rank's. */
static void take_whole_rank(struct rank_times *times,
                            const struct rank_data *rank)
{
    times->length = rank_data_measured(rank);
    times->useful = rank_data_useful(rank);
    memcpy(times->class, rank->mpi, sizeof(times->class));
}

enum status scope_add(struct scope *scope, const struct rank_data *rank)
{
    struct rank_times *times = &scope->ranks[scope->rank_count];
    const struct ranklist *shown = scope->options->ranks;
    enum status status;

    memset(times, 0, sizeof(*times));
    times->rank = rank->rank;
    times->host = rank->host;
    times->threads = rank->threads;
    times->program = rank->program;
    times->begin = rank->begin;
    times->init = rank->init;
    times->finalize = rank->finalize;
    times->paused = rank->paused;
    times->trace_stop = rank->trace_stop;
    times->trace_bytes = rank->trace_bytes;
    times->trace_events = rank->trace_events;
    times->run_length = rank->length;
    times->run_measured = rank_data_measured(rank);
    times->run_useful = rank_data_useful(rank);
    times->own = rank->own;
    times->shown = shown == NULL || ranklist_has(shown, (int)rank->rank);
    if (scope->inside == NULL)
        take_whole_rank(times, rank);
    status = add_rows(scope, times, rank);
    if (status == STATUS_OK)
        status = hang_ends_add(&scope->ends, scope->profile, rank);
    if (status == STATUS_OK)
        status = add_regions(scope, times, rank);
    for (int i = 0; i < CALL_CLASS_COUNT; i++)
        times->mpi += i == CALL_CLASS_SETUP ? 0 : times->class[i];
    times->useful = saturate_less(times->useful, times->polled);
    add_totals(scope, times);
    scope->uses[scope->rank_count] = resource_use_of(rank);
    scope->cores[scope->rank_count] = rank->cores;
    scope->cut_count += rank->cut;
    scope->rank_count++;
    return status;
}

enum status scope_add_unread(struct scope *scope, uint32_t rank, bool untraced)
{
    if (!ARRAY_ADD(scope->unread, scope->unread_count, (int)rank))
        return log_fail(STATUS_NO_MEMORY, "list of unreadable ranks");
    scope->untraced[rank] = untraced;
    scope->untraced_count += untraced;
    return STATUS_OK;
}

enum status scope_close(struct scope *scope)
{
    if (scope->ends.ranks == NULL)
        return STATUS_OK;
    hang_ends_mark_unread(&scope->ends, scope->unread, scope->unread_count);
    return hang_waits_find(scope->profile, &scope->ends, &scope->waits);
}

static uint64_t if_much(const struct scope *scope, uint64_t apart)
{
    return (double)apart > TOLERABLE_APART * (double)scope->run_ns ? apart : 0;
}

uint64_t scope_ended_apart(const struct scope *scope)
{
    return if_much(scope, hang_ends_apart(&scope->ends));
}

uint64_t scope_known_apart(const struct scope *scope)
{
    return if_much(scope, hang_ends_known_apart(&scope->ends));
}

bool scope_is_whole(const struct scope *scope)
{
    return scope->inside == NULL && !scope->profile->window.given;
}

bool scope_has_regions(const struct scope *scope)
{
    return scope->regions.count > 1 || scope->inside != NULL;
}

bool scope_is_part(const struct scope *scope)
{
    const struct time_window *window = &scope->profile->window;

    return scope->inside != NULL ||
           (window->given && (window->from_set || window->to < window->run));
}

uint64_t scope_whole_ns(const struct scope *scope)
{
    uint64_t most = scope->profile->window.run;

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].run_measured > most)
            most = scope->ranks[i].run_measured;
    return most;
}

bool scope_is_too_short(const struct scope *scope)
{
    return scope_whole_ns(scope) < SHORTEST_NS;
}

bool scope_is_partial(const struct scope *scope)
{
    return scope->unread_count > 0 || scope->cut_count > 0 ||
           scope_ended_apart(scope) > 0;
}

static bool calls_pcontrol(const struct scope *scope)
{
    for (size_t i = 0; i < scope->calls.count; i++)
        if (strcmp(scope_call_name(scope, (uint32_t)scope->calls.items[i].key),
                   "MPI_Pcontrol") == 0)
            return true;
    return false;
}

const char *scope_pause_reason(const struct scope *scope)
{
    const struct profile *profile = scope->profile;

    if (strcmp(profile->source, "trace") == 0)
        return "MPI_Pcontrol, region rules or writing the trace";
    if (!calls_pcontrol(scope))
        return "writing the trace";
    return profile->trace_file == NULL || profile->trace_file[0] == '\0'
               ? "MPI_Pcontrol"
               : "MPI_Pcontrol and writing the trace";
}

bool scope_on_one_host(const struct scope *scope)
{
    for (uint32_t i = 1; i < scope->rank_count; i++)
        if (scope->ranks[i].host != scope->ranks[0].host)
            return false;
    return true;
}

bool scope_has_threads(const struct scope *scope)
{
    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].threads > 1)
            return true;
    return false;
}

void scope_note_threads(struct table *table, const struct scope *scope)
{
    if (!scope_has_threads(scope))
        return;
    table_set_note(table,
                   "times are of all threads; shares are of one thread per "
                   "rank, and can exceed 100 %%");
    table->note_needed = table->note != NULL;
}

double scope_share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : (double)part / (double)whole;
}

double scope_mean(const struct scope *scope, uint64_t sum)
{
    return scope->rank_count == 0 ? 0.0 : (double)sum / scope->rank_count;
}

const char *scope_call_name(const struct scope *scope, uint32_t call)
{
    if (call >= scope->profile->call_count)
        return "unknown";
    return scope->profile->calls[call].name;
}

uint8_t scope_call_class(const struct scope *scope, uint32_t call)
{
    uint8_t class = CALL_CLASS_OTHER;

    if (call < scope->profile->call_count)
        class = scope->profile->calls[call].class;
    return class < CALL_CLASS_COUNT ? class : CALL_CLASS_OTHER;
}

void scope_add_share(struct table *table, const struct scope *scope,
                     uint32_t call, uint64_t time)
{
    table_real_if(table, scope_call_class(scope, call) != CALL_CLASS_SETUP,
                  scope_share(time, scope->total_ns));
}

void scope_add_mean(struct table *table, uint64_t time, uint64_t calls)
{
    table_number_if(table, calls > 0 || time == 0,
                    calls == 0 ? 0 : time / calls);
}

struct rank_stats_result scope_stats(const struct scope *scope,
                                     const struct rank_stats *across)
{
    return rank_stats_result(across, scope->rank_count);
}

uint32_t scope_rank_at(const struct scope *scope, uint32_t index)
{
    return index < scope->rank_count ? scope->ranks[index].rank : 0;
}

uint32_t scope_index_of(const struct scope *scope, uint32_t rank)
{
    uint32_t low = 0, high = scope->rank_count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (scope->ranks[middle].rank <= rank)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void scope_add_spread(struct table *table, const struct scope *scope,
                      const struct rank_stats_result *time)
{
    TABLE_NUMBERS(table, saturate_near(time->mean), time->min, time->max);
    table_integer(table, scope_rank_at(scope, time->max_index));
    table_number(table, time->avoidable);
}

static int slower_first(const void *a, const void *b)
{
    const struct rank_times *x = *(const struct rank_times *const *)a;
    const struct rank_times *y = *(const struct rank_times *const *)b;

    if (x->useful != y->useful)
        return x->useful < y->useful ? 1 : -1;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}

bool scope_all_ranks(const struct scope *scope)
{
    const struct analyze_options *options = scope->options;

    return options->top == 0 || scope->rank_count <= options->top ||
           options->sort != NULL || options->ranks != NULL;
}

const struct rank_times **scope_by_useful(const struct scope *scope)
{
    const struct rank_times **order =
        malloc((scope->rank_count + 1) * sizeof(*order));

    if (order == NULL) {
        log_fail(STATUS_NO_MEMORY, "%u ranks", scope->rank_count);
        return NULL;
    }
    for (uint32_t i = 0; i < scope->rank_count; i++)
        order[i] = &scope->ranks[i];
    qsort(order, scope->rank_count, sizeof(*order), slower_first);
    return order;
}
