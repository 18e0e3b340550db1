/*
 * left_trace_null.c - in the place of left_trace.c: there is no OTF2.
 */
#include "read/left_trace.h"

enum status left_trace_make(struct profile *profile, const char *directory,
                            struct strbuf *told)
{
    (void)profile, (void)directory, (void)told;
    return STATUS_NOT_FOUND;
}
