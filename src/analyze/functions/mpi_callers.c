/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/functions/mpi_callers.h"

#include <stdlib.h>

#include "base/array_room.h"
#include "base/log.h"

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "functions that call MPI");
}

void mpi_callers_clear(struct mpi_callers *callers)
{
    FREE_ALL(callers->frames, callers->numbers, callers->direct,
             callers->path_ns, callers->sums, callers->met);
    tallies_clear(&callers->own);
    tallies_clear(&callers->within);
    tallies_clear(&callers->waits);
}

/* ---- functions ---- */

bool mpi_callers_tell(struct mpi_callers *callers, uint32_t number)
{
    if (!ARRAY_ADD(callers->numbers, callers->number_count, number))
        return false;
    if (number >= callers->function_count)
        callers->function_count = number + 1;
    return true;
}

static bool number_frames(struct mpi_callers *callers,
                          const struct definitions *table,
                          mpi_callers_functions *functions, void *context)
{
    for (uint32_t i = 0; i < callers->frame_count; i++) {
        size_t first = callers->number_count;

        if (!functions(context, callers, table, i))
            return false;
        callers->frames[i] = (struct mpi_callers_frame){
            (uint32_t)first, (uint32_t)(callers->number_count - first)
        };
    }
    return true;
}

struct mpi_callers_frame
mpi_callers_frame_of(const struct mpi_callers *callers,
                     const struct definition *path)
{
    static const struct mpi_callers_frame none;

    return path->refs[1] < callers->frame_count
               ? callers->frames[path->refs[1]]
               : none;
}

/* Callers have smaller ids: theirs is known. */
static void find_direct(struct mpi_callers *callers,
                        const struct definitions *table)
{
    for (uint32_t path = 1; path < callers->path_count; path++) {
        struct definition item = definitions_get(table, DEFINITION_PATH, path);
        struct mpi_callers_frame frame = mpi_callers_frame_of(callers, &item);

        callers->direct[path] = frame.count > 0
                                    ? callers->numbers[frame.first] + 1
                                    : callers->direct[item.refs[0]];
    }
}

enum status mpi_callers_init(struct mpi_callers *callers,
                             const struct definitions *table,
                             mpi_callers_functions *functions, void *context)
{
    callers->frame_count = definitions_count(table, DEFINITION_FRAME);
    callers->path_count = definitions_count(table, DEFINITION_PATH);
    callers->frames =
        calloc(callers->frame_count + 1u, sizeof(*callers->frames));
    callers->direct =
        calloc(callers->path_count + 1u, sizeof(*callers->direct));
    callers->path_ns =
        calloc(callers->path_count + 1u, sizeof(*callers->path_ns));
    if (callers->frames == NULL || callers->direct == NULL ||
        callers->path_ns == NULL ||
        !number_frames(callers, table, functions, context))
        return no_memory();
    callers->sums =
        calloc(callers->function_count + 1u, sizeof(*callers->sums));
    callers->met = calloc(callers->function_count + 1u, sizeof(*callers->met));
    if (callers->sums == NULL || callers->met == NULL)
        return no_memory();
    find_direct(callers, table);
    return STATUS_OK;
}

/* ---- calls ---- */

static struct mpi_callers_sum *meet_caller(struct mpi_callers *callers,
                                           uint32_t number)
{
    struct mpi_callers_sum *sum = &callers->sums[number];

    if (!sum->met) {
        *sum = (struct mpi_callers_sum){ .met = true };
        callers->met[callers->met_count++] = number;
    }
    return sum;
}

static void charge_frame(struct mpi_callers *callers,
                         struct mpi_callers_frame frame, const struct row *row)
{
    for (uint32_t i = 0; i < frame.count; i++) {
        struct mpi_callers_sum *sum =
            meet_caller(callers, callers->numbers[frame.first + i]);

        if (sum->row == callers->row)
            continue;
        sum->row = callers->row;
        sum->within += row->time.sum;
        sum->calls_within += row->count;
    }
}

static void charge_row(struct mpi_callers *callers,
                       const struct definitions *table, const struct row *row)
{
    struct mpi_callers_sum *direct =
        meet_caller(callers, callers->direct[row->path] - 1);
    uint32_t path = row->path;

    callers->row++;
    callers->path_ns[row->path] += row->time.sum;
    direct->direct += row->time.sum;
    direct->calls += row->count;
    for (int deep = 0; path != 0 && deep < PATH_FRAMES_MOST; deep++) {
        struct definition item = definitions_get(table, DEFINITION_PATH, path);

        charge_frame(callers, mpi_callers_frame_of(callers, &item), row);
        path = item.refs[0];
    }
}

