/* SPDX-License-Identifier: BSD-3-Clause */
#include "synthetic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/notes/comm_note.h"
#include "model/notes/host_note.h"

#define MS UINT64_C(1000000)
#define STEPS 100
#define HALO_BYTES 8192

/* Ids of definitions; all profiles have the same. */
struct names {
    uint32_t main, solve, halo, residual; /* REGION_NODE */
    uint32_t send_path, receive_path, wait_path, reduce_path;
    uint32_t world;
    uint32_t copies;
    uint32_t host_ranks; /* 0: half of them */
    uint32_t ranks;
    struct rank_data current; /* of a large profile */
};

static char *copy(const char *text)
{
    char *made = strdup(text);

    if (made == NULL)
        abort();
    return made;
}

void *synthetic_zeroed(size_t count, size_t size)
{
    void *made = calloc(count, size);

    if (made == NULL)
        abort();
    return made;
}

/* ---- definitions ---- */

static uint32_t add_node(struct definitions *table, uint32_t parent,
                         const char *name, int line)
{
    uint32_t region = definitions_region(table, name, "heat2d.c", line);

    return definitions_intern(table, DEFINITION_REGION_NODE, parent, region,
                              NULL, 0);
}

static uint32_t add_frame(struct definitions *table, uint32_t parent,
                          const char *function, int line)
{
    uint32_t module = definitions_intern(table, DEFINITION_MODULE, 0, 0,
                                         "0123abcd", 8);
    uint8_t offset[8] = { 0 };
    char note[128];
    int size;
    uint32_t frame;

    offset[0] = (uint8_t)line;
    frame = definitions_intern(table, DEFINITION_FRAME, module, 0, offset,
                               sizeof(offset));
    size = snprintf(note, sizeof(note), "%s%c%s%c%d", function, 0,
                    "/home/user/heat/heat2d.c", 0, line);
    definitions_note(table, DEFINITION_FRAME, frame, note, (size_t)size + 1,
                     1);
    return definitions_intern(table, DEFINITION_PATH, parent, frame, NULL, 0);
}

static uint32_t add_world(struct definitions *table, uint32_t ranks)
{
    struct comm_note note = { .name = "MPI_COMM_WORLD", .size = ranks };
    struct bytes_writer bytes;
    uint32_t comm = definitions_intern(table, DEFINITION_COMM, 0, 0,
                                       "\1\0\0\0\0\0\0\0", 8);

    note.members = synthetic_zeroed(ranks, sizeof(*note.members));
    for (uint32_t i = 0; i < ranks; i++)
        note.members[i] = i;
    bytes_writer_init(&bytes);
    comm_note_encode(&note, &bytes);
    definitions_note(table, DEFINITION_COMM, comm, bytes.data, bytes.size, 1);
    bytes_writer_clear(&bytes);
    free(note.members);
    return comm;
}

/* With a clock of its own. */
static void add_other_host(struct definitions *table)
{
    struct host_note note = { (char *)"", true, -10800000001234, 12500, 3210, 0 };
    struct bytes_writer out;

    bytes_writer_init(&out);
    host_note_encode(&note, &out);
    definitions_intern(table, DEFINITION_HOST, 0, 0, "beta", 4);
    definitions_note(table, DEFINITION_HOST, 1, out.data, out.size, 1);
    bytes_writer_clear(&out);
}

static void add_definitions(struct profile *profile, struct names *names)
{
    struct definitions *table = profile->definitions;
    uint32_t main_path, step_path;

    names->main = add_node(table, 0, "main", 200);
    names->solve = add_node(table, names->main, "solve", 120);
    names->halo = add_node(table, names->main, "halo", 80);
    names->residual = add_node(table, names->main, "residual", 150);
    main_path = add_frame(table, 0, "main", 201);
    step_path = add_frame(table, main_path, "run_step", 180);
    names->send_path = add_frame(table, step_path, "exchange_halo", 83);
    names->receive_path = add_frame(table, step_path, "exchange_halo", 81);
    names->wait_path = add_frame(table, step_path, "exchange_halo", 90);
    names->reduce_path = add_frame(table, step_path, "residual", 152);
    names->world = add_world(table, profile->rank_count);
    definitions_intern(table, DEFINITION_HOST, 0, 0, "alpha", 5);
    definitions_note(table, DEFINITION_HOST, 0, "Ideal CPU", 9, 1);
    if (profile->rank_count > 1)
        add_other_host(table);
}

