/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_memory.c - which lines of Python held memory when a rank held most,
 * and at the end of the script.
 *
 * From what `python3 -m mpiprof' wrote with MPIPROF_PYTHON_MEMORY=on.
 */
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/say.h"
#include "base/log.h"
#include "base/order.h"
#include "model/python/python_times.h"

static const struct column columns[] = {
    { "location", "line", CELL_TEXT,
      "File and line of Python that allocated the memory; `others' are the "
      "lines with the least." },
    { "mean_bytes", "mean", CELL_BYTES,
      "Memory that the line had allocated and that was still held when the "
      "rank held most, mean over ranks (tracemalloc)." },
    { "min_bytes", NULL, CELL_BYTES, "The same, minimum over ranks." },
    { "max_bytes", "max", CELL_BYTES, "The same, maximum over ranks." },
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },
    { "blocks", "blocks", CELL_COUNT, "Blocks of memory on that rank." },
    { "end_mean_bytes", "at end", CELL_BYTES,
      "Memory still held at the end of the script, mean over ranks." },
    { "end_max_bytes", NULL, CELL_BYTES,
      "Memory still held at the end of the script, maximum over ranks." },
    { "file", NULL, CELL_TEXT, "File as the interpreter names it." },
    { "line", NULL, CELL_INTEGER, "Line in that file." },
};

static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "location", "line", CELL_TEXT,
      "File and line of Python that allocated the memory." },
    { "peak_bytes", "peak", CELL_BYTES,
      "Memory that the line had allocated and that was still held when the "
      "rank held most." },
    { "peak_blocks", "blocks", CELL_COUNT, "Blocks of that memory." },
    { "end_bytes", "at end", CELL_BYTES,
      "Memory still held at the end of the script." },
    { "end_blocks", NULL, CELL_COUNT, "Blocks of that memory." },
};

static const struct table_form forms[] = {
    TABLE_FORM_BRIEF("python_memory", "Memory by line of Python",
                     SECTION_RESOURCES, columns),
    TABLE_FORM("python_memory_by_rank", "Memory by line of Python and rank", 0,
               rank_columns),
};

struct held {
    const char *file;
    uint64_t bytes, blocks, end;
    uint32_t line, rank;
};

ORDER(by_place, struct held, A_TO_Z(file) UP(line) UP(rank));

static void put_place(struct table *table, const char *file, uint32_t line)
{
    if (file[0] == '\0')
        table_text(table, "others");
    else
        table_text(table, say_location(file, (int)line).text);
}

/* One line on all ranks that have it. */
static void add_line(struct table *table, const struct held *held,
                     size_t count, size_t ranks)
{
    const struct held *most = &held[0];
    uint64_t sum = 0, end = 0, end_most = 0, least = held[0].bytes;

    for (size_t i = 0; i < count; i++) {
        sum += held[i].bytes;
        end += held[i].end;
        end_most = held[i].end > end_most ? held[i].end : end_most;
        least = held[i].bytes < least ? held[i].bytes : least;
        most = held[i].bytes > most->bytes ? &held[i] : most;
    }
    put_place(table, held[0].file, held[0].line);
    TABLE_NUMBERS(table, sum / ranks, count < ranks ? 0 : least, most->bytes);
    table_integer(table, most->rank);
    TABLE_NUMBERS(table, most->blocks, end / ranks, end_most);
    table_optional(table, held[0].file);
    table_integer_if(table, held[0].line != 0, held[0].line);
}

static void add_lines(struct table *table, const struct held *held,
                      size_t count, size_t ranks)
{
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && held[to].line == held[from].line &&
                            strcmp(held[to].file, held[from].file) == 0;)
            to++;
        add_line(table, &held[from], to - from, ranks);
    }
}

/* NULL: no memory.  The caller frees. */
static struct held *sort_lines(const struct python_memory *memory)
{
    struct held *held = calloc(memory->line_count + 1, sizeof(*held));

    if (held == NULL)
        return NULL;
    for (size_t i = 0; i < memory->line_count; i++) {
        const struct python_memory_line *line = &memory->lines[i];

        held[i] =
            (struct held){ line->file,        line->peak.bytes,
                           line->peak.blocks, line->end.bytes,
                           line->line,        memory->ranks[line->rank].rank };
    }
    qsort(held, memory->line_count, sizeof(*held), by_place);
    return held;
}

static void note_most(struct table *table, const struct python_memory *memory)
{
    const struct python_memory_rank *most = &memory->ranks[0];

    for (size_t i = 1; i < memory->rank_count; i++)
        if (memory->ranks[i].peak > most->peak)
            most = &memory->ranks[i];
    table_set_note(table,
                   "of %s; the peak is %s, on rank %u, which held %s when its "
                   "lines were recorded",
                   say_count(memory->rank_count, "rank").text,
                   say_bytes(most->peak).text, most->rank,
                   say_bytes(most->looked).text);
}

static enum status fill_memory(struct table *table, const struct scope *scope,
                               const void *state)
{
    const struct python_memory *memory = &scope->options->python->memory;
    struct held *held = sort_lines(memory);

    (void)state;
    if (held == NULL)
        return log_fail(STATUS_NO_MEMORY, "memory of Python");
    add_lines(table, held, memory->line_count, memory->rank_count);
    free(held);
    table_sort(table, (size_t)table_column(table, "max_bytes"));
    note_most(table, memory);
    return STATUS_OK;
}

static enum status fill_by_rank(struct table *table, const struct scope *scope,
                                const void *state)
{
    const struct python_memory *memory = &scope->options->python->memory;

    (void)state;
    for (size_t i = 0; i < memory->line_count; i++) {
        const struct python_memory_line *line = &memory->lines[i];

        table_integer(table, memory->ranks[line->rank].rank);
        put_place(table, line->file, line->line);
        TABLE_NUMBERS(table, line->peak.bytes, line->peak.blocks,
                      line->end.bytes, line->end.blocks);
    }
    return STATUS_OK;
}

static enum status python_memory_finish(void *state, const struct scope *scope,
                                        struct report *report)
{
    const struct python_times *python = scope->options->python;
    enum status status;

    if (python == NULL || python->memory.rank_count == 0)
        return STATUS_OK;
    status = report_add_filled(report, &forms[0], scope, state, fill_memory);
    if (status != STATUS_OK || !table_form_wanted(&forms[1], scope))
        return status;
    return report_add_filled(report, &forms[1], scope, state, fill_by_rank);
}

const struct analysis python_memory_analysis = {
    .finish = python_memory_finish,
    FORMS(forms),
};
