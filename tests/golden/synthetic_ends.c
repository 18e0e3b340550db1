/* SPDX-License-Identifier: BSD-3-Clause */
#include "synthetic_ends.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/notes/comm_note.h"

#define LENGTH UINT64_C(10000000000)
#define SOLVE_PATH (ENDS_CALLS + 2) /* after main and the calls */

/* To the nearest, also with the long numbers of 32-bit x86. */
static uint64_t in_ns(double seconds)
{
    return (uint64_t)(seconds * 1e9 + 0.5);
}

static const struct profile_call calls[ENDS_CALLS] = {
    [ENDS_RECV] = { (char *)"MPI_Recv", CALL_CLASS_P2P, CALL_ROLE_P2P, 0 },
    [ENDS_SSEND] = { (char *)"MPI_Ssend", CALL_CLASS_P2P, CALL_ROLE_P2P, 0 },
    [ENDS_PROBE] = { (char *)"MPI_Probe", CALL_CLASS_P2P, CALL_ROLE_P2P, 0 },
    [ENDS_WAITALL] = { (char *)"MPI_Waitall", CALL_CLASS_WAIT, 0, 0 },
    [ENDS_WAITANY] = { (char *)"MPI_Waitany", CALL_CLASS_WAIT, 0, 0 },
    [ENDS_BARRIER] = { (char *)"MPI_Barrier", CALL_CLASS_COLLECTIVE,
                       CALL_ROLE_BARRIER, CALL_COLL_BARRIER },
    [ENDS_BCAST] = { (char *)"MPI_Bcast", CALL_CLASS_COLLECTIVE,
                     CALL_ROLE_ONE2ALL, CALL_COLL_BCAST },
    [ENDS_ALLREDUCE] = { (char *)"MPI_Allreduce", CALL_CLASS_COLLECTIVE,
                         CALL_ROLE_ALL2ALL, CALL_COLL_ALLREDUCE },
    [ENDS_IBARRIER] = { (char *)"MPI_Ibarrier", CALL_CLASS_COLLECTIVE,
                        CALL_ROLE_BARRIER, CALL_COLL_BARRIER },
    [ENDS_WAIT] = { (char *)"MPI_Wait", CALL_CLASS_WAIT, 0, 0 },
    [ENDS_COMM_DUP] = { (char *)"MPI_Comm_dup", CALL_CLASS_OTHER, 0, 0 },
    [ENDS_FINALIZE] = { (char *)"MPI_Finalize", CALL_CLASS_SETUP, 0, 0 },
};

static void *checked(void *memory)
{
    if (memory == NULL)
        abort();
    return memory;
}

static char *copy(const char *text)
{
    return checked(strdup(text));
}

static uint32_t add_path(struct definitions *table, uint32_t parent,
                         const char *function, const char *file, int line)
{
    uint32_t module = definitions_intern(table, DEFINITION_MODULE, 0, 0,
                                         "0123abcd", 8);
    uint8_t offset[8] = { (uint8_t)line };
    char note[128];
    uint32_t frame = definitions_intern(table, DEFINITION_FRAME, module, 0,
                                        offset, sizeof(offset));
    int size = snprintf(note, sizeof(note), "%s%c%s%c%d", function, 0, file,
                        0, line);

    definitions_note(table, DEFINITION_FRAME, frame, note, (size_t)size + 1,
                     1);
    return definitions_intern(table, DEFINITION_PATH, parent, frame, NULL, 0);
}

/* Ranks 0, step, 2 step ... */
static void add_comm(struct definitions *table, const char *name,
                     uint32_t ranks, uint32_t step)
{
    uint8_t key[8] = { (uint8_t)step };
    struct comm_note note = { .name = copy(name),
                              .size = (ranks + step - 1) / step };
    struct bytes_writer bytes;
    uint32_t comm = definitions_intern(table, DEFINITION_COMM, 0, 0, key, 8);

    note.members = checked(calloc(note.size, sizeof(*note.members)));
    for (uint32_t i = 0; i < note.size; i++)
        note.members[i] = i * step;
    bytes_writer_init(&bytes);
    comm_note_encode(&note, &bytes);
    definitions_note(table, DEFINITION_COMM, comm, bytes.data, bytes.size, 1);
    bytes_writer_clear(&bytes);
    comm_note_clear(&note);
}

