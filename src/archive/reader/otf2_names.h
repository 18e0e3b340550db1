/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_names.h - reads the definitions of an archive into struct names.
 *
 * Threads: one owner.  Memory: clear frees all but the names.
 * Errors: stick in names->status.
 */
#ifndef ARCHIVE_READER_OTF2_NAMES_H
#define ARCHIVE_READER_OTF2_NAMES_H

#include <otf2/otf2.h>

#include "archive/events/names.h"

struct otf2_member {
    uint32_t name; /* string */
    bool counter;  /* of PAPI */
    bool memory;   /* how much is in use from then on, in bytes */
};

/* Definitions that only OTF2's own records refer to; NAMES_NONE: not
 * defined. */
struct otf2_names {
    struct names *names;
    bool spelled; /* strings are escaped as in base/text/escape.h */
    struct names_list generators; /* of interrupts: uint64_t, ns, or 0 */
    struct names_list members;    /* METRIC_MEMBER: struct otf2_member */
    uint32_t metric_class;        /* the class of the counters */
    uint32_t path_attribute, window_attribute, file_attribute;
    uint32_t error_attribute, weight_attribute, start_attribute;
};

void otf2_names_init(struct otf2_names *ids, struct names *names);
void otf2_names_clear(struct otf2_names *ids);

/* Returns callbacks (user data: the struct otf2_names); NULL without
 * memory. */
OTF2_GlobalDefReaderCallbacks *otf2_names_callbacks(void);

/* Internal to this module's files: otf2_samples.c, otf2_unused.c. */
void otf2_names_sample_callbacks(OTF2_GlobalDefReaderCallbacks *on);
void otf2_names_unused_callbacks(OTF2_GlobalDefReaderCallbacks *on);

#endif
