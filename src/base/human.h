/*
 * human.h - quantities as people read them: a unit that fits and 3 or 4
 * digits that count.
 *
 * Exact numbers, for machines, are the business of who writes them.
 * Units: ns, bytes.  Threads: any.
 */
#ifndef BASE_HUMAN_H
#define BASE_HUMAN_H

#include <stdint.h>

#include "base/strbuf.h"

struct time_unit {
    const char *name; /* "s", "ms", "us", "ns" */
    double ns;        /* of one unit */
};

/* The unit in which this time has one to three digits before the point; s for
 * nothing. */
struct time_unit human_time_unit(uint64_t ns);
/* Decimals with which the value has `digits` digits, at most `most`. */
int human_decimals(double value, int digits, int most);

void human_time(struct strbuf *out, uint64_t ns, int digits); /* "3.90 s" */
void human_bytes(struct strbuf *out, uint64_t bytes); /* "1.50 MiB" */

#endif
