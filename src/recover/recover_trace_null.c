/*
 * recover_trace_null.c - in the place of left_trace.c: there is no OTF2.
 */
#include "recover/recover_trace.h"

enum status left_trace_make(struct profile *profile, const char *directory,
                            struct strbuf *told)
{
    (void)profile, (void)directory, (void)told;
    return STATUS_NOT_FOUND;
}
