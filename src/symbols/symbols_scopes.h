/*
 * symbols_scopes.h - which function of a compilation unit an address is in,
 * and what is inlined there.
 *
 * The functions of a unit are listed once, so that thousands of addresses in
 * it do not go through all of it each.
 * Threads: one owner.  Memory: the list grows with the functions of a unit, and
 * is made anew for another one; scopes_clear() frees it.  Errors: without
 * memory or with damaged debug information there are fewer scopes.
 */
#ifndef SYMBOLS_SYMBOLS_SCOPES_H
#define SYMBOLS_SYMBOLS_SCOPES_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

struct scopes_span {
    Dwarf_Addr begin, end; /* of a function, or one of its parts */
    Dwarf_Die function;
};

struct scopes {
    bool known; /* which unit it is */
    Dwarf_Off unit;
    struct scopes_span *spans; /* by begin */
    size_t count;
};

/* From inside outwards, the function that has code of its own last; up to
 * `most`.  Returns how many, 0: no function is known there. */
int scopes_at(struct scopes *scopes, Dwarf_Die *unit, Dwarf_Addr address,
              Dwarf_Die *out, int most);
void scopes_clear(struct scopes *scopes);

#endif
