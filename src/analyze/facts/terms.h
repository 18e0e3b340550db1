/*
 * terms.h - the words of a report that are no column, table or efficiency.
 *
 * Threads: constant data.
 */
#ifndef ANALYZE_FACTS_TERMS_H
#define ANALYZE_FACTS_TERMS_H

#include <stddef.h>

struct term {
    const char *name;  /* "useful_time" */
    const char *title; /* another name for it */
    const char *definition;
};

extern const struct term terms[];
extern const size_t term_count;

#endif
