/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fuzzy_match.h - compares typed words with names.
 *
 * Case, blanks, dashes and underscores are ignored: "Load balance" matches
 * load_balance.
 * Threads: any.  Memory: none.
 */
#ifndef BASE_TEXT_FUZZY_MATCH_H
#define BASE_TEXT_FUZZY_MATCH_H

#include <stdbool.h>

/* NULL equals the empty string. */
bool fuzzy_match_same(const char *a, const char *b);
/* Distance between a typed text and a name: 0 if equal, 1 if one contains the
 * other, else the number of letters to add, drop, change or swap, plus 1.
 * Beyond WORDS_FAR the two are unrelated. */
#define WORDS_FAR 3
int fuzzy_match_distance(const char *typed, const char *name);

/* The search for the name nearest to a typed text: set `typed', offer all
 * names, read `name'. */
struct fuzzy_match {
    const char *typed;
    const char *name; /* NULL: none is near */
    int distance;
};
/* Keeps `name' if `text', the same or its title, is nearer than all before. */
void fuzzy_match_offer(struct fuzzy_match *match, const char *text,
                       const char *name);

#endif
