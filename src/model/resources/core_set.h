/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * core_set.h - the cores on which a process may run, of all that its host has.
 *
 * Shape: a bit for each core; a host has more cores than bits in rare cases,
 * whose set is then unknown.
 * Threads: one owner.  Memory: none of its own.
 */
#ifndef MODEL_RESOURCES_CORE_SET_H
#define MODEL_RESOURCES_CORE_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/text/strbuf.h"

#define CORE_SET_WORDS 16

struct core_set {
    uint32_t online; /* cores of the host; 0: nothing is known */
    uint64_t words[CORE_SET_WORDS];
};

uint32_t core_set_count(const struct core_set *set);
/* "core 0", or "2 cores". */
void core_set_say(const struct core_set *set, struct strbuf *out);
void core_set_add(struct core_set *set, const struct core_set *other);
/* Whether each process can have a core of its own.  If not: out has cores that
 * are too few for the processes that may run only on them. */
bool core_sets_suffice(const struct core_set *const *sets, uint32_t count,
                       struct core_set *out);
/* Whether `part' has no core that the set lacks. */
bool core_set_has(const struct core_set *set, const struct core_set *part);

/* Field order: share/doc/profile-format.md.  Encode only what is known. */
void core_set_encode(const struct core_set *set, struct bytes_writer *out);
void core_set_decode(struct bytes_reader *in, struct core_set *out);

#endif
