/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * terms.h - terms of a report other than columns, tables and efficiencies.
 *
 * Threads: constant data.
 */
#ifndef ANALYZE_FACTS_TERMS_H
#define ANALYZE_FACTS_TERMS_H

#include <stddef.h>

struct term {
    const char *name;  /* "useful_time" */
    const char *title; /* alternative name */
    const char *definition;
};

extern const struct term terms[];
extern const size_t term_count;

#endif
