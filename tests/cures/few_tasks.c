/* SPDX-License-Identifier: BSD-3-Clause */
/* few_tasks.c - four tasks for three workers: two of these have nothing to do
 * in the second half.  The cure: smaller tasks. */
#include "farm.h"

static void run(void)
{
    farm(CURED(1) ? 24 : 4, 0, 0, CURED(1) ? 10 : 60);
}
