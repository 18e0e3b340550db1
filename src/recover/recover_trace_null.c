/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * recover_trace_null.c - replaces recover_trace.c without OTF2.
 */
#include "recover/recover_trace.h"

enum status recover_trace_make(struct profile *profile, const char *directory)
{
    (void)profile, (void)directory;
    return STATUS_NOT_FOUND;
}
