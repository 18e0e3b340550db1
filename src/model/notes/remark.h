/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * remark.h - what is to be said on the completeness of a run: a code with
 * numbers and names.
 *
 * The report makes the sentences, and says what each number and name is:
 * report/remark_sentences.c.  Files hold the codes: none ever changes.
 * Memory: a list owns copies of its texts.  Errors: a lack of memory; damaged
 * input fails the reader.
 */
#ifndef MODEL_NOTES_REMARK_H
#define MODEL_NOTES_REMARK_H

#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

#define REMARK_NUMBERS 4
#define REMARK_TEXTS 2

/* The first are counted by each rank and merged over ranks: their numbers are
 * the ranks that had any, the sum, the most of one rank, and a limit. */
enum remark_code {
    REMARK_TEXT, /* a sentence: a warning of the run; of format version 1 */
    REMARK_WINDOWS_OPEN,
    REMARK_FILES_OPEN,
    REMARK_REQUESTS_LOST,
    REMARK_COMMS_SHARED,
    REMARK_WINDOWS_SHARED,
    REMARK_COMMS_CROWDED,
    REMARK_FILE_NAMES_CROWDED,
    REMARK_REGIONS_CROWDED,
    REMARK_PYTHON_UNLOCKED,
    REMARK_PYTHON_SEVERAL,
    REMARK_PYTHON_LATE,
    REMARK_RANGES_CROSSED,
    REMARK_FUNCTIONS_NO_ROOM,
    REMARK_FUNCTIONS_DEEP,
    REMARK_FUNCTIONS_LEFT,
    REMARK_CALLS_LEFT,
    REMARK_EARLY_TRANSFERS,
    REMARK_EARLY_LOST,
    REMARK_NO_SNAPSHOTS,
    REMARK_PYTHON_UNREAD,
    REMARK_PYTHON_CROWDED,
    REMARK_PYTHON_MEMORY_OFF,
    REMARK_PYTHON_DEEP,
    REMARKS_COUNTED,

    REMARK_ALONE = 64,
    REMARK_COUNTERS_MISSING, /* sentences, of older files; also the next */
    REMARK_NO_SAMPLES,
    REMARK_CORES_SHARED,
    REMARK_CLOCKS_NOT_COMPARED,
    REMARK_SPAWNED_BY,
    REMARK_SPAWNED_BY_UNKNOWN,
    REMARK_SPAWNED,
    REMARK_SPAWNED_UNKNOWN,
    REMARK_TRACE_NO_OTF2,
    REMARK_TRACE_NO_ARCHIVE,
    REMARK_TRACE_NO_RULES,
    REMARK_TRACE_NO_LIST,
    REMARK_TRACE_NO_SUCH_RANK,
    REMARK_TRACE_FEWER_RANKS,
    REMARK_TRACE_INCOMPLETE,
    REMARK_TRACE_REMOVED,
    REMARK_TRACE_LEFT_OUT,
    REMARK_TRACE_NONE_LEFT_OUT,
    REMARK_TRACE_WITHOUT,
    REMARK_TRACE_WITHOUT_SOME,
    REMARK_TRACE_ENDS_EARLY,
    REMARK_TRACE_NO_SAMPLES,
    REMARK_SAMPLES_INCOMPLETE,
    REMARK_RANK_DAMAGED, /* the trace of single ranks, to ... */
    REMARK_RANK_CRASHES,
    REMARK_RANK_STUCK,
    REMARK_RANK_UNMAPPED, /* ... here */
    REMARK_RECOVERED,     /* a recovered trace, to ... */
    REMARK_RECOVERED_CUT,
    REMARK_RECOVERED_OFF,
    REMARK_RECOVERED_LOST,
    REMARK_RECOVERED_MISSING, /* ... here */
    REMARK_LEFT_CUT,
    REMARK_LEFT_DAMAGED,
    REMARK_LEFT_UNREAD,
    REMARK_LEFT_NOT_ASKED,
    REMARK_SNAPSHOT,
    REMARK_SNAPSHOTS,
    REMARK_WAITS_UNKNOWN,
    REMARK_WAITS_LARGE,
    REMARK_RULES_UNMET,
    REMARK_RULES_KEPT_SKIP,
    REMARK_RULES_KEPT_ONLY,
    REMARK_TRACE_OUTSIDE_CALLS,
    REMARK_TRACE_NO_COLLECTIVES,
    REMARK_TRACE_DEEP,
    REMARK_TRACE_UNUSED_EVENTS, /* until all are read, of one kind each */
    REMARK_TRACE_UNUSED_DEFINITIONS,
    REMARK_TRACE_LOCATIONS,
    REMARK_COUNTER_MISSING, /* counter_refusal.h says why */
    REMARK_SAMPLES_NO_MEMORY,
    REMARK_SAMPLES_REFUSED, /* refusals: bits, as in samples.h */
    REMARK_CODES
};

struct remark {
    uint32_t code; /* may be one of a newer mpiprof */
    uint64_t numbers[REMARK_NUMBERS];
    const char *texts[REMARK_TEXTS]; /* NULL is "" */
};

struct remarks {
    struct remark *list;
    size_t count;
};

/* Adds a code and values: REMARK(&list, REMARK_ALONE, .numbers = { 4 }). */
#define REMARK(remarks, ...) \
    remarks_add(remarks, &(struct remark){ .code = __VA_ARGS__ })
/* Appends a copy. Without memory for it nothing is added or logged. */
enum status remarks_add(struct remarks *remarks, const struct remark *remark);
/* Appends copies of those with codes from first to last. */
enum status remarks_take(struct remarks *remarks, const struct remarks *from,
                         uint32_t first, uint32_t last);
/* Makes one of those with that code and the same first text; its numbers are
 * their sums. */
void remarks_add_up(struct remarks *remarks, uint32_t code);
/* Makes one of those with that code: its first number is the sum of theirs,
 * its first text lists theirs, "A (12), B (3)". */
void remarks_list(struct remarks *remarks, uint32_t code);
void remarks_clear(struct remarks *remarks);

/* From number `from' on. */
void remarks_encode(const struct remarks *remarks, size_t from,
                    struct bytes_writer *out);
/* Appends; of bytes that are wrong, `in' says so. */
enum status remarks_decode(struct bytes_reader *in, struct remarks *remarks);

#endif
