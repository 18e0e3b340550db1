/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * glossary.h - every table and column with its definition, without a run.
 *
 * Threads: constant data.
 */
#ifndef ANALYZE_GLOSSARY_H
#define ANALYZE_GLOSSARY_H

#include <stddef.h>

#include "analyze/facts/analysis.h"

/* Returns the i-th possible table in report order; NULL past the last. */
const struct table_form *glossary_table(size_t i);

#endif
