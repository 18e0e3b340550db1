/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sections.c - a profile file written by all ranks, of which some do not see
 * it, and read back.  Says what is wrong on which rank; exit status 1.
 *
 *     sections FILE ELSEWHERE     ELSEWHERE: a folder that is not there
 */
#include <errno.h>
#include <unistd.h>

#include "measure/reduce/profile_writer.h"
#include "model/profile.h"
#include "profile_file/profile_file.h"
#include "said.h"

/* Sections of different length: rank r has r peers. */
static void encode_rank(struct bytes_writer *out)
{
    struct peer peers[64] = { { 0 } };
    struct rank_data data = { .rank = (uint32_t)rank,
                              .length = 1000u * (unsigned)(rank + 1),
                              .peers = peers,
                              .peer_count = (size_t)rank };

    for (int i = 0; i < rank; i++)
        peers[i] = (struct peer){ .rank = (uint32_t)i,
                                  .out_messages = 1,
                                  .out_bytes = (uint64_t)i << 20 };
    bytes_writer_init(out);
    profile_encode_rank(&data, 0, out);
}

static void encode_run(struct bytes_writer *out)
{
    struct profile *profile = NULL;

    bytes_writer_init(out);
    if (rank > 0)
        return;
    expect(profile_create(&profile) == STATUS_OK, "no profile");
    profile->rank_count = (uint32_t)ranks;
    profile_set_text(&profile->program, "sections");
    profile_encode_run(profile, out);
    profile_destroy(profile);
}

/* failing: the rank that has no data; -1: none. */
static enum status write_to(const char *path, int failing, int *error)
{
    struct profile_writer *writer = NULL;
    struct bytes_writer run, mine;
    enum status status;

    encode_run(&run);
    encode_rank(&mine);
    mine.failed |= rank == failing;
    expect(profile_writer_create(comm, &writer) == STATUS_OK, "no writer");
    status = profile_writer_write(writer, path, &run, &mine, error);
    profile_writer_destroy(writer);
    bytes_writer_clear(&run);
    bytes_writer_clear(&mine);
    return status;
}

static void read_back(const char *path)
{
    struct profile *profile = NULL;
    const struct rank_data *data;

    expect(profile_open(path, &profile) == STATUS_OK, "cannot be read");
    for (uint32_t i = 0; profile != NULL && i < (uint32_t)ranks; i++) {
        bool whole = profile_rank(profile, i, &data) == STATUS_OK &&
                     data->rank == i && data->length == 1000u * (i + 1) &&
                     data->peer_count == i;

        expect(whole && (i < 2 || data->peers[1].out_bytes == 1u << 20),
               "a section is not that of its rank");
    }
    profile_destroy(profile);
}

static const char *file, *elsewhere;

static void check_sections(void)
{
    const char *path = rank % 3 == 1 ? elsewhere : file;
    int error = 0;

    expect(write_to(path, -1, &error) == STATUS_OK && error == 0,
           "not written");
    if (rank == 0) {
        read_back(file);
        unlink(file);
    }
    expect(write_to(path, ranks - 1, &error) != STATUS_OK && error == ENOMEM,
           "another rank's lack of memory is not known");
    if (rank == 0)
        expect(access(file, F_OK) != 0, "a file is left");
    expect(write_to(elsewhere, -1, &error) != STATUS_OK && error == ENOENT,
           "rank 0's error is not known");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    if (argc < 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    file = argv[1];
    elsewhere = argv[2];
    said_of_each_tree(check_sections);
    return said_end();
}
