/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * function_rules.h - functions to be measured: MPIPROF_FUNCTIONS.
 *
 * on, off, or rules separated by commas:
 *     fold:CALLS/TIME, fold:off   a function that a thread calls more than
 *                     CALLS times and that takes less than TIME (ns, us, ms or
 *                     s) on average is folded into its callers
 *     only:PATTERN    with *, ? and [ ]: with any such rule, functions whose
 *                     names match none of them are left out
 *     skip:PATTERN    functions whose names match are left out
 * A function without a name matches no pattern.
 * Threads: constant once read.  Memory: function_rules_clear().
 */
#ifndef SETTINGS_FUNCTION_RULES_H
#define SETTINGS_FUNCTION_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text/strbuf.h"

#define FUNCTION_RULES_CALLS 10000
#define FUNCTION_RULES_NS 1000.0
#define FUNCTION_RULES_MOST 64

struct function_pattern {
    bool only;
    const char *text;
};

struct function_rules {
    bool on;
    uint64_t fold_calls; /* 0: no folding */
    double fold_ns;
    int count;
    struct function_pattern patterns[FUNCTION_RULES_MOST];
    char *text; /* storage of the patterns */
};

/* Ignores an invalid rule and appends a line to problems. */
void function_rules_read(const char *text, struct function_rules *rules,
                         struct strbuf *problems);
void function_rules_clear(struct function_rules *rules);

/* Whether a function is left out; name: NULL if unnamed. */
bool function_rules_skip(const struct function_rules *rules, const char *name);

#endif
