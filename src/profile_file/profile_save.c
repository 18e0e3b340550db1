/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile_save.c - header and table of the file run.mpiprof, and writing a
 * whole file from one process; profile_encode.c makes the sections.
 */
#include "profile_file/profile_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/log.h"
#include "base/text/strbuf.h"

uint32_t profile_section_crc(const void *data, size_t size)
{
    return (uint32_t)crc32_z(crc32_z(0, NULL, 0), data, size);
}

void profile_encode_header(struct bytes_writer *out, uint64_t table_offset,
                           uint64_t section_count, uint64_t file_size)
{
    static const uint8_t zeros[PROFILE_FILE_HEADER_BYTES];
    size_t start = out->size;

    bytes_put(out, PROFILE_FILE_MAGIC, PROFILE_FILE_MAGIC_BYTES);
    bytes_put_fixed32(out, PROFILE_FILE_VERSION);
    bytes_put_fixed32(out, PROFILE_FILE_ENTRY_BYTES);
    bytes_put_fixed64(out, table_offset);
    bytes_put_fixed64(out, section_count);
    bytes_put_fixed64(out, file_size);
    bytes_put(out, zeros, PROFILE_FILE_HEADER_CRC_AT - 40);
    if (!out->failed)
        bytes_put_fixed32(
            out, profile_section_crc(out->data + start, out->size - start));
}

void profile_encode_table(struct bytes_writer *out,
                          const struct profile_section *sections, size_t count)
{
    size_t start = out->size;

    for (size_t i = 0; i < count; i++) {
        bytes_put_fixed32(out, sections[i].kind);
        bytes_put_fixed32(out, sections[i].rank);
        bytes_put_fixed64(out, sections[i].offset);
        bytes_put_fixed64(out, sections[i].size);
        bytes_put_fixed32(out, sections[i].crc);
        bytes_put_fixed32(out, 0);
    }
    if (!out->failed)
        bytes_put_fixed32(
            out, profile_section_crc(out->data + start, out->size - start));
}

struct saver {
    FILE *file;
    const char *path;
    struct bytes_writer bytes; /* of the section being written */
    struct profile_section *sections;
    size_t count;
    uint64_t offset;
};

/* Writes out saver->bytes and empties it. */
static enum status save_bytes(struct saver *saver)
{
    struct bytes_writer *bytes = &saver->bytes;

    if (bytes->failed)
        return log_fail(STATUS_NO_MEMORY, "%s: a section", saver->path);
    if (fwrite(bytes->data, 1, bytes->size, saver->file) != bytes->size)
        return log_fail(STATUS_IO, "%s: %s", saver->path, strerror(errno));
    saver->offset += bytes->size;
    bytes->size = 0;
    return STATUS_OK;
}

static enum status save_section(struct saver *saver, uint32_t kind,
                                uint32_t rank)
{
    const struct bytes_writer *bytes = &saver->bytes;

    saver->sections[saver->count++] =
        (struct profile_section){ .kind = kind,
                                  .rank = rank,
                                  .offset = saver->offset,
                                  .size = bytes->size,
                                  .crc = profile_section_crc(bytes->data,
                                                             bytes->size) };
    return save_bytes(saver);
}

static enum status save_ranks(struct saver *saver, struct profile *profile)
{
    enum status status = STATUS_OK;

    for (uint32_t i = 0; i < profile->rank_count && status == STATUS_OK; i++) {
        const struct rank_data *rank;

        status = profile_rank(profile, i, &rank);
        if (status != STATUS_OK)
            break;
        profile_encode_rank(rank, (uint32_t)profile->counter_count,
                            &saver->bytes);
        status = save_section(saver, PROFILE_SECTION_RANK, i);
    }
    return status;
}

static enum status save_head_and_table(struct saver *saver)
{
    uint64_t table_offset = saver->offset;
    enum status status;

    profile_encode_table(&saver->bytes, saver->sections, saver->count);
    status = save_bytes(saver);
    if (status != STATUS_OK)
        return status;
    profile_encode_header(&saver->bytes, table_offset, saver->count,
                          saver->offset);
    if (fseek(saver->file, 0, SEEK_SET) != 0)
        return log_fail(STATUS_IO, "%s: %s", saver->path, strerror(errno));
    return save_bytes(saver);
}

static enum status save_all(struct saver *saver, struct profile *profile)
{
    enum status status;

    profile_encode_header(&saver->bytes, 0, 0, 0); /* for its room */
    status = save_bytes(saver);
    if (status == STATUS_OK) {
        profile_encode_run(profile, &saver->bytes);
        status = save_section(saver, PROFILE_SECTION_RUN, 0);
    }
    if (status == STATUS_OK)
        status = save_ranks(saver, profile);
    if (status == STATUS_OK)
        status = save_head_and_table(saver);
    return status;
}

/* Whether it is a file, or can become one: others, such as a device, are
 * written where they are. */
static bool is_replaceable(const char *path)
{
    struct stat facts;

    return lstat(path, &facts) == 0 ? S_ISREG(facts.st_mode) : errno == ENOENT;
}

static enum status save_file(struct saver *saver, struct profile *profile,
                             const char *name)
{
    enum status status;

    saver->file = fopen(name, "wb");
    if (saver->file == NULL)
        return log_fail(STATUS_IO, "%s: %s", saver->path, strerror(errno));
    status = save_all(saver, profile);
    if (fclose(saver->file) != 0 && status == STATUS_OK)
        status = log_fail(STATUS_IO, "%s: %s", saver->path, strerror(errno));
    return status;
}

/* A reader of that path sees nothing, the old file, or all of the new one. */
static enum status replace_file(struct saver *saver, struct profile *profile)
{
    struct strbuf name = { 0 };
    enum status status;

    strbuf_printf(&name, "%s.%d.new", saver->path, (int)getpid());
    if (name.failed)
        return log_fail(STATUS_NO_MEMORY, "%s", saver->path);
    status = save_file(saver, profile, strbuf_text(&name));
    if (status == STATUS_OK && rename(strbuf_text(&name), saver->path) != 0)
        status = log_fail(STATUS_IO, "%s: %s", saver->path, strerror(errno));
    if (status != STATUS_OK)
        unlink(strbuf_text(&name));
    strbuf_clear(&name);
    return status;
}

enum status profile_save(struct profile *profile, const char *path)
{
    struct saver saver = { .path = path };
    enum status status;

    saver.sections =
        calloc((size_t)profile->rank_count + 1, sizeof(*saver.sections));
    if (saver.sections == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s: table of sections", path);
    if (is_replaceable(path))
        status = replace_file(&saver, profile);
    else
        status = save_file(&saver, profile, path);
    bytes_writer_clear(&saver.bytes);
    free(saver.sections);
    return status;
}
