/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile_decode.h - decodes the sections of a profile file.
 *
 * Input is not trusted: every id is checked against the run's definitions and
 * every count against the remaining bytes.
 * Errors: STATUS_BAD_FORMAT and STATUS_NO_MEMORY without a log line; the
 * caller knows file and section.
 */
#ifndef PROFILE_FILE_PROFILE_DECODE_H
#define PROFILE_FILE_PROFILE_DECODE_H

#include "base/bytes.h"
#include "model/profile.h"

/* Optional parts present in an encoded row. */
enum profile_row_flag {
    ROW_HAS_ERRORS = 1,
    ROW_HAS_TIME = 2,
    ROW_HAS_OUT = 4,
    ROW_HAS_IN = 8,
    ROW_HAS_COUNTERS = 16,
    ROW_FLAGS = 31
};

/* Added to the bits of the interfaces, which are lower. */
/* clang-format off */
enum profile_rank_flag { RANK_MISSING = 8, RANK_CUT = 16,
                         RANK_UNTRACED = 32, RANK_SAMPLED = 64,
                         RANK_RESOURCES = 128, RANK_OWN_COST = 256,
                         RANK_CORES = 512, RANK_PROGRAM = 1024,
                         RANK_LEAD = 2048, RANK_OUTSIDE = 4096,
                         RANK_OUTSIDE_WAITS = 8192, RANK_DEVICES = 16384,
                         RANK_MEMORY = 32768 };
/* clang-format on */

/* Fills a profile fresh from profile_create(), which may be partly filled
 * after an error. */
enum status profile_decode_run(struct bytes_reader *in,
                               struct profile *profile);
/* The caller clears *out, also after an error. */
enum status profile_decode_rank(struct bytes_reader *in,
                                const struct profile *profile,
                                struct rank_data *out);

#endif
