/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled.c - samples by function and by line.
 *
 * Functions and lines are numbered by a separate table of definitions:
 * functions as HOST with the key name \0 file \0 module, lines as FILE with
 * the key name \0 file \0 module \0 line.
 */
#include "analyze/facts/samples/sampled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/scope.h"
#include "base/text/affix.h"
#include "base/array_room.h"
#include "base/log.h"
#include "base/text/strbuf.h"
#include "base/saturate.h"
#include "symbols/cut_frame.h"
#include "symbols/python_frame.h"
#include "symbols/short_names.h"
#include "symbols/symbols.h"

static enum status no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "samples by function");
}

const char *sampled_module(const struct definitions *table, uint32_t frame)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);
    struct definition module =
        definitions_get(table, DEFINITION_MODULE, item.refs[0]);

    return module.note == NULL ? "" : last_part((const char *)module.note);
}

void sampled_key(struct strbuf *out, const struct symbol *symbol,
                 const char *module)
{
    strbuf_add(out, symbol->function, strlen(symbol->function) + 1);
    strbuf_add(out, symbol->file, strlen(symbol->file) + 1);
    strbuf_add(out, module, strlen(module) + 1);
}

/* line < 0: of the function.  DEFINITION_NONE: no memory. */
static uint32_t number_of(struct sampled *sampled, const struct symbol *symbol,
                          const char *module, int line)
{
    uint32_t number = DEFINITION_NONE;
    struct strbuf key = { 0 };

    sampled_key(&key, symbol, module);
    if (line >= 0)
        strbuf_printf(&key, "%d", line);
    if (!key.failed)
        number = definitions_intern(
            sampled->names, line >= 0 ? DEFINITION_FILE : DEFINITION_HOST, 0,
            0, key.text, key.length);
    strbuf_clear(&key);
    return number;
}

bool sampled_symbol(const struct definitions *table, uint32_t frame, int i,
                    char *buffer, size_t size, struct symbol *out)
{
    bool named = definitions_get(table, DEFINITION_FRAME, frame).note_size > 0;

    if (python_frame_is_mpi4py(table, frame)) {
        *out = (struct symbol){ SAMPLED_MPI4PY, "", 0 };
        return i == 0;
    }
    if (i >= SYMBOLS_MOST || (!named && i > 0) ||
        !symbols_of_frame(table, frame, i, buffer, size, out))
        return false;
    if (named && out->function[0] != '\0')
        return true;
    snprintf(buffer, size, "%s%s" SAMPLED_NO_NAME,
             sampled_module(table, frame),
             sampled_module(table, frame)[0] == '\0' ? "" : " ");
    *out = (struct symbol){ buffer, "", 0 };
    return true;
}

static bool add_function(struct sampled *sampled, uint32_t number, int line)
{
    if (number == DEFINITION_NONE ||
        !array_reach(&sampled->numbers, sampled->number_count,
                     &sampled->number_room, sizeof(*sampled->numbers)) ||
        !array_reach(&sampled->number_lines, sampled->number_count,
                     &sampled->number_line_room,
                     sizeof(*sampled->number_lines)) ||
        !array_reach(&sampled->seen, number, &sampled->seen_room,
                     sizeof(*sampled->seen)))
        return false;
    if (sampled->seen[number].line == 0)
        sampled->seen[number].line = line;
    sampled->number_lines[sampled->number_count] = line;
    sampled->numbers[sampled->number_count++] = number;
    return true;
}

static bool set_line(struct sampled *sampled, struct sampled_frame *found,
                     const struct symbol *symbol, const char *module)
{
    uint32_t line = number_of(sampled, symbol, module, symbol->line);

    found->line = line == DEFINITION_NONE ? 0 : line + 1;
    return found->line != 0;
}

