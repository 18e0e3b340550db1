/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * everything.h - all that a report makes of a profile.
 */
#ifndef TESTS_FUZZ_EVERYTHING_H
#define TESTS_FUZZ_EVERYTHING_H

#include "model/profile.h"

/* Every rank is read and whole, or missed with a line. */
void everything_read(struct profile *profile);
/* Every rank, all tables, all formats, the run written again. */
void everything_of(struct profile *profile);
/* It can be written, and that can be read.  False: the same was written before,
 * see fuzz_seen(), so a report of it has been made. */
bool everything_again(struct profile *profile);

#endif