static void add_definitions(struct profile *profile)
{
    struct definitions *table = profile->definitions;
    uint32_t region = definitions_region(table, "solve", "solve.c", 80);

    definitions_intern(table, DEFINITION_REGION_NODE, 0, region, NULL, 0);
    add_path(table, 0, "main", "ring.c", 10);
    for (int i = 0; i < ENDS_CALLS; i++)
        add_path(table, 1, "ring", "ring.c", 31 + i);
    add_path(table, 1, "solve", "solve.c", 88);
    add_comm(table, "MPI_COMM_WORLD", profile->rank_count, 1);
    add_comm(table, "even", profile->rank_count, 2);
    definitions_intern(table, DEFINITION_HOST, 0, 0, "alpha", 5);
}

static void add_facts(struct profile *profile)
{
    profile->program = copy("ring");
    profile->command = copy("./ring");
    profile->mpi_library = copy("Made-up MPI 1.0");
    profile->version = copy("0.1.0");
    profile->source = copy("profile");
    profile->clock = copy("TSC 2.000 GHz");
    profile->trace_file = copy("");
    profile->coverage = copy("");
    profile->start_unix_ns = UINT64_C(1700000000000000000);
    profile->calls = checked(calloc(ENDS_CALLS, sizeof(*profile->calls)));
    profile->call_count = ENDS_CALLS;
    for (int i = 0; i < ENDS_CALLS; i++) {
        profile->calls[i] = calls[i];
        profile->calls[i].name = copy(calls[i].name);
    }
}

static void make_rank(struct rank_data *rank, uint32_t number)
{
    rank->rank = number;
    rank->threads = 1;
    rank->interfaces = 1;
    rank->length = LENGTH;
    rank->ending = (struct rank_ending){
        .how = ENDING_SIGNAL, .code = SIGTERM, .at = LENGTH,
        .at_known = true, .call = ENDING_NO_CALL, .region = 1
    };
}

struct profile *ends_create(uint32_t ranks)
{
    struct profile *profile;

    if (profile_create(&profile) != STATUS_OK)
        abort();
    profile->rank_count = ranks;
    add_facts(profile);
    add_definitions(profile);
    profile->ranks = checked(calloc(ranks, sizeof(*profile->ranks)));
    for (uint32_t i = 0; i < ranks; i++)
        make_rank(&profile->ranks[i], i);
    return profile;
}

static uint32_t path_of(enum ends_call call)
{
    return (uint32_t)call + 2;
}

void ends_call(struct profile *profile, uint32_t rank, enum ends_call call,
               double since_s)
{
    struct rank_data *data = &profile->ranks[rank];
    struct rank_ending *ending = &data->ending;

    ending->call = call;
    ending->since = in_ns(since_s);
    ending->path = path_of(call);
    ending->path_known = true;
    ending->comm = calls[call].class == CALL_CLASS_WAIT ? 0 : ENDS_WORLD;
    ending->region = 0;
    data->mpi[calls[call].class] = ending->at - ending->since;
}

void ends_wait(struct profile *profile, uint32_t rank,
               enum ending_wait_kind kind, int32_t peer, int32_t tag)
{
    struct rank_ending *ending = &profile->ranks[rank].ending;
    size_t count = ending->wait_count + 1;

    ending->waits = checked(realloc(ending->waits,
                                    count * sizeof(*ending->waits)));
    ending->waits[ending->wait_count++] = (struct ending_wait){
        (uint8_t)kind, peer, tag, ENDS_WORLD
    };
}

void ends_collective(struct profile *profile, uint32_t rank,
                     enum ends_call call, uint32_t comm, double since_s)
{
    struct rank_ending *ending = &profile->ranks[rank].ending;

