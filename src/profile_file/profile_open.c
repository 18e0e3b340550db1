/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile_open.c - maps the file run.mpiprof, checks it and finds its
 * sections; profile_decode.c reads their contents.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "profile_file/profile_decode.h"
#include "profile_file/profile_file.h"

#define TABLE_CRC_BYTES 4

/* The source for profile_rank(). */
struct loader {
    char *name;
    const uint8_t *data;
    size_t size;
    bool mapped;
    struct profile_section run, *ranks; /* ranks: by rank */
    uint32_t rank_count;
    uint8_t *failed;          /* enum status of ranks that cannot be read */
    struct rank_data current; /* the last one that was read */
};

static void loader_destroy(void *context)
{
    struct loader *loader = context;

    if (loader == NULL)
        return;
    rank_data_clear(&loader->current);
    if (loader->mapped)
        munmap((void *)(uintptr_t)loader->data, loader->size);
    FREE_ALL(loader->failed, loader->ranks, loader->name, loader);
}

struct header {
    uint32_t version, entry_bytes;
    uint64_t table_offset, section_count, file_size;
};

static void read_header(const struct loader *loader, struct header *out)
{
    struct bytes_reader in;

    bytes_reader_init(&in, loader->data, loader->size);
    bytes_get(&in, PROFILE_FILE_MAGIC_BYTES);
    out->version = bytes_get_fixed32(&in);
    out->entry_bytes = bytes_get_fixed32(&in);
    out->table_offset = bytes_get_fixed64(&in);
    out->section_count = bytes_get_fixed64(&in);
    out->file_size = bytes_get_fixed64(&in);
}

static uint32_t fixed32_at(const struct loader *loader, uint64_t at)
{
    struct bytes_reader in;

    bytes_reader_init(&in, loader->data + at, 4);
    return bytes_get_fixed32(&in);
}

/* The magic is written last, with the rest of the header. */
static bool has_no_magic(const uint8_t *data, size_t size)
{
    size_t zeros = 0;

    while (zeros < size && zeros < PROFILE_FILE_MAGIC_BYTES &&
           data[zeros] == 0)
        zeros++;
    return zeros == PROFILE_FILE_MAGIC_BYTES;
}

static enum status refuse_torn(const struct loader *loader)
{
    return log_fail(STATUS_BAD_FORMAT,
                    "%s: the run ended before its profile "
                    "was complete",
                    loader->name);
}

static enum status check_magic(const struct loader *loader)
{
    size_t have = loader->size;

    if (have > PROFILE_FILE_MAGIC_BYTES)
        have = PROFILE_FILE_MAGIC_BYTES;
    if (have == 0)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: the file is empty; copy it "
                        "again",
                        loader->name);
    if (has_no_magic(loader->data, loader->size))
        return refuse_torn(loader);
    if (memcmp(loader->data, PROFILE_FILE_MAGIC, have) != 0)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: this is not a profile of mpiprof; give the "
                        "directory of a run, its run.otf2 or its run.mpiprof",
                        loader->name);
    if (loader->size < PROFILE_FILE_HEADER_BYTES)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: only %zu bytes are there; copy the file again",
                        loader->name, loader->size);
    return STATUS_OK;
}

static enum status check_header(const struct loader *loader,
                                struct header *out)
{
    read_header(loader, out);
    if (out->version > PROFILE_FILE_VERSION)
        return log_fail(STATUS_UNSUPPORTED,
                        "%s: written by a newer mpiprof (format %u, this one "
                        "reads up to %d); use the mpiprof-report of that "
                        "version",
                        loader->name, out->version, PROFILE_FILE_VERSION);
    if (profile_section_crc(loader->data, PROFILE_FILE_HEADER_CRC_AT) !=
        fixed32_at(loader, PROFILE_FILE_HEADER_CRC_AT))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: header: the checksum differs; copy the file "
                        "again",
                        loader->name);
    if (out->file_size == 0)
        return refuse_torn(loader);
    if (out->file_size != loader->size)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: %zu of %llu bytes are there; copy the file "
                        "again",
                        loader->name, loader->size,
                        (unsigned long long)out->file_size);
    return STATUS_OK;
}

