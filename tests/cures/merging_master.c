/* SPDX-License-Identifier: BSD-3-Clause */
/* merging_master.c - the master merges each result before it hands out the next task:
 * the workers wait for it.  The cure: workers merge their own results. */
#include "farm.h"

static void run(void)
{
    farm(45, CURED(1) ? 0 : 8, 0, CURED(1) ? 15 : 7);
}
