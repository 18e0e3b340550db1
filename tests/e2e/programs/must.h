/* SPDX-License-Identifier: BSD-3-Clause */
/* must.h - what is not as it must be is printed, and kept for the exit status. */
#ifndef TESTS_E2E_PROGRAMS_MUST_H
#define TESTS_E2E_PROGRAMS_MUST_H

#include <stdio.h>

static int wrong;

static void must(int holds, const char *what)
{
    if (holds)
        return;
    printf("not so: %s\n", what);
    wrong = 1;
}

#endif
