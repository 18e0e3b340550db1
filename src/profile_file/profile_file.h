/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile_file.h - the file run.mpiprof: all ranks of a run in one file.
 *
 * Little-endian: header, one section of definitions and facts, one section per
 * rank, then the table of sections.  Each section has a CRC-32 (zlib).
 * share/doc/profile-format.md describes every byte.
 *
 * Encoding is separate from writing so that many ranks can write one file:
 * each encodes its own section, offsets come from a prefix sum, the rank with
 * the definitions writes head and table.  Readers map the file and decode a
 * rank on demand; a damaged section is rejected by name, intact ones remain
 * readable.  Each rank has a section; an empty one means that no data was
 * saved.
 * Threads: one owner.  Memory: see each function.  Errors: logged, with the
 * name of the file: it cannot be opened or written, is damaged or of a later
 * version, or there is no memory.
 */
#ifndef PROFILE_FILE_PROFILE_FILE_H
#define PROFILE_FILE_PROFILE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "model/profile.h"

#define PROFILE_FILE_VERSION 2 /* 1 had sentences as remarks */
#define PROFILE_FILE_MAGIC "mpiprof\n"
#define PROFILE_FILE_MAGIC_BYTES 8
#define PROFILE_FILE_HEADER_BYTES 64
#define PROFILE_FILE_HEADER_CRC_AT 60
#define PROFILE_FILE_ENTRY_BYTES \
    32 /* entry of the table, which ends with 4
                                     * more bytes */

struct profile_section {
    uint32_t kind; /* enum profile_section_kind */
    uint32_t rank; /* rank of a rank section, else 0 */
    uint64_t offset, size;
    uint32_t crc;
};

enum profile_section_kind {
    PROFILE_SECTION_RUN = 1,
    PROFILE_SECTION_RANK = 2
};

/* Encodes the profile except its ranks. */
void profile_encode_run(const struct profile *profile,
                        struct bytes_writer *out);
void profile_encode_rank(const struct rank_data *rank, uint32_t counter_count,
                         struct bytes_writer *out);
uint32_t profile_section_crc(const void *data, size_t size);
/* Encodes the 64 bytes at offset 0.  The table follows the last section and
 * ends the file: encode it first, file_size is table_offset + its size. */
void profile_encode_header(struct bytes_writer *out, uint64_t table_offset,
                           uint64_t section_count, uint64_t file_size);
void profile_encode_table(struct bytes_writer *out,
                          const struct profile_section *sections,
                          size_t count);

/* Saves a complete profile from one process; the file gets its name once
 * complete. */
enum status profile_save(struct profile *profile, const char *path);

/* Whether this is a profile file, possibly empty, whose writer did not finish.
 * False: complete, another kind of file, or missing. */
bool profile_is_torn(const char *path);

/* Keeps the file mapped until profile_destroy(); decodes one rank at a
 * time. */
enum status profile_open(const char *path, struct profile **out);
/* Same, from memory that must outlive the profile (for tests, fuzzing). */
enum status profile_open_memory(const void *data, size_t size,
                                const char *name, struct profile **out);

#endif