static bool look_up(struct sampled *sampled, const struct definitions *table,
                    uint32_t frame)
{
    struct sampled_frame *found = &sampled->frames[frame];
    const char *module = sampled_module(table, frame);
    struct symbol symbol;
    char buffer[256];
    bool own;

    found->first = (uint32_t)sampled->number_count;
    found->python = python_frame_is(table, frame);
    found->mpi4py = python_frame_is_mpi4py(table, frame);
    if (cut_frame_is(table, frame))
        return true;
    for (int i = 0;
         sampled_symbol(table, frame, i, buffer, sizeof(buffer), &symbol);
         i++) {
        if (!add_function(sampled, number_of(sampled, &symbol, module, -1),
                          symbol.line))
            return false;
        own = found->own == found->count && !is_library_name(symbol.function);
        if ((i == 0 || own) && !set_line(sampled, found, &symbol, module))
            return false;
        found->own += found->own == found->count && !own;
        found->count++;
    }
    return found->count > 0;
}

/* The functions of a frame; NULL: no memory. */
static const struct sampled_frame *frame_at(struct sampled *sampled,
                                            const struct definitions *table,
                                            uint32_t frame)
{
    if (frame >= sampled->frame_count)
        return NULL;
    if (sampled->frames[frame].line == 0 && !look_up(sampled, table, frame))
        return NULL;
    return &sampled->frames[frame];
}

/* The function with that place in `numbers'. */
static bool charge_inclusive(struct sampled *sampled, uint32_t place,
                             const struct region_at *at)
{
    uint32_t function = sampled->numbers[place];
    struct tally *tally;

    if (!array_reach(&sampled->stamps, function, &sampled->stamp_room,
                     sizeof(*sampled->stamps)))
        return false;
    if (sampled->stamps[function] == sampled->stamp)
        return true;
    sampled->stamps[function] = sampled->stamp;
    tally = tallies_get(&sampled->functions, function);
    if (tally == NULL)
        return false;
    rank_stats_add(&tally->other, at->rank, at->ns);
    return region_samples_with(&sampled->by_region, at, function,
                               sampled->number_lines[place]);
}

static bool charge_to(struct tallies *tallies, double **squares, size_t *room,
                      uint32_t number, uint32_t index, uint64_t ns,
                      const struct sample_row *row, double period)
{
    struct tally *tally = tallies_get(tallies, number);

    if (tally == NULL ||
        !array_reach(squares, number, room, sizeof(**squares)))
        return false;
    rank_stats_add(&tally->time, index, ns);
    tally->calls += row->count;
    (*squares)[number] += (double)row->squares * period * period;
    return true;
}

/* innermost: of the frames of Python on the path. */
static bool charge_python(struct sampled *sampled,
                          const struct sampled_frame *frame,
                          const struct sample_row *row,
                          const struct region_at *at, bool innermost,
                          double period)
{
    uint32_t line = frame->line - 1;
    struct tally *tally;

    if (innermost &&
        !charge_to(&sampled->python, &sampled->python_squares,
                   &sampled->python_room, line, at->rank, at->ns, row, period))
        return false;
    if (!array_reach(&sampled->line_stamps, line, &sampled->line_stamp_room,
                     sizeof(*sampled->line_stamps)))
        return false;
    if (sampled->line_stamps[line] == sampled->stamp)
        return true;
    sampled->line_stamps[line] = sampled->stamp;
    tally = tallies_get(&sampled->python, line);
    if (tally != NULL)
        rank_stats_add(&tally->other, at->rank, at->ns);
    return tally != NULL;
}

/* Which function made mpi4py pickle: of the program, if there is one. */
struct pickler {
    bool inside, program;
    uint32_t function;
};

static void find_pickler(const struct sampled *sampled,
                         const struct sampled_frame *frame,
                         struct pickler *found)
{
    struct definition item;
    struct sampled_name name;

    found->inside = found->inside || frame->mpi4py;
    if (!found->inside || found->program || !frame->python ||
        frame->count == 0)
        return;
    found->function = sampled->numbers[frame->first];
    item = definitions_get(sampled->names, DEFINITION_HOST, found->function);
    name = sampled_name_of(&item);
    found->program = sampled_is_users_python(&name);
}

