/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * python_memory.h - which lines of Python held memory, on each rank.
 *
 * `python3 -m mpiprof' writes memory_RANK.tsv to a run's directory if
 * MPIPROF_PYTHON_MEMORY is on (share/doc/python-programs.md has the format).
 * Units: bytes.  Threads: one owner.  Memory: python_memory_clear() frees;
 * zero is empty.  Errors: logged, a line each; a damaged file is left out.
 */
#ifndef MODEL_PYTHON_PYTHON_MEMORY_H
#define MODEL_PYTHON_PYTHON_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct python_memory_line {
    uint32_t rank; /* position in ranks */
    uint32_t line; /* 0: all lines that have no row of their own */
    char *file;    /* "": likewise */
    struct {
        uint64_t bytes, blocks;
    } peak, end; /* at the look with the most; at the end of the script */
};

struct python_memory_rank {
    uint32_t rank;
    uint64_t peak;   /* the highest sum */
    uint64_t looked; /* the sum of `peak' of all lines, and of mpiprof's own */
};

struct python_memory {
    struct python_memory_rank *ranks; /* ascending */
    size_t rank_count, rank_room;
    struct python_memory_line *lines; /* rank by rank */
    size_t line_count, line_room;
};

/* Reads all such files of a folder. */
enum status python_memory_read(const char *folder, struct python_memory *out);
/* Adds one file's text; a damaged file adds nothing. */
enum status python_memory_add(struct python_memory *memory, uint32_t rank,
                              char *text, const char *path);
void python_memory_clear(struct python_memory *memory);

#endif
