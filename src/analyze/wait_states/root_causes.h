/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * root_causes.h - causes of delays, by the waiting time they cost.
 *
 * Units: ns.  Threads: one owner.  Memory: root_causes_clear() frees.  Errors:
 * only a lack of memory, which is logged; clear after an error, too.
 */
#ifndef ANALYZE_WAIT_STATES_ROOT_CAUSES_H
#define ANALYZE_WAIT_STATES_ROOT_CAUSES_H

#include "analyze/wait_states/activities.h"

struct root_causes {
    struct activities activities;
    struct delay *items; /* by rank and activity, an index into the above */
    size_t count;
};

/* False with --region: a wait inside may be caused by work outside. */
bool root_causes_known(const struct scope *scope);
/* Requires a profile with a replay. */
enum status root_causes_init(struct root_causes *causes,
                             const struct scope *scope);
void root_causes_clear(struct root_causes *causes);
/* Returns the most expensive cause; NULL if there is none. */
const struct delay *root_causes_worst(const struct root_causes *causes);

static inline uint64_t delay_cost_of(const struct delay *cause)
{
    return cause->direct + cause->passed_on;
}

#endif
