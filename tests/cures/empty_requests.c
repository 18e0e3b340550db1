/* SPDX-License-Identifier: BSD-3-Clause */
/* empty_requests.c - workers ask with empty messages, for which the master waits in
 * MPI_Probe; it puts each result into a file before that.  The cure: workers write
 * their own results. */
#define EMPTY_REQUESTS
#include "farm.h"

static void run(void)
{
    farm(45, 0, CURED(1) ? 0 : 5, CURED(1) ? 12 : 7);
}
