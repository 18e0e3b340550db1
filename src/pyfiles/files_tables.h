/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * files_tables.h - the tables of pyfiles_report(), in pyfiles_forms.
 */
#ifndef PYFILES_FILES_TABLES_H
#define PYFILES_FILES_TABLES_H

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

#endif
