/* SPDX-License-Identifier: BSD-3-Clause */
/* late_master.c - the master puts each result into a file before it looks for the next
 * request: the workers wait for it.  The cure: workers write their own results. */
#include "farm.h"

static void run(void)
{
    farm(45, 0, CURED(1) ? 0 : 5, CURED(1) ? 12 : 7);
}
