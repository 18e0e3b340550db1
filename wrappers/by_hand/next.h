/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * next.h - finds the next definition of an MPI procedure after ours.
 *
 * A table with one slot per wrapper, filled at the first call of each: the
 * next object in search order that defines the same name, or the MPI library
 * wherever it was loaded (Python and Julia open it RTLD_LOCAL), or its PMPI
 * twin.  The names are generated: gen/next_ids.h, gen/next_names.c.
 *
 * Threads: any; two may resolve one slot at once and store the same pointer.
 * Memory: static.  Errors: a wrapper without a next definition cannot
 * continue; the process ends as the dynamic linker ends it for a missing
 * symbol.
 */
#ifndef WRAPPERS_BY_HAND_NEXT_H
#define WRAPPERS_BY_HAND_NEXT_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#include "next_ids.h"

extern void *next_table[NEXT_COUNT];
extern const char next_names[NEXT_COUNT][NEXT_NAME_SIZE];

/* The slow path of next_function. */
void *next_resolve(uint32_t slot);

/* Finds a function of the MPI library by name; NULL: not found. */
void *next_find(const char *name);

/* Finds a variable or function of the MPI library that we do not define: the
 * one in use may be in the program. */
void *next_anywhere(const char *name);
/* Whether that address is in this library. */
bool next_is_ours(const void *address);

static inline void *next_function(uint32_t slot)
{
    void *function = __atomic_load_n(&next_table[slot], __ATOMIC_RELAXED);

    if (__builtin_expect(function == NULL, 0))
        function = next_resolve(slot);
    return function;
}

#endif
