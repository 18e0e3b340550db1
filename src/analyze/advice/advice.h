/*
 * advice.h - what rules look at, and what they find.
 *
 * looks.h has the rules; advice.c runs them when all ranks have been added and
 * makes the table.
 * Units: ns, bytes, world ranks.  Threads: one owner.
 * Memory: advice owns its findings.  Errors: no memory sticks in `failed`.
 */
#ifndef ANALYZE_ADVICE_ADVICE_H
#define ANALYZE_ADVICE_ADVICE_H

#include "analyze/advice/facts.h"
#include "analyze/advice/rules.h"
#include "analyze/facts/wait_tallies.h"
#include "base/strbuf.h"

#define FINDING_ALL_RANKS UINT32_MAX

struct finding {
    enum rule rule;
    bool gains;      /* `gain` is known */
    uint64_t gain;   /* ns of T */
    uint32_t rank;   /* whose it is, or FINDING_ALL_RANKS */
    uint32_t region; /* REGION_NODE, of unequal work */
    struct strbuf where, evidence;
    const char *remedy; /* instead of the rule's, or NULL */
};

struct advice {
    struct advice_facts facts;
    uint64_t most_useful; /* ns, of all ranks */
    struct wait_tallies waits; /* all zero without a replay */
    uint64_t *waited;          /* by place of these: ns of all waits there */
    struct tallies overlaps;   /* by call site: mpi is work since requests
                                * began, that these calls complete, exclusive
                                * what these can take */
    struct finding *items;
    size_t count;
    bool failed;
};

void finding_init(struct finding *finding, enum rule rule);
/* Takes it.  One whose gain is known and not worth telling is forgotten. */
void advice_take(struct advice *advice, const struct scope *scope,
                 struct finding *finding);
/* Whether so much of T is worth a finding. */
bool advice_worth(const struct scope *scope, uint64_t ns);
/* No more than what even the rank with the most work spends in MPI. */
uint64_t advice_within_mpi(const struct advice *advice,
                           const struct scope *scope, uint64_t ns);
/* No more than T - mean useful time. */
uint64_t advice_within_losses(const struct scope *scope, uint64_t ns);
/* Calls per second of each of the ranks that make them. */
double advice_rate(const struct scope *scope, uint64_t calls, uint32_t ranks);
/* names ends with NULL. */
bool advice_is_one_of(const char *name, const char *const *names);
/* The waits are those of all ranks, so that what is no wait is known. */
bool advice_knows_waits(const struct scope *scope);
/* Of all waits at that call site; 0 without a replay. */
uint64_t advice_waited(const struct advice *advice, uint64_t site);
/* The gains found of the rank's longer work, in that region or in all. */
uint64_t advice_gain_of_work_in(const struct advice *advice, uint32_t rank,
                                uint32_t region);
uint64_t advice_gain_of_work(const struct advice *advice, uint32_t rank);

/* What the rank at a position used of its host, where that tells why it takes
 * so much longer than the mean of all: evidence and, unless it has one, a
 * remedy. */
void advice_put_use(const struct scope *scope, uint32_t index,
                    uint64_t longer, struct finding *finding);

#endif
