/*
 * function_rules.h - which functions are measured: MPIPROF_FUNCTIONS.
 *
 *     on | off | fold:CALLS/TIME | fold:off
 *
 * A function that is called more than CALLS times by a thread and takes less
 * than TIME (ns, us, ms or s) on average is folded into its callers.
 * Threads: read once at the start.
 */
#ifndef MODEL_FUNCTION_RULES_H
#define MODEL_FUNCTION_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

#define FUNCTION_RULES_CALLS 10000
#define FUNCTION_RULES_NS 1000.0

struct function_rules {
    bool on;
    uint64_t fold_calls; /* 0: none is folded */
    double fold_ns;
};

/* What is wrong appends a line to problems; the default holds instead. */
void function_rules_read(const char *text, struct function_rules *rules,
                         struct strbuf *problems);

#endif
