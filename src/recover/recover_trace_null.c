/*
 * recover_trace_null.c - in the place of recover_trace.c: there is no OTF2.
 */
#include "recover/recover_trace.h"

enum status recover_trace_make(struct profile *profile, const char *directory,
                               struct strbuf *told)
{
    (void)profile, (void)directory, (void)told;
    return STATUS_NOT_FOUND;
}