static enum status check_table(const struct loader *loader,
                               const struct header *header)
{
    uint64_t room = loader->size - PROFILE_FILE_HEADER_BYTES;
    uint64_t count = header->section_count, offset = header->table_offset;

    if (header->version == 0 ||
        header->entry_bytes != PROFILE_FILE_ENTRY_BYTES ||
        room < TABLE_CRC_BYTES ||
        count > (room - TABLE_CRC_BYTES) / PROFILE_FILE_ENTRY_BYTES ||
        offset !=
            loader->size - TABLE_CRC_BYTES - count * PROFILE_FILE_ENTRY_BYTES)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: header: it describes no table of sections",
                        loader->name);
    if (profile_section_crc(loader->data + offset,
                            count * PROFILE_FILE_ENTRY_BYTES) !=
        fixed32_at(loader, loader->size - TABLE_CRC_BYTES))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: table of sections: the checksum differs; copy "
                        "the file again",
                        loader->name);
    return STATUS_OK;
}

static void read_entry(struct bytes_reader *in, struct profile_section *out)
{
    out->kind = bytes_get_fixed32(in);
    out->rank = bytes_get_fixed32(in);
    out->offset = bytes_get_fixed64(in);
    out->size = bytes_get_fixed64(in);
    out->crc = bytes_get_fixed32(in);
    bytes_get_fixed32(in);
}

/* Puts a section where it belongs; false when it has no such place. */
static bool place_section(struct loader *loader,
                          const struct profile_section *section)
{
    struct profile_section *place;

    if (section->kind == PROFILE_SECTION_RUN)
        place = &loader->run;
    else if (section->kind != PROFILE_SECTION_RANK)
        return true; /* not ours to read */
    else if (section->rank >= loader->rank_count)
        return false;
    else
        place = &loader->ranks[section->rank];
    if (place->kind != 0)
        return false;
    *place = *section;
    return true;
}

/* One pass over the table: sections lie before it and are no longer together
 * than that, so none can be read many times. */
static enum status read_table(struct loader *loader,
                              const struct header *header)
{
    uint64_t room = header->table_offset - PROFILE_FILE_HEADER_BYTES;
    struct bytes_reader in;

    bytes_reader_init(&in, loader->data + header->table_offset,
                      header->section_count * PROFILE_FILE_ENTRY_BYTES);
    for (uint64_t i = 0; i < header->section_count; i++) {
        struct profile_section section;

        read_entry(&in, &section);
        if (section.size > room ||
            section.offset < PROFILE_FILE_HEADER_BYTES ||
            section.offset > header->table_offset - section.size ||
            !place_section(loader, &section))
            return log_fail(STATUS_BAD_FORMAT,
                            "%s: table of sections: entry %llu is wrong",
                            loader->name, (unsigned long long)i);
        room -= section.size;
    }
    return STATUS_OK;
}

static uint32_t count_ranks(const struct loader *loader,
                            const struct header *header)
{
    uint32_t count = 0;

    for (uint64_t i = 0; i < header->section_count; i++)
        if (fixed32_at(loader,
                       header->table_offset + i * PROFILE_FILE_ENTRY_BYTES) ==
            PROFILE_SECTION_RANK)
            count++;
    return count;
}

static enum status make_room(struct loader *loader, uint32_t rank_count)
{
    size_t room = (size_t)rank_count + 1;

    loader->rank_count = rank_count;
    loader->ranks = calloc(room, sizeof(*loader->ranks));
    loader->failed = calloc(room, 1);
    if (loader->ranks != NULL && loader->failed != NULL)
        return STATUS_OK;
    return log_fail(STATUS_NO_MEMORY, "%s: table of sections", loader->name);
}

static enum status find_sections(struct loader *loader)
{
    struct header header;
    enum status status = check_magic(loader);

    if (status == STATUS_OK)
        status = check_header(loader, &header);
    if (status == STATUS_OK)
        status = check_table(loader, &header);
    if (status == STATUS_OK)
        status = make_room(loader, count_ranks(loader, &header));
    if (status == STATUS_OK)
        status = read_table(loader, &header);
    return status;
}

/* A reader over a section whose checksum holds. */
static bool open_section(const struct loader *loader,
                         const struct profile_section *section,
                         struct bytes_reader *in)
{
    const uint8_t *data = loader->data + section->offset;

    bytes_reader_init(in, data, (size_t)section->size);
    return profile_section_crc(data, (size_t)section->size) == section->crc;
}

static enum status decode_run(const struct loader *loader,
                              struct profile *profile)
{
    struct bytes_reader in;
    enum status status;

    if (loader->run.kind == 0 || !open_section(loader, &loader->run, &in))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: section of names: the checksum differs; copy "
                        "the file again",
                        loader->name);
    status = profile_decode_run(&in, profile);
    if (status == STATUS_OK && profile->rank_count != loader->rank_count)
        status = STATUS_BAD_FORMAT;
    if (status != STATUS_OK) {
        profile->rank_count = 0;
        return log_fail(status,
                        "%s: section of names: it makes no sense "
                        "near byte %zu",
                        loader->name, in.at);
    }
    return STATUS_OK;
}

