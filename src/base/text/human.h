/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * human.h - quantities for people: a fitting unit and 3 or 4 significant
 * digits.
 *
 * Machine-readable output prints exact numbers without this module.
 * Units: ns, bytes.  Threads: any.
 */
#ifndef BASE_TEXT_HUMAN_H
#define BASE_TEXT_HUMAN_H

#include <stdint.h>

#include "base/text/strbuf.h"

struct time_unit {
    const char *name; /* "s", "ms", "us", "ns" */
    double ns;        /* ns per unit */
};

/* The unit that leaves one to three digits before the point; s for 0. */
struct time_unit human_time_unit(uint64_t ns);
/* Decimals needed to print `digits' significant digits, at most `most'. */
int human_decimals(double value, int digits, int most);

void human_time(struct strbuf *out, uint64_t ns, int digits); /* "3.90 s" */
void human_bytes(struct strbuf *out, uint64_t bytes);         /* "1.50 MiB" */

#endif
