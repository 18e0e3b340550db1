/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * make_profile.c - writes the profile of a made-up run of any number of ranks,
 * for `make bench-report'.
 *
 *     make_profile FILE RANKS COPIES
 *
 * That of tests/golden/synthetic.h; a rank has five rows, COPIES times.
 */
#include <stdio.h>
#include <stdlib.h>

#include "profile_file/profile_file.h"
#include "synthetic.h"

int main(int count, char **arguments)
{
    struct profile *profile;
    enum status status;

    if (count != 4 || atoi(arguments[2]) < 1 || atoi(arguments[3]) < 1) {
        fprintf(stderr, "usage: make_profile FILE RANKS COPIES\n");
        return 2;
    }
    if (synthetic_create_large((uint32_t)atoi(arguments[2]),
                               (uint32_t)atoi(arguments[3]), 0,
                               &profile) != STATUS_OK)
        return 1;
    status = profile_save(profile, arguments[1]);
    profile_destroy(profile);
    return status != STATUS_OK;
}
