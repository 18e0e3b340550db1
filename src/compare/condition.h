/*
 * condition.h - what --fail-if asks.
 *
 *     T>+5%   useful<2s   load_balance<80%   parallel_efficiency<-3%
 *     region:main/solve>+0.5s   procedure:MPI_Send>1s   calls:MPI_Send>+0%
 *
 * With a sign: B - A; percent is of A, and for efficiencies points.  It does
 * not hold for what is no more than equal runs differ by.  Without a sign: the
 * value of B.
 * Threads: any.  Memory: points into the text it was made of, but for the name.
 */
#ifndef COMPARE_CONDITION_H
#define COMPARE_CONDITION_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "compare/compare.h"

#define CONDITION_NAME 1024 /* bytes of a name, with its end */

struct condition {
    const char *text;
    char name[CONDITION_NAME];
    bool is_more;   /* >, not < */
    bool is_change; /* with a sign */
    bool is_percent;
    bool is_time; /* number is in ns */
    double number; /* percent as a fraction */
};

/* False: problem says what is wrong. */
bool condition_parse(const char *text, struct condition *out,
                     struct strbuf *problem);

enum condition_answer { CONDITION_NO, CONDITION_HOLDS, CONDITION_UNKNOWN };

/* Of two sides; what: says what was found, or why nothing is known. */
enum condition_answer condition_ask(const struct condition *condition,
                                    const struct runs *runs,
                                    const struct compare_sides *sides,
                                    struct strbuf *what);

#endif
