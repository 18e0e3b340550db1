/* SPDX-License-Identifier: BSD-3-Clause */
/* busy_master.c - the master needs so long for each task that workers queue
 * for it.  The cure: it hands them out without work of its own. */
#include "farm.h"

static void run(void)
{
    farm(24, CURED(1) ? 0.5 : 5, 0, 10);
}