static void add_facts(struct profile *profile)
{
    static const struct profile_call calls[SYNTHETIC_CALLS] = {
        { "MPI_Init", CALL_CLASS_SETUP, CALL_ROLE_FUNCTION, 0 },
        { "MPI_Isend", CALL_CLASS_P2P, CALL_ROLE_P2P, 0 },
        { "MPI_Irecv", CALL_CLASS_P2P, CALL_ROLE_P2P, 0 },
        { "MPI_Waitall", CALL_CLASS_WAIT, CALL_ROLE_FUNCTION, 0 },
        { "MPI_Allreduce", CALL_CLASS_COLLECTIVE, CALL_ROLE_ALL2ALL,
          CALL_COLL_ALLREDUCE },
    };

    profile->program = copy("heat2d");
    profile->command = copy("./heat2d --slow 2");
    profile->mpi_library = copy("Made-up MPI 1.0");
    profile->version = copy("0.1.0");
    profile->source = copy("profile");
    profile->clock = copy("TSC 2.000 GHz");
    profile->trace_file = copy("");
    profile->coverage = copy("450 of 480 in C");
    profile->start_unix_ns = UINT64_C(1700000000) * 1000 * MS;
    profile->hook_ns_x100 = 4550;
    profile->calls = synthetic_zeroed(SYNTHETIC_CALLS, sizeof(*profile->calls));
    profile->call_count = SYNTHETIC_CALLS;
    memcpy(profile->calls, calls, sizeof(calls));
    for (int i = 0; i < SYNTHETIC_CALLS; i++)
        profile->calls[i].name = copy(calls[i].name);
    profile_setting(profile, "MPIPROF_CALLPATH", "8", true);
    profile_setting(profile, "MPIPROF_TRACE", "off", false);
}

/* ---- one rank ---- */

static uint64_t solve_ns(uint32_t rank)
{
    return rank == SYNTHETIC_SLOW_RANK ? 3500 * MS : 2000 * MS;
}

static struct row make_row(uint32_t call, uint32_t path, uint32_t region,
                           uint64_t count, uint64_t time)
{
    struct row row = { .call = call, .path = path, .region = region,
                       .count = count };
    uint64_t each = time / count;

    row.time = (struct spread){ time, each, each };
    row.time_squares = (double)count * (double)each * (double)each;
    row.time_bins[profile_bin(each)] = count;
    row.out.min = row.in.min = UINT64_MAX;
    return row;
}

static void set_bytes(struct spread *spread, uint64_t count, uint64_t bytes)
{
    *spread = (struct spread){ count * bytes, bytes, bytes };
}

static void fill_rows(struct rank_data *rank, const struct names *names)
{
    struct row *rows = rank->rows;
    uint64_t wait = 3700 * MS - solve_ns(rank->rank);

    rows[0] = make_row(SYNTHETIC_INIT, 0, 0, 1, 500 * MS);
    rows[1] = make_row(SYNTHETIC_ISEND, names->send_path, names->halo,
                       2 * STEPS, 10 * MS);
    set_bytes(&rows[1].out, 2 * STEPS, HALO_BYTES);
    rows[1].comm = names->world;
    rows[1].size_bins[profile_bin(HALO_BYTES)] = 2 * STEPS;
    rows[2] = make_row(SYNTHETIC_IRECV, names->receive_path, names->halo,
                       2 * STEPS, 10 * MS);
    set_bytes(&rows[2].in, 2 * STEPS, HALO_BYTES);
    rows[2].comm = names->world;
    rows[3] = make_row(SYNTHETIC_WAITALL, names->wait_path, names->halo,
                       STEPS, wait);
    rows[4] = make_row(SYNTHETIC_ALLREDUCE, names->reduce_path,
                       names->residual, STEPS, 80 * MS);
    set_bytes(&rows[4].out, STEPS, (uint64_t)names->ranks * 8);
    set_bytes(&rows[4].in, STEPS, (uint64_t)names->ranks * 8);
    rows[4].comm = names->world;
    rows[4].size_bins[profile_bin((uint64_t)names->ranks * 8)] = STEPS;
    rank->row_count = 5;
    for (uint32_t i = 1; i < names->copies; i++) {
        memcpy(rows + rank->row_count, rows + 1, 4 * sizeof(*rows));
        rank->row_count += 4;
    }
}

static void fill_regions(struct rank_data *rank, const struct names *names)
{
    uint64_t solve = solve_ns(rank->rank);
    uint64_t halo = 3720 * MS - solve;
    uint64_t all = 4000 * MS;
    struct region_data *regions = rank->regions;

    regions[0] = (struct region_data){ .node = 0, .visits = 1,
                                       .inclusive = all,
                                       .exclusive = 200 * MS };
    regions[1] = (struct region_data){ .node = names->main, .visits = 1,
                                       .inclusive = all - 200 * MS };
    regions[2] = (struct region_data){ .node = names->solve, .visits = STEPS,
                                       .inclusive = solve,
                                       .exclusive = solve };
    regions[3] = (struct region_data){ .node = names->halo, .visits = STEPS,
                                       .inclusive = halo, .exclusive = halo,
                                       .mpi = halo };
    regions[4] = (struct region_data){ .node = names->residual,
                                       .visits = STEPS,
                                       .inclusive = 80 * MS,
                                       .exclusive = 80 * MS,
                                       .mpi = 80 * MS };
    rank->region_count = 5;
}

