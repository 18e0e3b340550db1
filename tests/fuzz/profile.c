/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile.c - run.mpiprof: either the bytes of the file, or its sections.
 *
 * Bytes that do not begin like a profile file are sections: of each its
 * length as two bytes, the lower one first, and what is in it; the first is
 * the section of the run.  They are put into a file whose checksums hold, so
 * that what comes behind these is reached.
 */
#include <stdlib.h>
#include <string.h>

#include "everything.h"
#include "fuzz.h"
#include "profile_file/profile_file.h"

#define SECTIONS_MOST 64
#define NAME "name.mpiprof"

/* What a line that refuses a file says of the place. */
static bool names_a_part(void)
{
    static const char *const parts[] = {
        "header", "table of sections", "section of names", "file is empty",
        "bytes are there", "not a profile", "newer mpiprof",
        "ended before its profile was complete"
    };

    for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
        if (fuzz_said(parts[i]))
            return true;
    return false;
}

static void read_file(const uint8_t *data, size_t size)
{
    struct profile *profile = NULL;

    if (profile_open_memory(data, size, NAME, &profile) != STATUS_OK) {
        fuzz_check(fuzz_lines() == 1 && fuzz_said(NAME),
                   "a file is refused in one line with its name");
        fuzz_check(names_a_part(), "the line names the part");
        return;
    }
    everything_of(profile);
    profile_destroy(profile);
}

/* The next section of the input, into the file. */
static size_t put_section(struct bytes_writer *file, const uint8_t *data,
                          size_t left, struct profile_section *section)
{
    size_t size = data[0] | (size_t)data[1] << 8;

    if (size > left - 2)
        size = left - 2;
    section->offset = file->size;
    section->size = size;
    section->crc = profile_section_crc(data + 2, size);
    bytes_put(file, data + 2, size);
    return size + 2;
}

static size_t put_sections(struct bytes_writer *file, const uint8_t *data,
                           size_t size, struct profile_section *list)
{
    size_t count = 0;

    for (size_t at = 0; size - at >= 2 && count < SECTIONS_MOST; count++) {
        list[count].kind =
            count == 0 ? PROFILE_SECTION_RUN : PROFILE_SECTION_RANK;
        list[count].rank = count == 0 ? 0 : (uint32_t)count - 1;
        at += put_section(file, data + at, size - at, &list[count]);
    }
    return count;
}

static void finish_file(struct bytes_writer *file,
                        const struct profile_section *list, size_t count)
{
    struct bytes_writer header;
    uint64_t table = file->size;

    profile_encode_table(file, list, count);
    bytes_writer_init(&header);
    profile_encode_header(&header, table, count, file->size);
    memcpy(file->data, header.data, header.size);
    bytes_writer_clear(&header);
}

static void read_sections(const uint8_t *data, size_t size)
{
    struct profile_section list[SECTIONS_MOST];
    uint8_t header[PROFILE_FILE_HEADER_BYTES] = { 0 };
    struct bytes_writer file;
    size_t count;

    memset(list, 0, sizeof(list));
    bytes_writer_init(&file);
    bytes_put(&file, header, sizeof(header));
    count = put_sections(&file, data, size, list);
    finish_file(&file, list, count);
    if (!file.failed)
        read_file(file.data, file.size);
    bytes_writer_clear(&file);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    if (size >= PROFILE_FILE_MAGIC_BYTES &&
        memcmp(data, PROFILE_FILE_MAGIC, PROFILE_FILE_MAGIC_BYTES) == 0)
        read_file(data, size);
    else
        read_sections(data, size);
}
