/* SPDX-License-Identifier: BSD-3-Clause */
/* two_teams.c - rank 1 has more of its team's problem than the others.  The cure: the
 * team shares that problem, and in the same time the other team solves a larger one. */
#include "teams.h"

static int has_more(void)
{
    return me == 1;
}