static void fill_peers(struct rank_data *rank, const struct names *names)
{
    uint32_t ranks = names->ranks;

    if (ranks < 3)
        return;
    for (int side = 0; side < 2; side++)
        rank->peers[side] = (struct peer){
            .rank = (rank->rank + (side == 0 ? 1 : ranks - 1)) % ranks,
            .kind = PEER_P2P,
            .out_messages = STEPS,
            .out_bytes = STEPS * HALO_BYTES,
            .in_messages = STEPS,
            .in_bytes = STEPS * HALO_BYTES,
        };
    rank->peer_count = 2;
}

static void fill_timeline(struct rank_data *rank)
{
    struct timeline *line = &rank->timeline;

    line->bin_width = 2000 * MS;
    line->bins = 2;
    for (int bin = 0; bin < 2; bin++) {
        line->time[bin][CALL_CLASS_COLLECTIVE] = 40 * MS;
        line->time[bin][CALL_CLASS_COUNT] = 1960 * MS;
    }
}

static void fill_rank(struct rank_data *rank, const struct names *names)
{
    rank->host = names->host_ranks > 0
                     ? rank->rank / names->host_ranks
                     : names->ranks > 1 && rank->rank >= names->ranks / 2;
    rank->threads = 1;
    rank->length = 4000 * MS;
    rank->mpi[CALL_CLASS_P2P] = 20 * MS;
    rank->mpi[CALL_CLASS_WAIT] = 3700 * MS - solve_ns(rank->rank);
    rank->mpi[CALL_CLASS_COLLECTIVE] = 80 * MS;
    rank->init = 500 * MS;
    rank->finalize = 1 * MS;
    rank->memory_bytes = 1 << 20;
    rank->interfaces = 1;
    fill_rows(rank, names);
    fill_regions(rank, names);
    fill_peers(rank, names);
    fill_timeline(rank);
}

static void make_rank(struct rank_data *rank, uint32_t number,
                      const struct names *names)
{
    rank->rank = number;
    rank->rows = synthetic_zeroed(5 + 4 * names->copies, sizeof(*rank->rows));
    rank->regions = synthetic_zeroed(5, sizeof(*rank->regions));
    rank->peers = synthetic_zeroed(2, sizeof(*rank->peers));
    rank->timeline.time = synthetic_zeroed(2, sizeof(*rank->timeline.time));
    fill_rank(rank, names);
}

static struct profile *make_profile(uint32_t ranks, struct names *names)
{
    struct profile *profile;

    if (profile_create(&profile) != STATUS_OK)
        abort();
    profile->rank_count = ranks;
    names->ranks = ranks;
    add_facts(profile);
    add_definitions(profile, names);
    return profile;
}

enum status synthetic_create(uint32_t ranks, struct profile **out)
{
    struct names names = { .copies = 1 };
    struct profile *profile = make_profile(ranks, &names);

    profile->ranks = synthetic_zeroed(ranks, sizeof(*profile->ranks));
    for (uint32_t i = 0; i < ranks; i++)
        make_rank(&profile->ranks[i], i, &names);
    *out = profile;
    return STATUS_OK;
}

static enum status load_rank(struct profile *profile, uint32_t rank,
                             const struct rank_data **out)
{
    struct names *names = profile->load_context;

    rank_data_clear(&names->current);
    make_rank(&names->current, rank, names);
    *out = &names->current;
    return STATUS_OK;
}

static void forget(void *context)
{
    struct names *names = context;

    rank_data_clear(&names->current);
    free(names);
}

static void add_more_hosts(struct definitions *table, uint32_t hosts)
{
    for (uint32_t i = 2; i < hosts; i++) {
        char name[16];

        snprintf(name, sizeof(name), "n%u", i);
        definitions_intern(table, DEFINITION_HOST, 0, 0, name, strlen(name));
    }
}

enum status synthetic_create_large(uint32_t ranks, uint32_t copies,
                                   uint32_t host_ranks,
                                   struct profile **out)
{
    struct names *names = synthetic_zeroed(1, sizeof(*names));
    struct profile *profile;

    names->copies = copies;
    names->host_ranks = host_ranks;
    profile = make_profile(ranks, names);
    if (host_ranks > 0)
        add_more_hosts(profile->definitions,
                       (ranks + host_ranks - 1) / host_ranks);
    profile->load = load_rank;
    profile->load_context = names;
    profile->load_destroy = forget;
    *out = profile;
    return STATUS_OK;
}
