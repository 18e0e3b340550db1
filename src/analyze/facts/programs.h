/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * programs.h - the programs of a run and the ranks that ran them.
 *
 * Only ranks that were read count.  A rank of a trace, or of a profile of an
 * earlier version, has no program.
 * Threads: one owner.  Errors: logged; a name that no rank ran gives
 * STATUS_BAD_VALUE, and the message lists the programs of the run.
 */
#ifndef ANALYZE_FACTS_PROGRAMS_H
#define ANALYZE_FACTS_PROGRAMS_H

#include "analyze/facts/scope.h"
#include "base/ranklist.h"

/* Number of different programs. */
uint32_t programs_count(const struct scope *scope);
/* Appends the ranks of a program (PROGRAM id), such as "0,4-7"; returns their
 * number, 0 also without memory. */
size_t programs_put_ranks(struct strbuf *out, const struct scope *scope,
                          uint32_t program);
/* Appends "a (rank 0), b (ranks 1-2)": up to `most' programs, then the number
 * of the others. */
void programs_put_list(struct strbuf *out, const struct scope *scope,
                       uint32_t most);

/* Leaves only the ranks of the program of that name in the list.  Logs
 * STATUS_BAD_VALUE if that are none. */
enum status programs_choose(struct profile *profile, const char *name,
                            struct ranklist *ranks);

#endif
