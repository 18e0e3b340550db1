/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/reduce/profile_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_at.h"
#include "measure/comm/exchange.h"
#include "profile_file/profile_file.h"

/* Facts that rank 0 learns about each rank. */
struct ticket {
    uint64_t size;
    uint32_t crc;
    int16_t error, seen; /* errno; seen: the rank wrote its section itself */
};

struct profile_writer {
    MPI_Comm comm;
    int rank, ranks;
    int file;               /* -1: not seen */
    int error;              /* errno of this rank, or 0 */
    uint64_t base;          /* where the first rank's section begins */
    struct ticket *tickets; /* of all ranks, at rank 0 */
};

static void section_put(struct profile_writer *all, const void *data,
                        size_t size, uint64_t offset)
{
    if (all->error == 0 && !file_write_at(all->file, data, size, offset))
        all->error = errno;
}

/* Rank 0: which file it is; one that nobody knows is seen by nobody else. */
static uint64_t make_file(struct profile_writer *all, const char *path)
{
    struct stat about = { 0 };

    all->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (all->file < 0)
        all->error = errno;
    else if (fstat(all->file, &about) != 0)
        return 0;
    return (uint64_t)about.st_ino;
}

/* The others: only that one, since directories that are local to a host may
 * have the same name. */
static void find_file(struct profile_writer *all, const char *path,
                      uint64_t inode)
{
    struct stat about;

    all->file = open(path, O_WRONLY | O_CLOEXEC);
    if (all->file >= 0 &&
        (fstat(all->file, &about) != 0 || (uint64_t)about.st_ino != inode)) {
        close(all->file);
        all->file = -1;
    }
}

static void take_over(struct profile_writer *all, int rank, uint64_t offset)
{
    size_t size;
    void *data = exchange_recv(all->comm, rank, &size);

    if (data == NULL && all->tickets[rank].size > 0)
        all->error = ENOMEM;
    else
        section_put(all, data, size, offset);
    free(data);
}

static void list_sections(const struct profile_writer *all,
                          const struct bytes_writer *run,
                          struct profile_section *sections)
{
    uint64_t offset = all->base;

    sections[0].kind = PROFILE_SECTION_RUN;
    sections[0].offset = PROFILE_FILE_HEADER_BYTES;
    sections[0].size = run->size;
    sections[0].crc = profile_section_crc(run->data, run->size);
    for (int i = 0; i < all->ranks; i++) {
        sections[i + 1].kind = PROFILE_SECTION_RANK;
        sections[i + 1].rank = (uint32_t)i;
        sections[i + 1].offset = offset;
        sections[i + 1].size = all->tickets[i].size;
        sections[i + 1].crc = all->tickets[i].crc;
        offset += all->tickets[i].size;
    }
}

static void write_table(struct profile_writer *all,
                        const struct bytes_writer *run)
{
    size_t count = (size_t)all->ranks + 1;
    struct profile_section *sections = calloc(count, sizeof(*sections));
    struct bytes_writer head = { 0 }, table = { 0 };
    uint64_t end;

    if (sections == NULL) {
        all->error = ENOMEM;
        return;
    }
    list_sections(all, run, sections);
    end = sections[count - 1].offset + sections[count - 1].size;
    profile_encode_table(&table, sections, count);
    profile_encode_header(&head, end, count, end + table.size);
    if (head.failed || table.failed)
        all->error = ENOMEM;
    section_put(all, run->data, run->size, PROFILE_FILE_HEADER_BYTES);
    section_put(all, table.data, table.size, end);
    section_put(all, head.data, head.size,
                0); /* last: a torn file has no header */
    bytes_writer_clear(&head);
    bytes_writer_clear(&table);
    free(sections);
}

static void close_file(struct profile_writer *all)
{
    if (all->file >= 0 && close(all->file) != 0 && all->error == 0)
        all->error = errno;
}

/* Rank 0, once it knows how it went on all ranks. */
static void complete_file(struct profile_writer *all,
                          const struct bytes_writer *run)
{
    uint64_t offset = all->base;

    for (int i = 0; i < all->ranks; i++) {
        if (!all->tickets[i].seen)
            take_over(all, i, offset);
        if (all->tickets[i].error != 0)
            all->error = all->tickets[i].error;
        offset += all->tickets[i].size;
    }
    if (all->error == 0)
        write_table(all, run);
    close_file(all);
}

/* Rank 0 makes the file and says which; all learn where their sections go.
 * False: there is none. */
static bool find_place(struct profile_writer *all, const char *path,
                       const struct bytes_writer *run, uint64_t size,
                       uint64_t *offset)
{
    uint64_t words[3] = { 0, 0, 0 }; /* base, inode, error */

    if (all->rank == 0) {
        words[0] = PROFILE_FILE_HEADER_BYTES + run->size;
        if (run->failed)
            all->error = ENOMEM;
        else
            words[1] = make_file(all, path);
        words[2] = (uint64_t)all->error;
    }
    *offset = exchange_offset(all->comm, size, words, 3) + words[0];
    all->base = words[0];
    all->error = (int)words[2];
    if (all->error == 0 && all->rank > 0)
        find_file(all, path, words[1]);
    return all->error == 0;
}

static void write_section(struct profile_writer *all, const void *data,
                          size_t size, uint64_t offset)
{
    struct ticket mine = { .size = size, .seen = all->file >= 0 };

    mine.crc = profile_section_crc(data, size);
    if (mine.seen)
        section_put(all, data, size, offset);
    if (all->rank > 0)
        close_file(all);
    mine.error = (int16_t)all->error;
    exchange_gather(all->comm, &mine, sizeof(mine), all->tickets);
    if (!mine.seen)
        exchange_send(all->comm, 0, data, size);
}

enum status profile_writer_write(struct profile_writer *all, const char *path,
                                 const struct bytes_writer *run,
                                 const struct bytes_writer *rank, int *error)
{
    size_t size = rank->failed ? 0 : rank->size;
    uint64_t offset;

    all->file = -1;
    all->error = 0;
    if (find_place(all, path, run, size, &offset)) {
        if (rank->failed)
            all->error = ENOMEM;
        write_section(all, rank->data, size, offset);
        if (all->rank == 0)
            complete_file(all, run);
        exchange_share(all->comm, &all->error, sizeof(all->error));
    }
    *error = all->error;
    if (all->error == 0)
        return STATUS_OK;
    if (all->rank == 0 && all->file >= 0)
        unlink(path);
    return STATUS_IO;
}

void profile_writer_destroy(struct profile_writer *writer)
{
    if (writer == NULL)
        return;
    free(writer->tickets);
    free(writer);
}

enum status profile_writer_create(MPI_Comm comm, struct profile_writer **out)
{
    struct profile_writer *all = calloc(1, sizeof(*all));

    if (all == NULL)
        return STATUS_NO_MEMORY;
    all->comm = comm;
    PMPI_Comm_rank(comm, &all->rank);
    PMPI_Comm_size(comm, &all->ranks);
    *out = all;
    if (all->rank > 0)
        return STATUS_OK;
    all->tickets = calloc((size_t)all->ranks, sizeof(*all->tickets));
    return all->tickets == NULL ? STATUS_NO_MEMORY : STATUS_OK;
}
