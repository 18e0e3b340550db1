/*
 * fuzzy_match.h - comparing what people type with the names of things.
 *
 * Case, blanks, dashes and underscores make no difference: "Load balance" is
 * load_balance.  Threads: any.  Memory: none.
 */
#ifndef BASE_FUZZY_MATCH_H
#define BASE_FUZZY_MATCH_H

#include <stdbool.h>

/* NULL is the same as nothing. */
bool fuzzy_match_same(const char *a, const char *b);
/* How far a typed text is from a name: 0 the same, 1 one holds the other, else
 * letters to add, drop, change or swap, plus 1.  More than WORDS_FAR: no
 * resemblance. */
#define WORDS_FAR 3
int fuzzy_match_distance(const char *typed, const char *name);

#endif