static bool charge_pickling(struct sampled *sampled,
                            const struct pickler *found,
                            const struct region_at *at)
{
    struct tally *tally;

    if (!found->program)
        return true;
    tally = tallies_get(&sampled->pickling, found->function);
    if (tally != NULL)
        rank_stats_add(&tally->time, at->rank, at->ns);
    return tally != NULL;
}

static bool charge_path(struct sampled *sampled,
                        const struct definitions *table,
                        const struct sample_row *row,
                        const struct region_at *at, double period)
{
    uint32_t path = row->path;
    struct pickler pickler = { 0 };
    bool innermost = true;

    sampled->stamp++;
    for (int deep = 0; path != 0 && deep < PATH_FRAMES_MOST; deep++) {
        struct definition item = definitions_get(table, DEFINITION_PATH, path);
        const struct sampled_frame *frame =
            frame_at(sampled, table, item.refs[1]);

        if (frame == NULL)
            return false;
        for (uint32_t i = 0; i < frame->count; i++)
            if (!charge_inclusive(sampled, frame->first + i, at))
                return false;
        if (frame->python &&
            !charge_python(sampled, frame, row, at, innermost, period))
            return false;
        find_pickler(sampled, frame, &pickler);
        innermost = innermost && !frame->python;
        path = item.refs[0];
    }
    return charge_pickling(sampled, &pickler, at);
}

/* Where nothing is known of the path. */
static struct sampled_frame *frame_without_name(struct sampled *sampled)
{
    static const struct symbol none = { SAMPLED_NO_NAME, "", 0 };
    struct sampled_frame *frame = &sampled->frames[sampled->frame_count];
    uint32_t line;

    if (frame->line != 0)
        return frame;
    frame->first = (uint32_t)sampled->number_count;
    line = number_of(sampled, &none, "", 0);
    if (line == DEFINITION_NONE ||
        !add_function(sampled, number_of(sampled, &none, "", -1), 0))
        return NULL;
    frame->count = 1;
    frame->line = line + 1;
    return frame;
}

/* The innermost frame with a function that is not of the C++ library; without
 * one, the leaf.  NULL: no memory. */
static const struct sampled_frame *own_frame(struct sampled *sampled,
                                             const struct definitions *table,
                                             uint32_t path)
{
    const struct sampled_frame *leaf = NULL, *frame;

    for (int deep = 0; path != 0 && deep < PATH_FRAMES_MOST; deep++) {
        struct definition item = definitions_get(table, DEFINITION_PATH, path);

        frame = frame_at(sampled, table, item.refs[1]);
        if (frame == NULL || frame->own < frame->count)
            return frame;
        leaf = leaf == NULL ? frame : leaf;
        path = item.refs[0];
    }
    return leaf;
}

uint32_t sampled_own(const struct sampled_frame *frame)
{
    return frame->first + (frame->own < frame->count ? frame->own : 0);
}

static bool charge_leaf(struct sampled *sampled,
                        const struct definitions *table,
                        const struct sample_row *row,
                        const struct region_at *at, double period)
{
    const struct sampled_frame *frame =
        row->path == 0 ? frame_without_name(sampled)
                       : own_frame(sampled, table, row->path);
    uint32_t function;

    if (frame == NULL)
        return false;
    function = sampled->numbers[sampled_own(frame)];
    if (!charge_to(&sampled->functions, &sampled->squares,
                   &sampled->function_room, function, at->rank, at->ns, row,
                   period) ||
        !charge_to(&sampled->lines, &sampled->line_squares,
                   &sampled->line_room, frame->line - 1, at->rank, at->ns, row,
                   period) ||
        !region_samples_own(&sampled->by_region, at, function,
                            frame->line - 1))
        return false;
    if (row->path != 0)
        return true;
    sampled->stamp++;
    return charge_inclusive(sampled, frame->first, at);
}

