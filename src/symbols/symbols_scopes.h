/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * symbols_scopes.h - finds the function of a compilation unit that contains an
 * address, and the functions inlined there.
 *
 * The functions of a unit are listed once, so that thousands of addresses in
 * it need not search the whole unit each.
 * Threads: one owner.  Memory: the list grows with the functions of a unit,
 * and is rebuilt for another unit; scopes_clear() frees it.  Errors: without
 * memory or with damaged debug information there are fewer scopes.
 */
#ifndef SYMBOLS_SYMBOLS_SCOPES_H
#define SYMBOLS_SYMBOLS_SCOPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct scopes_span {
    Dwarf_Addr begin, end; /* range of a function, or of one of its parts */
    Dwarf_Die function;
};

struct scopes {
    bool known; /* unit is valid */
    Dwarf_Off unit;
    struct scopes_span *spans; /* by begin */
    size_t count;
};

/* Stores at most `most' scopes from the innermost outwards, the function with
 * its own code last.  Returns their number, 0: no known function. */
int scopes_at(struct scopes *scopes, Dwarf_Die *unit, Dwarf_Addr address,
              Dwarf_Die *out, int most);
void scopes_clear(struct scopes *scopes);

#endif
