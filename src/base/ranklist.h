/*
 * ranklist.h - sets of ranks as people write them: 0-15,64.
 *
 * Memory: members is the caller's to free.  Numbers ascend, none twice.
 */
#ifndef BASE_RANKLIST_H
#define BASE_RANKLIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/strbuf.h"

struct ranklist {
    int *members;
    size_t count;
};

/* "all" and NULL give 0..ranks-1.  A bad list or a rank >= ranks is
 * STATUS_BAD_VALUE, logged with the offending part. */
enum status ranklist_parse(const char *text, int ranks, struct ranklist *out);
/* The same, without the ranks that are not there; *beyond: whether it names
 * such.  Of a list that is well written it may leave none. */
enum status ranklist_parse_part(const char *text, int ranks,
                                struct ranklist *out, bool *beyond);
void ranklist_clear(struct ranklist *list);
int ranklist_has(const struct ranklist *list, int rank);
/* Appends the compact form of ascending members. */
void ranklist_print(struct strbuf *out, const int *members, size_t count);

#endif
