/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * merged_files.h - the data of pyfiles.h, private to this folder.
 */
#ifndef PYFILES_MERGED_FILES_H
#define PYFILES_MERGED_FILES_H

#include "base/rank_stats.h"
#include "pyfiles/content.h"
#include "pyfiles/kind.h"
#include "report/unread_files.h"

/* The tables of pyfiles_report(), in pyfiles_forms. */
enum files_table {
    FILES_RANKS_TIME,
    FILES_RANKS_BYTES,
    FILES_RANKS_SAMPLES,
    FILES_LINES,
    FILES_ALLOCATIONS,
    FILES_GROWTH,
    FILES_MEMORY,
    FILES_MEMORY_FUNCTIONS,
    FILES_MEMORY_OVER_TIME,
    FILES_STACKS,
    FILES_SAMPLES,
    FILES_SLICES,
    FILES_TABLES
};

/* A line, a function or a kind of slice, over all ranks. */
struct files_row {
    struct content_key key;
    uint64_t count;
    struct rank_stats value;      /* exclusive; by position of the rank */
    struct rank_stats cumulative; /* of stacks: inclusive */
    char *source;                 /* the text of the line, or NULL */
    bool looked_for;
};

struct files_rank {
    int rank;
    char *path;
    uint64_t value, count; /* of all its rows */
    uint32_t top;          /* the row with the most, or PY_NONE */
    uint64_t top_value;
    /* of mprof: */
    struct content_point *points;
    size_t point_count;
    uint64_t peak, peak_ns, first, last, begin_ns, end_ns;
    uint64_t children_bytes, readings;
};

struct pyfiles {
    enum pyfiles_kind kind;
    bool growth; /* from one snapshot to another */
    struct py_names names;
    MAP_OF(struct files_row, rows, row_count);
    struct call_tree tree;
    struct files_rank *ranks;
    size_t rank_count;
    struct unread_files unread;
};

/* Reads the text of the lines of all rows, where their files are there. */
void files_find_sources(struct pyfiles *merged);

#endif
