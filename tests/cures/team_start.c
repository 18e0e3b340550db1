/* SPDX-License-Identifier: BSD-3-Clause */
/* team_start.c - as two_teams.c, in the first steps alone. */
#define MORE_STEPS 4
#include "teams.h"

static int has_more(void)
{
    return me == 1;
}
