/*
 * profile_decode.h - the sections of a profile file back into memory.
 *
 * Input is not trusted: every id is checked against what the run defines and
 * every count against the bytes that are left.
 * Errors: STATUS_BAD_FORMAT and STATUS_NO_MEMORY without a log line of their
 * own; the caller knows file and section.
 */
#ifndef PROFILE_FILE_PROFILE_DECODE_H
#define PROFILE_FILE_PROFILE_DECODE_H

#include "base/bytes.h"
#include "model/profile.h"

/* Which optional parts of an encoded row are there. */
enum profile_row_flag {
    ROW_HAS_ERRORS = 1,
    ROW_HAS_TIME = 2,
    ROW_HAS_OUT = 4,
    ROW_HAS_IN = 8,
    ROW_HAS_COUNTERS = 16,
    ROW_FLAGS = 31
};

/* Added to the number of interfaces, whose bits are lower. */
enum profile_rank_flag { RANK_MISSING = 8, RANK_CUT = 16,
                         RANK_UNTRACED = 32, RANK_SAMPLED = 64,
                         RANK_RESOURCES = 128, RANK_OWN_COST = 256 };

/* Fills a profile fresh from profile_create(); it may be partly filled when
 * this fails. */
enum status profile_decode_run(struct bytes_reader *in,
                               struct profile *profile);
/* The caller clears *out, also when this fails. */
enum status profile_decode_rank(struct bytes_reader *in,
                                const struct profile *profile,
                                struct rank_data *out);

#endif
