/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * function_symbols.h - names of functions while the program runs.
 *
 * For rules that need a name at the first call of a function: reads only the
 * symbol table of its file, not the debug information, in microseconds where
 * libdw takes milliseconds.  Each build of a file is read once, at the first lookup.
 * Threads: the caller serialises.  Memory: the table's; names are valid as
 * long as the table.  A stripped, missing or damaged file has no names.
 */
#ifndef MEASURE_CALLSITE_FUNCTION_SYMBOLS_H
#define MEASURE_CALLSITE_FUNCTION_SYMBOLS_H

#include <stdint.h>

struct function_symbols;

struct function_symbols *function_symbols_create(void); /* NULL: out of
                                                         * memory */
void function_symbols_destroy(struct function_symbols *symbols);

/* Returns the demangled name of the function that starts at that offset of a
 * file; NULL: no such function, or no name.  build: any text that tells builds of the
 * file apart. */
const char *function_symbols_find(struct function_symbols *symbols,
                                  const char *path, const char *build,
                                  uint64_t offset);

#endif
