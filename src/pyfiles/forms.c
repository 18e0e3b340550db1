/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * forms.c - the columns of the tables of pyfiles_report().
 */
#include "pyfiles/merged_files.h"
#include "pyfiles/pyfiles.h"

/* clang-format off */
#define RANK_COLUMNS(name, title, kind)                                       \
    { "rank", "rank", CELL_INTEGER, "By the name of the file." },             \
    { name, title, kind, "Sum over all rows of the rank's file." },           \
    { "share", "of most", CELL_RATIO, "Share of the largest rank's value." }, \
    { "top", "most in", CELL_TEXT, "The largest row." },                      \
    { "top_" name, "there", kind, "Value of that row." },                     \
    { "path", NULL, CELL_TEXT, "The file." }
#define SPREAD_COLUMNS(suffix, kind)                                          \
    { "ranks", NULL, CELL_COUNT,                                              \
      "Ranks whose files have it; the others count as zero." },               \
    { "min" suffix, "min", kind, "Minimum over ranks." },                        \
    { "mean" suffix, "mean", kind, "Mean over ranks." },                      \
    { "max" suffix, "max", kind, "Maximum over ranks." },                         \
    { "deviation" suffix, NULL, kind,                                         \
      "Standard deviation over ranks." },                                     \
    { "max_rank", "on rank", CELL_INTEGER, "The rank with that maximum." },          \
    { "avoidable" suffix, "avoidable", kind,                                  \
      "max - mean: what would be gained if it were spread evenly." }
#define LINE_COLUMNS                                                          \
    { "file", NULL, CELL_TEXT, "The whole path of the file." },               \
    { "line", NULL, CELL_INTEGER, "The number of the line." },                \
    { "source", "source", CELL_TEXT,                                          \
      "The text of the line, if its file still exists." }
#define STACK_COLUMNS(suffix, kind)                                           \
    { "function", "function", CELL_TEXT, "Name of the function." },           \
    { "location", "location", CELL_TEXT,                                      \
      "Last part of its file, and the line, if the file has it." },           \
    { "own" suffix, "exclusive", kind,                                        \
      "In the function itself, over all ranks." },                            \
    { "own_share", "of total", CELL_RATIO, "That / the sum of all." },        \
    { "cumulative" suffix, "inclusive", kind,                                 \
      "In it and in what it calls, over all ranks." },                        \
    { "cumulative_share", "of total", CELL_RATIO, "That / the sum of all." }, \
    SPREAD_COLUMNS(suffix, kind),                                             \
    { "file", NULL, CELL_TEXT, "The whole path of the file." },               \
    { "line", NULL, CELL_INTEGER, "The line that the file has." }
/* clang-format on */

static const struct column time_rank_columns[] = {
    RANK_COLUMNS("time_s", "time", CELL_NS),
};
static const struct column bytes_rank_columns[] = {
    RANK_COLUMNS("bytes", "memory", CELL_BYTES),
};
static const struct column samples_rank_columns[] = {
    RANK_COLUMNS("samples", "samples", CELL_COUNT),
};

static const struct column line_columns[] = {
    { "location", "location", CELL_TEXT, "Last part of the file, and line." },
    { "function", "function", CELL_TEXT,
      "The function that contains the line." },
    { "hits", "hits", CELL_COUNT, "How often it ran, over all ranks." },
    { "time_s", "time", CELL_NS,
      "Time of the line, with all that it calls, over all ranks." },
    { "share", "of total", CELL_RATIO, "Time / the time of all lines." },
    { "per_hit_s", "per hit", CELL_NS, "Time / hits." },
    SPREAD_COLUMNS("_s", CELL_NS),
    LINE_COLUMNS,
};

static const struct column allocation_columns[] = {
    { "location", "location", CELL_TEXT, "Last part of the file, and line." },
    { "bytes", "memory", CELL_BYTES,
      "Memory allocated there and in use at the snapshot, over all ranks." },
    { "share", "of total", CELL_RATIO, "Memory / the memory of all lines." },
    { "blocks", "blocks", CELL_COUNT, "Blocks of memory." },
    SPREAD_COLUMNS("_bytes", CELL_BYTES),
    LINE_COLUMNS,
};

static const struct column growth_columns[] = {
    { "location", "location", CELL_TEXT, "Last part of the file, and line." },
    { "growth_bytes", "growth", CELL_BYTES,
      "Memory in use in B - in A, summed over ranks where it grew." },
    { "share", "of total", CELL_RATIO, "Growth / the growth of all lines." },
    { "blocks", "blocks", CELL_COUNT, "Additional blocks in B." },
    { "bytes", "in B", CELL_BYTES,
      "Memory in use in B, of the ranks where it has grown." },
    SPREAD_COLUMNS("_bytes", CELL_BYTES),
    LINE_COLUMNS,
};

