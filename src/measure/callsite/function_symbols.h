/*
 * function_symbols.h - names of functions while the program runs.
 *
 * For rules that need a name at the first call of a function: from the symbol
 * table of its file alone, without debug information, which takes microseconds
 * where libdw takes milliseconds.  A file is read once, when first asked for.
 * Threads: the caller serialises.  Memory: the table's; names are valid as
 * long as it.  A file that is stripped, gone or damaged has no names.
 */
#ifndef MEASURE_CALLSITE_FUNCTION_SYMBOLS_H
#define MEASURE_CALLSITE_FUNCTION_SYMBOLS_H

#include <stdint.h>

struct function_symbols;

struct function_symbols *function_symbols_create(void); /* NULL: no memory */
void function_symbols_destroy(struct function_symbols *symbols);

/* The function that begins at that offset of a file, as people write it; NULL:
 * there is none, or it has no name. */
const char *function_symbols_find(struct function_symbols *symbols,
                                  const char *path, uint64_t offset);

#endif
