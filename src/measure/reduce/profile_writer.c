#include "measure/reduce/profile_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/reduce/exchange.h"
#include "model/profile_file.h"

/* What rank 0 learns of each rank. */
struct ticket {
    uint64_t offset, size, crc_and_seen; /* crc, bit 32: wrote it itself */
};

struct writing {
    MPI_Comm comm;
    int rank, ranks;
    int file; /* -1: not seen */
    const char *path;
    int error; /* errno of this rank, or 0 */
};

static bool write_all(int file, const void *data, size_t size, uint64_t offset)
{
    const char *at = data;

    while (size > 0) {
        ssize_t done = pwrite(file, at, size, (off_t)offset);

        if (done < 0 && errno == EINTR)
            continue;
        if (done == 0)
            errno = ENOSPC;
        if (done <= 0)
            return false;
        at += done;
        offset += (uint64_t)done;
        size -= (size_t)done;
    }
    return true;
}

static void put(struct writing *all, const void *data, size_t size,
                uint64_t offset)
{
    if (all->error == 0 && !write_all(all->file, data, size, offset))
        all->error = errno;
}

/* Rank 0 makes the file; the others open it and make sure that it is the same
 * one: host-local directories may have the same name. */
static bool open_file(struct writing *all)
{
    uint64_t id[2] = { 0, 0 };
    struct stat about;

    if (all->rank == 0) {
        all->file = open(all->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                         0666);
        if (all->file < 0) {
            all->error = errno;
        } else if (fstat(all->file, &about) == 0) {
            id[0] = (uint64_t)about.st_ino;
            id[1] = (uint64_t)about.st_size + 1;
        }
    }
    PMPI_Bcast(id, 2, MPI_UINT64_T, 0, all->comm);
    if (id[1] == 0)
        return false;
    if (all->rank > 0) {
        all->file = open(all->path, O_WRONLY | O_CLOEXEC);
        if (all->file >= 0 && (fstat(all->file, &about) != 0 ||
                               (uint64_t)about.st_ino != id[0])) {
            close(all->file);
            all->file = -1;
        }
    }
    return true;
}

static void take_over(struct writing *all, int rank,
                      const struct ticket *ticket)
{
    size_t size;
    void *data = exchange_recv(all->comm, rank, &size);

    if (data == NULL || size != ticket->size)
        all->error = ENOMEM;
    else
        put(all, data, size, ticket->offset);
    free(data);
}

static void write_table(struct writing *all, const struct ticket *tickets,
                        const struct bytes_writer *run)
{
    struct profile_section *sections =
        calloc((size_t)all->ranks + 1, sizeof(*sections));
    struct bytes_writer head, table;
    const struct ticket *last = &tickets[all->ranks - 1];
    uint64_t end = last->offset + last->size;

    if (sections == NULL) {
        all->error = ENOMEM;
        return;
    }
    sections[0].kind = PROFILE_SECTION_RUN;
    sections[0].offset = PROFILE_FILE_HEADER_BYTES;
    sections[0].size = run->size;
    sections[0].crc = profile_section_crc(run->data, run->size);
    for (int i = 0; i < all->ranks; i++) {
        sections[i + 1].kind = PROFILE_SECTION_RANK;
        sections[i + 1].rank = (uint32_t)i;
        sections[i + 1].offset = tickets[i].offset;
        sections[i + 1].size = tickets[i].size;
        sections[i + 1].crc = (uint32_t)tickets[i].crc_and_seen;
    }
    bytes_writer_init(&head);
    bytes_writer_init(&table);
    profile_encode_table(&table, sections, (size_t)all->ranks + 1);
    profile_encode_header(&head, end, (uint64_t)all->ranks + 1,
                          end + table.size);
    if (head.failed || table.failed)
        all->error = ENOMEM;
    put(all, run->data, run->size, PROFILE_FILE_HEADER_BYTES);
    put(all, table.data, table.size, end);
    put(all, head.data, head.size, 0); /* last: a torn file has no header */
    bytes_writer_clear(&head);
    bytes_writer_clear(&table);
    free(sections);
}

/* Rank 0's part once the tickets are in. */
static void complete(struct writing *all, const struct bytes_writer *run,
                     const struct ticket *tickets)
{
    for (int i = 1; i < all->ranks; i++)
        if (!(tickets[i].crc_and_seen >> 32))
            take_over(all, i, &tickets[i]);
    write_table(all, tickets, run);
}

static void write_sections(struct writing *all,
                           const struct bytes_writer *run,
                           const struct bytes_writer *rank)
{
    struct ticket mine = { .size = rank->size };
    struct ticket *tickets = NULL;
    uint64_t base = run == NULL ? 0 : run->size + PROFILE_FILE_HEADER_BYTES;

    PMPI_Bcast(&base, 1, MPI_UINT64_T, 0, all->comm);
    PMPI_Exscan(&mine.size, &mine.offset, 1, MPI_UINT64_T, MPI_SUM,
                all->comm);
    mine.offset = base + (all->rank == 0 ? 0 : mine.offset);
    mine.crc_and_seen = profile_section_crc(rank->data, rank->size);
    if (all->file >= 0) {
        put(all, rank->data, rank->size, mine.offset);
        mine.crc_and_seen |= 1ull << 32;
    }
    if (all->rank == 0)
        tickets = malloc((size_t)all->ranks * sizeof(*tickets));
    if (!exchange_agree(all->comm, all->rank > 0 || tickets != NULL)) {
        all->error = ENOMEM;
        return;
    }
    PMPI_Gather(&mine, 3, MPI_UINT64_T, tickets, 3, MPI_UINT64_T, 0,
                all->comm);
    if (all->rank == 0)
        complete(all, run, tickets);
    else if (all->file < 0)
        exchange_send(all->comm, 0, rank->data, rank->size);
    free(tickets);
}

enum status profile_write(MPI_Comm comm, const char *path,
                          const struct bytes_writer *run,
                          const struct bytes_writer *rank, int *error)
{
    struct writing all = { .comm = comm, .file = -1, .path = path };

    PMPI_Comm_rank(comm, &all.rank);
    PMPI_Comm_size(comm, &all.ranks);
    if (!exchange_agree(comm, !rank->failed &&
                                  (run == NULL || !run->failed)))
        all.error = ENOMEM;
    else if (open_file(&all))
        write_sections(&all, run, rank);
    if (all.file >= 0 && close(all.file) != 0 && all.error == 0)
        all.error = errno;
    PMPI_Allreduce(&all.error, error, 1, MPI_INT, MPI_MAX, comm);
    if (*error == 0)
        return STATUS_OK;
    if (all.rank == 0 && all.file >= 0)
        unlink(path);
    return STATUS_IO;
}