static const struct column memory_columns[] = {
    { "rank", "rank", CELL_INTEGER, "By the name of the file." },
    { "peak_bytes", "peak", CELL_BYTES, "Most memory of all readings." },
    { "peak_at_s", "at", CELL_NS,
      "When that was, since the first reading of any rank." },
    { "first_bytes", "first", CELL_BYTES, "Memory at the first reading." },
    { "last_bytes", "last", CELL_BYTES, "Memory at the last reading." },
    { "growth_bytes", "growth", CELL_BYTES,
      "Last - first; 0 where the last is less." },
    { "children_peak_bytes", "child", CELL_BYTES,
      "Peak memory of one child process; empty if none was seen." },
    { "readings", "readings", CELL_COUNT, "How often memory was read." },
    { "duration_s", "duration", CELL_NS, "From first to last reading." },
    { "path", NULL, CELL_TEXT, "The file." },
};

static const struct column memory_function_columns[] = {
    { "function", "function", CELL_TEXT, "Name of the decorated function." },
    { "calls", "calls", CELL_COUNT, "Calls over all ranks." },
    { "growth_bytes", "growth", CELL_BYTES,
      "Memory at the end of a call - at its start, for calls that gained; with "
      "what it calls." },
    SPREAD_COLUMNS("_bytes", CELL_BYTES),
};

static const struct column memory_over_time_columns[] = {
    { "rank", "rank", CELL_INTEGER, "By the name of the file." },
    { "time_s", "time", CELL_NS, "Since the first reading of any rank." },
    { "bytes", "memory", CELL_BYTES,
      "Memory of the rank; beyond 512 readings, the maximum of each of 512 "
      "stretches." },
};

static const struct column stack_columns[] = { STACK_COLUMNS("_s", CELL_NS) };
static const struct column sample_columns[] = {
    STACK_COLUMNS("_samples", CELL_COUNT),
};

static const struct column slice_columns[] = {
    { "slice", "slice", CELL_TEXT, "Name of the slices." },
    { "category", "category", CELL_TEXT, "Their category." },
    { "slices", "slices", CELL_COUNT, "How many, over all ranks." },
    { "time_s", "time", CELL_NS,
      "How long they last; one nested in another of that name counts twice." },
    { "per_slice_s", "each", CELL_NS, "Time / slices." },
    SPREAD_COLUMNS("_s", CELL_NS),
};

const struct table_form pyfiles_forms[] = {
    [FILES_RANKS_TIME] =
        TABLE_FORM("python_file_ranks_time", "Files of ranks, by time",
                   SECTION_RANKS, time_rank_columns),
    [FILES_RANKS_BYTES] =
        TABLE_FORM("python_file_ranks_bytes", "Files of ranks, by memory",
                   SECTION_RANKS, bytes_rank_columns),
    [FILES_RANKS_SAMPLES] =
        TABLE_FORM("python_file_ranks_samples", "Files of ranks, by samples",
                   SECTION_RANKS, samples_rank_columns),
    [FILES_LINES] =
        TABLE_FORM_BRIEF("python_line_times", "Python lines, by line_profiler",
                         SECTION_TIME, line_columns),
    [FILES_ALLOCATIONS] =
        TABLE_FORM_BRIEF("python_allocations", "Memory by Python line",
                         SECTION_RESOURCES, allocation_columns),
    [FILES_GROWTH] = TABLE_FORM_BRIEF("python_allocation_growth",
                                      "Growth by Python line, A to B",
                                      SECTION_RESOURCES, growth_columns),
    [FILES_MEMORY] = TABLE_FORM_BRIEF("python_rank_memory",
                                      "Memory of ranks, by memory_profiler",
                                      SECTION_RESOURCES, memory_columns),
    [FILES_MEMORY_FUNCTIONS] = TABLE_FORM(
        "python_memory_functions", "Memory gained in decorated functions",
        SECTION_RESOURCES, memory_function_columns),
    [FILES_MEMORY_OVER_TIME] =
        TABLE_FORM("python_memory_over_time", "Memory of ranks over time", 0,
                   memory_over_time_columns),
    [FILES_STACKS] =
        TABLE_FORM_BRIEF("python_stacks", "Functions by sampled time",
                         SECTION_TIME, stack_columns),
    [FILES_SAMPLES] =
        TABLE_FORM_BRIEF("python_stack_samples", "Functions by samples",
                         SECTION_TIME, sample_columns),
    [FILES_SLICES] =
        TABLE_FORM_BRIEF("python_slices", "Slices of Chrome traces",
                         SECTION_TIME, slice_columns),
};
const size_t pyfiles_form_count = FILES_TABLES;
