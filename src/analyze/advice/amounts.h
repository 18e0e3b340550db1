/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * amounts.h - what each rank sends and receives in collectives whose members give each
 * other different amounts, by call site.
 *
 * A profile has no bytes of pairs there; but where two ranks exchange far more than
 * all others, it shows in the sums of both.
 * Units: bytes, world ranks.  Threads: one owner.  Memory: amounts_clear() frees.
 * Errors: logged.
 */
#ifndef ANALYZE_ADVICE_AMOUNTS_H
#define ANALYZE_ADVICE_AMOUNTS_H

#include "analyze/facts/scope.h"

struct amount {
    uint64_t site;   /* site_key() */
    uint64_t *bytes; /* sent by each rank, then received by each */
};

struct amounts {
    MAP_OF(struct amount, items, count);
};

struct amounts_pair {
    uint32_t from, to;       /* the same: one rank, to or from all others */
    bool both;               /* it goes both ways */
    uint64_t sent, received; /* by these ranks */
    bool sends;              /* it is unusual what `from' sends */
    uint64_t median;         /* sent by a rank */
    double mean;             /* same */
};

enum status amounts_add(struct amounts *amounts, const struct scope *scope,
                        const struct rank_data *rank);
void amounts_clear(struct amounts *amounts);
/* Whether two ranks exchange far more at the site than any others, or one rank sends or
 * receives far more than any other does:
 * then what it receives, or sends, is not unusual. */
bool amounts_find_pair(const struct amounts *amounts,
                       const struct scope *scope, uint64_t site,
                       struct amounts_pair *out);

#endif
