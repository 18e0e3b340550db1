/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * teams.h - the ranks that can share work for which others wait: where ranks work in
 * teams, each with a communicator of its own, only those of one team.
 *
 * By what a profile shows; teams_find() of trials.h knows more.
 * Units: ns, world ranks.
 */
#ifndef ANALYZE_ADVICE_TEAMS_H
#define ANALYZE_ADVICE_TEAMS_H

#include "analyze/advice/facts.h"

/* Returns the COMM of that rank's team; 0: it has none. */
uint32_t teams_find_comm(const struct advice_facts *facts,
                         const struct scope *scope, uint32_t rank);
/* Returns the largest mean useful time of a team; 0: there are no teams. */
double teams_longest_work(const struct advice_facts *facts,
                          const struct scope *scope);
/* Appends the world ranks of a COMM, as ranklist.h prints them. */
void teams_list(const struct scope *scope, uint32_t comm, struct strbuf *out);

#endif
