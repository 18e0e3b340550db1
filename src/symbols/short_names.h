/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * short_names.h - C++ functions by name alone, as far as that tells them apart.
 *
 * A demangled name such as `void app::forward<double>(app::Grid<double>&)' is
 * shown as `app::forward'; if another function of the run would read alike, with
 * its template arguments, or else whole.
 * Files of the same name get their folders (file_names.h).
 * Threads: the table's owner.  Memory: the table's; short_name()'s text is the
 * caller's.  Errors: only a lack of memory, which is logged.
 */
#ifndef SYMBOLS_SHORT_NAMES_H
#define SYMBOLS_SHORT_NAMES_H

#include <stdbool.h>

#include "model/definitions.h"

/* The name without return type and parameters, and without template arguments
 * unless these are kept; the caller frees.  NULL: no memory. */
char *short_name(const char *name, bool templates);

/* Whether it is a function of the C++ library, such as std::__invoke_r<...>: what
 * it does is done for the function of the program that called it. */
bool is_library_name(const char *name);

/* Replaces the names of functions, and marks those of files, in the notes of all FRAMEs but those of
 * Python. */
enum status short_names_set(struct definitions *table);

#endif