static enum status decode_rank(const struct loader *loader,
                               const struct profile *profile, uint32_t rank,
                               struct rank_data *out)
{
    const struct profile_section *section = &loader->ranks[rank];
    struct bytes_reader in;
    enum status status;

    if (section->size == 0)
        return log_fail(STATUS_NOT_FOUND, "%s: nothing was saved for rank %u",
                        loader->name, rank);
    if (!open_section(loader, section, &in))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: section of rank %u: the checksum differs, it is "
                        "left out; copy the file again",
                        loader->name, rank);
    status = profile_decode_rank(&in, profile, out);
    if (status == STATUS_OK && out->rank != rank)
        status = STATUS_BAD_FORMAT;
    if (status != STATUS_OK)
        return log_fail(status,
                        "%s: section of rank %u: it makes no sense "
                        "near byte %zu, it is left out",
                        loader->name, rank, in.at);
    return STATUS_OK;
}

static enum status load_rank(struct profile *profile, uint32_t rank,
                             const struct rank_data **out)
{
    struct loader *loader = profile->load_context;
    enum status status = loader->failed[rank];

    if (status != STATUS_OK)
        return status;
    rank_data_clear(&loader->current);
    status = decode_rank(loader, profile, rank, &loader->current);
    loader->failed[rank] = (uint8_t)status;
    *out = &loader->current;
    return status;
}

/* Takes the loader. */
static enum status open_loader(struct loader *loader, struct profile **out)
{
    struct profile *profile = NULL;
    enum status status = find_sections(loader);

    if (status == STATUS_OK)
        status = profile_create(&profile);
    if (status == STATUS_OK)
        status = decode_run(loader, profile);
    if (status != STATUS_OK) {
        profile_destroy(profile);
        loader_destroy(loader);
        return status;
    }
    profile->load = load_rank;
    profile->load_context = loader;
    profile->load_destroy = loader_destroy;
    *out = profile;
    return STATUS_OK;
}

static enum status loader_create(const char *name, const void *data,
                                 size_t size, bool mapped, struct loader **out)
{
    struct loader *loader = calloc(1, sizeof(*loader));

    if (loader != NULL)
        loader->name = strdup(name);
    if (loader == NULL || loader->name == NULL) {
        free(loader);
        return log_fail(STATUS_NO_MEMORY, "%s", name);
    }
    loader->data = data;
    loader->size = size;
    loader->mapped = mapped;
    *out = loader;
    return STATUS_OK;
}

enum status profile_open_memory(const void *data, size_t size,
                                const char *name, struct profile **out)
{
    struct loader *loader = NULL;
    enum status status = loader_create(name, data, size, false, &loader);

    return status == STATUS_OK ? open_loader(loader, out) : status;
}

/* Maps a regular file; an empty one gives no bytes. */
static enum status map_file(int file, const char *path, void **data,
                            size_t *size)
{
    struct stat facts;

    if (fstat(file, &facts) != 0)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(facts.st_mode))
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: this is not a file; give the directory of a run",
                        path);
    *size = (size_t)facts.st_size;
    if (facts.st_size == 0)
        return STATUS_OK;
    if (file_fits(facts.st_size))
        *data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    return *data != NULL && *data != MAP_FAILED
               ? STATUS_OK
               : log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
}

/* A pipe is no file, and nothing to wait for. */
enum status profile_open(const char *path, struct profile **out)
{
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct loader *loader = NULL;
    void *data = NULL;
    size_t size = 0;
    enum status status;

    if (file < 0)
        return log_fail(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO,
                        "%s: %s", path, strerror(errno));
    status = map_file(file, path, &data, &size);
    close(file);
    if (status != STATUS_OK)
        return status;
    status = loader_create(path, data, size, data != NULL, &loader);
    if (status == STATUS_OK)
        return open_loader(loader, out);
    if (data != NULL)
        munmap(data, size);
    return status;
}

bool profile_is_torn(const char *path)
{
    uint8_t data[PROFILE_FILE_HEADER_BYTES];
    struct loader loader = { .data = data };
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct header header;
    struct stat facts;
    ssize_t size = -1;

    if (file < 0)
        return false;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))
        size = pread(file, data, sizeof(data), 0);
    close(file);
    if (size <= 0 || has_no_magic(data, (size_t)size))
        return size >= 0;
    if (size < (ssize_t)sizeof(data) ||
        memcmp(data, PROFILE_FILE_MAGIC, PROFILE_FILE_MAGIC_BYTES) != 0)
        return false;
    loader.size = sizeof(data);
    read_header(&loader, &header);
    return header.file_size == 0;
}