static bool add_sum(struct tallies *tallies, uint32_t number, uint32_t index,
                    uint64_t ns, uint64_t calls)
{
    struct tally *tally;

    if (calls == 0 && ns == 0)
        return true;
    tally = tallies_get(tallies, number);
    if (tally == NULL)
        return false;
    tally->calls += calls;
    rank_stats_add(&tally->time, index, ns);
    return true;
}

/* The rank's sums, in the order in which its functions were met. */
static enum status add_sums(struct mpi_callers *callers, uint32_t index)
{
    bool added = true;

    for (uint32_t i = 0; i < callers->met_count && added; i++) {
        uint32_t number = callers->met[i];
        struct mpi_callers_sum *sum = &callers->sums[number];

        sum->met = false;
        added =
            add_sum(&callers->own, number, index, sum->direct, sum->calls) &&
            add_sum(&callers->within, number, index, sum->within,
                    sum->calls_within);
    }
    callers->met_count = 0;
    return added ? STATUS_OK : no_memory();
}

static bool row_counts(const struct mpi_callers *callers,
                       const struct scope *scope, const struct row *row)
{
    return row->path < callers->path_count &&
           callers->direct[row->path] != 0 &&
           scope_inside(scope, row->region) &&
           scope_call_class(scope, row->call) != CALL_CLASS_SETUP;
}

enum status mpi_callers_add(struct mpi_callers *callers,
                            const struct scope *scope,
                            const struct rank_data *rank)
{
    if (callers->function_count == 0)
        return STATUS_OK;
    for (size_t i = 0; i < rank->row_count; i++)
        if (row_counts(callers, scope, &rank->rows[i]))
            charge_row(callers, scope->profile->definitions, &rank->rows[i]);
    return add_sums(callers, scope->rank_count - 1);
}

/* ---- waits ---- */

static bool waits_count(const struct mpi_callers *callers,
                        const struct scope *scope,
                        const struct replay_site *site,
                        const struct wait_row *row)
{
    return wait_kind_counts((enum wait_kind)row->kind) &&
           wait_kind_is_in_mpi((enum wait_kind)row->kind) &&
           wait_kind_has_culprit((enum wait_kind)row->kind) &&
           scope_inside(scope, site->region) &&
           site->path < callers->path_count &&
           callers->direct[site->path] != 0;
}

/* Rows and the ranks of the scope are both in ascending order. */
enum status mpi_callers_add_waits(struct mpi_callers *callers,
                                  const struct scope *scope)
{
    const struct replay_result *replay = scope->profile->replay;
    uint32_t index = 0;

    for (size_t i = 0; replay != NULL && i < replay->row_count; i++) {
        const struct wait_row *row = &replay->rows[i];
        const struct replay_site *site = &replay->sites[row->site];

        while (index < scope->rank_count &&
               scope->ranks[index].rank < row->rank)
            index++;
        if (index == scope->rank_count)
            break;
        if (scope->ranks[index].rank == row->rank &&
            waits_count(callers, scope, site, row) &&
            !add_sum(&callers->waits, callers->direct[site->path] - 1, index,
                     row->ns, 1))
            return no_memory();
    }
    return STATUS_OK;
}

/* ---- cells ---- */

void mpi_callers_put_direct(struct table *table, const struct scope *scope,
                            const struct mpi_callers *callers, uint32_t number)
{
    static const struct tally none;
    const struct tally *own = tallies_find(&callers->own, number);
    struct rank_stats_result time =
        scope_stats(scope, &(own != NULL ? own : &none)->time);

    TABLE_NUMBERS(table, own != NULL ? own->calls : 0, time.sum);
    table_real(table, scope_share(time.sum, scope->total_ns));
    if (own != NULL) {
        scope_add_spread(table, scope, &time);
        return;
    }
    for (int i = 0; i < 3; i++)
        table_number(table, 0);
    table_empty(table);
    table_number(table, 0);
}

void mpi_callers_put_waits(struct table *table, const struct scope *scope,
                           const struct mpi_callers *callers, uint32_t number)
{
    const struct tally *waits = tallies_find(&callers->waits, number);
    struct rank_stats_result time;

    if (waits == NULL) {
        table_skip(table, 3);
        return;
    }
    time = scope_stats(scope, &waits->time);
    table_number(table, time.sum);
    table_integer(table, scope_rank_at(scope, time.max_index));
    table_number(table, time.max);
}

struct rank_stats_result mpi_callers_within(const struct mpi_callers *callers,
                                            const struct scope *scope,
                                            uint32_t number)
{
    static const struct tally none;
    const struct tally *within = tallies_find(&callers->within, number);

    return scope_stats(scope, &(within != NULL ? within : &none)->time);
}
