/*
 * glossary.h - every table and column with its definition, without a run.
 *
 * Threads: constant data.
 */
#ifndef ANALYZE_GLOSSARY_H
#define ANALYZE_GLOSSARY_H

#include <stddef.h>

#include "analyze/facts/analysis.h"

/* The i-th table that a report can have, in the order of the report; NULL
 * past the last. */
const struct table_form *glossary_table(size_t i);

#endif