void sampled_keep(struct sampled_rank *rank, uint32_t function, uint64_t ns)
{
    uint32_t at = rank->count;

    while (at > 0 && rank->items[at - 1].ns < ns)
        at--;
    if (at == SAMPLED_KEPT || ns == 0)
        return;
    if (rank->count < SAMPLED_KEPT)
        rank->count++;
    memmove(&rank->items[at + 1], &rank->items[at],
            (rank->count - 1 - at) * sizeof(*rank->items));
    rank->items[at] = (struct sampled_item){ function, ns };
}

/* Each sample that is there stands for its share of those that are lost. */
static double factor_of(const struct samples *samples)
{
    double taken = 0;

    for (size_t i = 0; i < samples->row_count; i++)
        taken += (double)samples->rows[i].count;
    return taken > 0 ? (taken + (double)samples->lost) / taken : 1;
}

double sampled_period(const struct samples *samples)
{
    return (double)samples->period_ns * factor_of(samples);
}

const struct sample_row *sampled_next(const struct scope *scope,
                                      const struct samples *samples,
                                      const struct sample_row *row)
{
    size_t i = row == NULL ? 0 : (size_t)(row - samples->rows) + 1;

    for (; samples->source != SAMPLE_NONE && i < samples->row_count; i++)
        if (samples->rows[i].call == SAMPLE_NO_CALL &&
            scope_inside(scope, samples->rows[i].region))
            return &samples->rows[i];
    return NULL;
}

static void add_facts(struct sampled *sampled, const struct samples *samples)
{
    sampled->sampled_ranks++;
    sampled->timer_ranks += samples->source == SAMPLE_TIMER;
    sampled->user_ranks += !samples->kernel;
    sampled->threads += samples->threads;
    sampled->unsampled += samples->unsampled;
    sampled->timed += samples->source == SAMPLE_TIMER ? 0 : samples->timed;
    sampled->refused |= samples->refused;
    sampled->lost += samples->lost;
    sampled->cut += samples->cut;
    sampled->crowded += samples->crowded;
    if (samples->period_ns > sampled->period_ns)
        sampled->period_ns = samples->period_ns;
}

static bool charge_call(struct sampled *sampled, uint32_t call, uint32_t index,
                        uint64_t ns)
{
    struct tally *tally = tallies_get(&sampled->calls, call);

    if (tally != NULL)
        rank_stats_add(&tally->time, index, ns);
    return tally != NULL;
}

/* Whether the rank that was added last works longer there than all before. */
static bool works_longest(const struct scope *scope, uint32_t region)
{
    const struct tally *tally = tallies_find(&scope->regions, region);
    const struct rank_stats *time;

    if (tally == NULL)
        return false;
    time = &tally->time;
    return time->open && time->current_index == scope->rank_count - 1 &&
           (time->ranks == 0 || time->current > time->max);
}

static bool charge_row(struct sampled *sampled, const struct scope *scope,
                       const struct sample_row *row, bool longest,
                       double period)
{
    const struct definitions *table = scope->profile->definitions;
    uint64_t ns = saturate_near((double)row->count * period);
    uint32_t index = scope->rank_count - 1;
    struct region_at at = { row->region, index, false, longest, ns };

    if (!scope_inside(scope, row->region))
        return true;
    if (row->call != SAMPLE_NO_CALL)
        return charge_call(sampled, row->call - 1, index, ns);
    sampled->ranks[index].ns += ns;
    sampled->ns += ns;
    sampled->samples += row->count;
    at.longest = works_longest(scope, row->region);
    return charge_leaf(sampled, table, row, &at, period) &&
           charge_path(sampled, table, row, &at, period);
}

enum status sampled_add(struct scope *scope, const struct rank_data *rank)
{
    struct sampled *sampled = &scope->sampled;
    const struct samples *samples = &rank->samples;
    uint32_t index = scope->rank_count - 1;
    size_t room = sampled->rank_room;
    uint64_t useful = scope->ranks[index].useful;
    bool longest = index == 0 || useful > sampled->most_useful;
    double period;

