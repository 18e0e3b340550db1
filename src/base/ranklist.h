/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ranklist.h - sets of ranks as people write them: 0-15,64.
 *
 * Memory: the caller frees members.  Numbers ascend without duplicates.
 * Errors: logged; STATUS_BAD_VALUE for a text that is no list, or that names a
 * rank beyond the last.
 */
#ifndef BASE_RANKLIST_H
#define BASE_RANKLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text/strbuf.h"

struct ranklist {
    int *members;
    size_t count;
};

/* Parses a list; "all" and NULL give 0..ranks-1.  A malformed list or a rank
 * >= ranks is STATUS_BAD_VALUE, logged with the offending part. */
enum status ranklist_parse(const char *text, int ranks, struct ranklist *out);
/* Same, but drops ranks >= ranks and sets *beyond if the list names any.  A
 * well-formed list may leave none. */
enum status ranklist_parse_part(const char *text, int ranks,
                                struct ranklist *out, bool *beyond);
void ranklist_clear(struct ranklist *list);
int ranklist_has(const struct ranklist *list, int rank);
/* Appends the compact form of ascending members. */
void ranklist_print(struct strbuf *out, const int *members, size_t count);
/* Appends a compact list as a sentence has it: 0-3, 7 and 9. */
void ranklist_say(struct strbuf *out, const char *list);
/* Same with the noun: rank 3; ranks 0 and 1. */
void ranklist_name(struct strbuf *out, const char *list);

/* Same for ranks that come one by one: set `out', add them, then end, which
 * returns their number. */
struct ranklist_text {
    struct strbuf *out;
    size_t count;
    int first, last; /* of those that follow one another */
};

void ranklist_text_add(struct ranklist_text *text, uint32_t rank);
size_t ranklist_text_end(struct ranklist_text *text);

#endif
