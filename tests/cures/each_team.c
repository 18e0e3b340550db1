/* SPDX-License-Identifier: BSD-3-Clause */
/* each_team.c - the second rank of each team has more of its problem than the others.
 * The cure: each team shares its problem. */
#include "teams.h"

static int has_more(void)
{
    return me % (ranks / 2) == 1;
}
