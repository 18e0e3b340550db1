/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * function_names.h - regions that are functions of the program.
 *
 * At run time a function is known by its file and offset; its name is looked
 * up once per run, together with the frames of call paths (symbols.h), and
 * becomes the note of its REGION: name \0 file \0 line.  The key of the REGION
 * instead has "sim+0x1234", the build-id (or path) of the file, and one of the
 * lines below.
 * Threads: one owner.  Memory: the table's.
 */
#ifndef SYMBOLS_FUNCTION_NAMES_H
#define SYMBOLS_FUNCTION_NAMES_H

#include <stdbool.h>

#include "model/definitions.h"

enum function_line {
    FUNCTION_TIMED = -1,
    FUNCTION_FOLDED = -2 /* calls are counted, time is charged to the caller */
};

#define FUNCTION_FOLDED_MARK " (folded)"

/* Returns the REGION of a function, created if new, with the data for its
 * lookup. module: DEFINITION_NONE for code outside files; offset: the
 * address. */
uint32_t function_region(struct definitions *table, uint32_t module,
                         uint64_t offset, enum function_line line);
/* Whether that region already exists. */
bool function_region_is_known(const struct definitions *table, uint32_t module,
                              uint64_t offset, enum function_line line);

/* Names the region of a function before its lookup, which will add the file. */
void function_region_named(struct definitions *table, uint32_t region,
                           const char *name);
/* Names the regions whose functions have been looked up. */
void function_names_note(struct definitions *table);

/* Kind of function that a region represents, as an enum function_line; 0: not
 * a function. */
int function_line_of(const struct definitions *table, uint32_t region);

#endif