    ends_call(profile, rank, call, since_s);
    ending->comm = calls[call].class == CALL_CLASS_WAIT ? 0 : comm;
    ends_wait(profile, rank, ENDING_WAIT_COLLECTIVE, ENDING_NOBODY, 0);
    ending->waits[ending->wait_count - 1].comm = comm;
}

void ends_made(struct profile *profile, uint32_t rank, enum ends_call call,
               uint32_t comm, uint64_t count)
{
    struct rank_data *data = &profile->ranks[rank];
    struct row row = { .call = call, .path = path_of(call), .comm = comm,
                       .count = count };

    row.time = (struct spread){ count * 1000000, 1000000, 1000000 };
    row.out.min = row.in.min = UINT64_MAX;
    data->rows = checked(realloc(data->rows,
                                 (data->row_count + 1) * sizeof(row)));
    data->rows[data->row_count++] = row;
    data->mpi[calls[call].class] += count * 1000000;
}

void ends_by(struct profile *profile, uint32_t rank, enum ending_kind how,
             int32_t code, double at_s)
{
    struct rank_data *data = &profile->ranks[rank];
    struct rank_ending *ending = &data->ending;

    ending->how = (uint8_t)how;
    ending->code = code;
    ending->at = data->length = in_ns(at_s);
    ending->at_known = how != ENDING_UNKNOWN;
    if (ending->call == ENDING_NO_CALL && how == ENDING_SIGNAL)
        ending->path = SOLVE_PATH;
}

/* ---- runs that have a name ---- */

/* 0 and 1 receive from each other, 2 and 3 from the one before. */
static struct profile *deadlock(void)
{
    struct profile *profile = ends_create(4);

    for (uint32_t i = 0; i < 4; i++) {
        ends_call(profile, i, ENDS_RECV, 2.5);
        ends_wait(profile, i, ENDING_WAIT_RECEIVE, i == 0 ? 1 : (int)i - 1,
                  7);
    }
    return profile;
}

/* 3 dies in solve; 2 waits for it, and the others, in turn, for 2. */
static struct profile *dead(void)
{
    struct profile *profile = ends_create(4);

    ends_by(profile, 3, ENDING_SIGNAL, SIGSEGV, 5.8);
    ends_call(profile, 2, ENDS_RECV, 5);
    ends_wait(profile, 2, ENDING_WAIT_RECEIVE, 3, 7);
    for (uint32_t i = 0; i < 2; i++) {
        ends_call(profile, i, ENDS_SSEND, 5.5);
        ends_wait(profile, i, ENDING_WAIT_SEND, (int)i + 1, 7);
    }
    return profile;
}

/* 3 calls MPI_Bcast where the others call MPI_Barrier. */
static struct profile *mismatch(void)
{
    struct profile *profile = ends_create(4);

    for (uint32_t i = 0; i < 4; i++) {
        ends_made(profile, i, ENDS_ALLREDUCE, ENDS_WORLD, 100);
        ends_collective(profile, i, i == 3 ? ENDS_BCAST : ENDS_BARRIER,
                        ENDS_WORLD, 4);
    }
    return profile;
}

/* All but one of many are in MPI_Allreduce. */
static struct profile *late(void)
{
    struct profile *profile = ends_create(10000);

    for (uint32_t i = 0; i < profile->rank_count; i++) {
        ends_made(profile, i, ENDS_ALLREDUCE, ENDS_WORLD, 100);
        if (i != 4321)
            ends_collective(profile, i, ENDS_ALLREDUCE, ENDS_WORLD, 6);
    }
    return profile;
}

struct profile *ends_named(const char *name)
{
    if (strcmp(name, "deadlock") == 0)
        return deadlock();
    if (strcmp(name, "dead") == 0)
        return dead();
    if (strcmp(name, "mismatch") == 0)
        return mismatch();
    return strcmp(name, "late") == 0 ? late() : NULL;
}
