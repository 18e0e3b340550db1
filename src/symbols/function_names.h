/*
 * function_names.h - regions that are functions of the program.
 *
 * While a program runs a function is known by its file and its offset there;
 * what it is called is looked up once per run, with the frames of call paths
 * (symbols.h), and becomes the note of its REGION: name \0 file \0 line.  The
 * REGION's key has in their place "sim+0x1234", the build-id (or path) of the
 * file, and one of the lines below.
 * Threads: one owner.  Memory: the table's.
 */
#ifndef SYMBOLS_FUNCTION_NAMES_H
#define SYMBOLS_FUNCTION_NAMES_H

#include <stdbool.h>

#include "model/definitions.h"

enum function_line {
    FUNCTION_TIMED = -1,
    FUNCTION_FOLDED = -2 /* its calls are counted, their time is the
                          * caller's */
};

#define FUNCTION_FOLDED_MARK " (folded)"

/* The REGION of a function, made if new, with what it takes to look it up.
 * module: DEFINITION_NONE of code that is in no file; offset: the address. */
uint32_t function_region(struct definitions *table, uint32_t module,
                         uint64_t offset, enum function_line line);
/* Whether there is that region already. */
bool function_region_is_known(const struct definitions *table,
                              uint32_t module, uint64_t offset,
                              enum function_line line);

/* Gives those regions their names whose functions have been looked up. */
void function_names_note(struct definitions *table);

/* The function that a region is of, as an enum function_line; 0: of none. */
int function_line_of(const struct definitions *table, uint32_t region);

#endif
