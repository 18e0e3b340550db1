/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * condition.h - the conditions of --fail-if.
 *
 *     T>+5%   useful<2s   load_balance<80%   parallel_efficiency<-3%
 *     region:main/solve>+0.5s   procedure:MPI_Send>1s   calls:MPI_Send>+0%
 *
 * With a sign: B - A; percent is relative to A, for efficiencies in points.  A
 * change within the variation of equal runs does not count.  Without a sign:
 * the value of B.
 * Threads: any.  Memory: points into the parsed text, except the name.
 */
#ifndef COMPARE_CONDITION_H
#define COMPARE_CONDITION_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "compare/compare.h"

#define CONDITION_NAME 1024 /* bytes of a name, including its end */

struct condition {
    const char *text;
    char name[CONDITION_NAME];
    bool is_more;   /* > instead of < */
    bool is_change; /* with a sign */
    bool is_percent;
    bool is_time;  /* number is in ns */
    double number; /* percent as a fraction */
};

/* Returns false with the reason in problem. */
bool condition_parse(const char *text, struct condition *out,
                     struct strbuf *problem);

enum condition_answer { CONDITION_NO, CONDITION_HOLDS, CONDITION_UNKNOWN };

/* Evaluates a condition; what: the values found, or why they are unknown. */
enum condition_answer condition_ask(const struct condition *condition,
                                    const struct runs *runs,
                                    const struct compare_sides *sides,
                                    struct strbuf *what);

#endif