    if (!array_reach(&sampled->ranks, index, &room, sizeof(*sampled->ranks)))
        return no_memory();
    sampled->rank_room = (uint32_t)room;
    sampled->rank_count = index + 1;
    if (longest)
        sampled->most_useful = useful;
    if (samples->source == SAMPLE_NONE)
        return STATUS_OK;
    add_facts(sampled, samples);
    period = sampled_period(samples);
    for (size_t i = 0; i < samples->row_count; i++)
        if (!charge_row(sampled, scope, &samples->rows[i], longest, period))
            return no_memory();
    return STATUS_OK;
}

bool sampled_knows_calls(const struct scope *scope)
{
    return scope->sampled.sampled_ranks > 0 &&
           strcmp(scope->profile->source, "trace") != 0;
}

uint64_t sampled_in_call(const struct scope *scope, uint32_t call)
{
    const struct tally *tally = tallies_find(&scope->sampled.calls, call);

    return tally == NULL ? 0 : scope_stats(scope, &tally->time).sum;
}

struct sampled_name sampled_name_of(const struct definition *function)
{
    struct sampled_name name = { .function = (const char *)function->key };

    name.file = name.function + strlen(name.function) + 1;
    name.module = name.file + strlen(name.file) + 1;
    return name;
}

/* A module of Python is the file. */
bool sampled_is_users_python(const struct sampled_name *name)
{
    return name->file[0] != '\0' &&
           strcmp(last_part(name->file), name->module) == 0 &&
           !python_file_is_installed(name->file);
}

struct sampled_name sampled_function(const struct scope *scope,
                                     uint32_t number)
{
    struct definition item =
        definitions_get(scope->sampled.names, DEFINITION_HOST, number);

    return sampled_name_of(&item);
}

struct sampled_name sampled_line(const struct scope *scope, uint32_t number)
{
    struct definition item =
        definitions_get(scope->sampled.names, DEFINITION_FILE, number);
    struct sampled_name name = sampled_name_of(&item);

    name.line = atoi(name.module + strlen(name.module) + 1);
    return name;
}

/* A line's key starts with its function's key. */
static uint32_t function_of(const struct sampled *sampled,
                            const struct sampled_name *line)
{
    const char *end = line->module + strlen(line->module) + 1;

    return definitions_find(sampled->names, DEFINITION_HOST, 0, 0,
                            line->function, (size_t)(end - line->function));
}

static void find_hottest(struct scope *scope, const struct tallies *lines)
{
    struct sampled *sampled = &scope->sampled;

    for (size_t i = 0; i < lines->count; i++) {
        const struct tally *tally = &lines->items[i];
        struct sampled_name line = sampled_line(scope, (uint32_t)tally->key);
        uint32_t function = function_of(sampled, &line);

        if (function >= sampled->seen_room || line.line <= 0 ||
            tally->calls <= sampled->seen[function].most)
            continue;
        sampled->seen[function].most = tally->calls;
        sampled->seen[function].line = line.line;
    }
}

/* Finds each function's line with the most samples, also in each region.
 * Samples in native code count for the line of Python that calls it, too. */
void sampled_close(struct scope *scope)
{
    struct sampled *sampled = &scope->sampled;

    find_hottest(scope, &sampled->lines);
    find_hottest(scope, &sampled->python);
    for (size_t i = 0; i < sampled->by_region.count; i++) {
        const struct region_sample *item = &sampled->by_region.items[i];
        struct sampled_name line;

        if (!(item->number & REGION_LINE))
            continue;
        line = sampled_line(scope, item->number & ~REGION_LINE);
        region_samples_name_line(&sampled->by_region, item,
                                 function_of(sampled, &line), line.line);
    }
}

struct sampled_name sampled_hottest(const struct scope *scope,
                                    uint32_t function)
{
    struct sampled_name found = sampled_function(scope, function);

    if (function < scope->sampled.seen_room)
        found.line = scope->sampled.seen[function].line;
    return found;
}
