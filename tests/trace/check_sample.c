/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * check_sample.c - what read_trace() makes of the made-up run.
 *
 *     check_sample run.otf2 RANKS STEPS
 *
 * Every number is known in closed form; ticks are half nanoseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/strbuf.h"
#include "archive/workers/read_trace.h"

static int failures;

static void expect(const char *what, uint64_t is, uint64_t should)
{
    if (is == should)
        return;
    printf("%s: %llu, not %llu\n", what, (unsigned long long)is,
           (unsigned long long)should);
    failures++;
}

static const struct row *find_row(const struct profile *profile,
                                  const struct rank_data *rank,
                                  const char *name, uint32_t region)
{
    static const struct row none;

    for (size_t i = 0; i < rank->row_count; i++)
        if (strcmp(profile->calls[rank->rows[i].call].name, name) == 0 &&
            rank->rows[i].region == region)
            return &rank->rows[i];
    return &none;
}

static uint32_t find_node(const struct profile *profile, const char *path)
{
    uint32_t count =
        definitions_count(profile->definitions, DEFINITION_REGION_NODE);
    struct strbuf text = { 0 };
    uint32_t found = UINT32_MAX;

    for (uint32_t i = 1; i < count; i++) {
        strbuf_truncate(&text, 0);
        definitions_region_path(profile->definitions, i, &text);
        if (strcmp(strbuf_text(&text), path) == 0)
            found = i;
    }
    strbuf_clear(&text);
    return found;
}

static void check_row(const char *name, const struct row *row, uint64_t steps,
                      uint64_t ns, uint64_t out, uint64_t in)
{
    char what[64];

    snprintf(what, sizeof(what), "%s calls", name);
    expect(what, row->count, steps);
    snprintf(what, sizeof(what), "%s time", name);
    expect(what, row->time.sum, steps * ns);
    expect(what, row->time.max, ns);
    snprintf(what, sizeof(what), "%s bytes out", name);
    expect(what, row->out.sum, out);
    snprintf(what, sizeof(what), "%s bytes in", name);
    expect(what, row->in.sum, in);
    snprintf(what, sizeof(what), "%s counter", name);
    expect(what, row->counters[0], steps * ns * 6);
}

/* 100 + (step modulo 10), over all steps. */
static uint64_t sent_bytes(uint64_t steps)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < steps; i++)
        sum += 100 + i % 10;
    return sum;
}

static void check_messages(const struct profile *profile,
                           const struct rank_data *rank, uint64_t steps)
{
    uint32_t halo = find_node(profile, "solve/halo");
    uint64_t sent = sent_bytes(steps);
    const struct row *wait = find_row(profile, rank, "MPI_Waitall", halo);

    check_row("MPI_Send", find_row(profile, rank, "MPI_Send", halo), steps,
              100, sent, 0);
    check_row("MPI_Recv", find_row(profile, rank, "MPI_Recv", halo), steps,
              200, 0, sent);
    check_row("MPI_Isend", find_row(profile, rank, "MPI_Isend", halo), steps,
              15, 1000 * steps, 0);
    check_row("MPI_Irecv", find_row(profile, rank, "MPI_Irecv", halo), steps,
              10, 0, 0);
    check_row("MPI_Waitall", wait, steps, 250, 0, 1000 * steps);
    expect("sizes of MPI_Waitall", wait->size_bins[profile_bin(1000)], steps);
    expect("communicator of MPI_Waitall", wait->comm, 0);
}

static void check_collectives(const struct profile *profile,
                              const struct rank_data *rank, uint64_t steps)
{
    uint32_t solve = find_node(profile, "solve"), ranks = profile->rank_count;
    uint64_t members = (ranks + 1 - rank->rank % 2) / 2;
    const struct row *start = find_row(profile, rank, "MPI_Iallreduce", solve);

    check_row("MPI_Iallreduce", start, steps, 20, 8 * ranks * steps,
              8 * ranks * steps);
    expect("sizes of MPI_Iallreduce", start->size_bins[profile_bin(8 * ranks)],
           steps);
    check_row("MPI_Wait", find_row(profile, rank, "MPI_Wait", solve), steps,
              30, 0, 0);
    check_row("MPI_Bcast", find_row(profile, rank, "MPI_Bcast", solve), steps,
              150, rank->rank < 2 ? 64 * members * steps : 0, 64 * steps);
    check_row("MPI_Barrier", find_row(profile, rank, "MPI_Barrier", solve),
              steps, 150, 0, 0);
    expect("communicator of MPI_Wait",
           find_row(profile, rank, "MPI_Wait", solve)->comm, 0);
    expect("MPI_Iallreduce has one", start->comm != 0, 1);
}

static const struct region_data *find_region(const struct rank_data *rank,
                                             uint32_t node)
{
    static const struct region_data none;

    for (size_t i = 0; i < rank->region_count; i++)
        if (rank->regions[i].node == node)
            return &rank->regions[i];
    return &none;
}

/* Between calls lie 50 ns; a step has 5 calls in halo and 4 outside. */
static void check_regions(const struct profile *profile,
                          const struct rank_data *rank, uint64_t steps)
{
    const struct region_data *run = find_region(rank, 0);
    const struct region_data *solve =
        find_region(rank, find_node(profile, "solve"));
    const struct region_data *halo =
        find_region(rank, find_node(profile, "solve/halo"));

    expect("visits of halo", halo->visits, steps);
    expect("time of halo", halo->inclusive, steps * (575 + 300));
    expect("MPI in halo", halo->mpi, steps * 575);
    expect("visits of solve", solve->visits, 1);
    expect("own time of solve", solve->exclusive, steps * (350 + 250) + 50);
    expect("MPI in solve", solve->mpi, steps * 350);
    expect("visits of the run", run->visits, 1);
    expect("own time of the run", run->exclusive, 225);
}

static void check_times(const struct rank_data *rank, uint64_t steps)
{
    uint64_t length = steps * 1475 + 275 + 2500, useful = 0;

    expect("begin", rank->begin, 5 * (uint64_t)rank->rank);
    expect("length", rank->length, length);
    expect("paused", rank->paused, 2500);
    expect("MPI_Init", rank->init, 1000);
    expect("MPI_Finalize", rank->finalize, 35);
    expect("point-to-point", rank->mpi[CALL_CLASS_P2P], steps * 325);
    expect("collective", rank->mpi[CALL_CLASS_COLLECTIVE], steps * 320);
    expect("waiting", rank->mpi[CALL_CLASS_WAIT], steps * 280);
    expect("useful", rank_data_useful(rank), steps * 550 + 250);
    for (uint32_t i = 0; i < rank->timeline.bins; i++)
        useful += rank->timeline.time[i][CALL_CLASS_COUNT];
    expect("useful in the time line", useful, steps * 550 + 250);
}

static void check_peers(const struct rank_data *rank, uint32_t ranks,
                        uint64_t steps)
{
    uint32_t right = (rank->rank + 1) % ranks;
    uint64_t out = 0, in = 0, to_right = 0;

    for (size_t i = 0; i < rank->peer_count; i++) {
        if (rank->peers[i].rank == rank->rank)
            continue; /* the second thread's */
        out += rank->peers[i].out_messages;
        in += rank->peers[i].in_messages;
        if (rank->peers[i].rank == right)
            to_right = rank->peers[i].out_bytes;
    }
    expect("messages out", out, 2 * steps);
    expect("messages in", in, 2 * steps);
    expect("bytes to the right", to_right,
           ranks > 2 ? sent_bytes(steps) : sent_bytes(steps) + 1000 * steps);
}

/* exchange() was inlined into step(): one frame of two names. */
static void check_paths(const struct profile *profile,
                        const struct rank_data *rank)
{
    static const char names[] = "exchange\0halo.c\0"
                                "34\0step\0app.c\0"
                                "56";
    const struct definitions *table = profile->definitions;
    const struct row *row =
        find_row(profile, rank, "MPI_Send", find_node(profile, "solve/halo"));
    struct definition path, frame;

    expect("MPI_Send has a path", row->path != 0, 1);
    path = definitions_get(table, DEFINITION_PATH, row->path);
    frame = definitions_get(table, DEFINITION_FRAME, path.refs[1]);
    expect("size of the names", frame.note_size, sizeof(names));
    expect("names",
           frame.note_size == sizeof(names) &&
               memcmp(frame.note, names, sizeof(names)) == 0,
           1);
    expect("offset", frame.key[0] + 256u * frame.key[1], 0x5678);
    expect("caller", path.refs[0] != 0, 1);
}

int main(int argc, char **argv)
{
    const struct rank_data *rank;
    struct profile *profile;
    uint64_t steps;

    if (argc != 4 ||
        read_trace(argv[1], NULL, NULL, NULL, &profile) != STATUS_OK)
        return 1;
    steps = strtoull(argv[3], NULL, 10);
    expect("ranks", profile->rank_count, strtoull(argv[2], NULL, 10));
    expect("remarks", profile->remarks.count, 0);
    /* In tens of ns, since machines of 32 bits may round up. */
    expect("start", profile->start_unix_ns / 10, 170000000000000080ull);
    for (uint32_t i = 0; i < profile->rank_count; i++) {
        if (profile_rank(profile, i, &rank) != STATUS_OK)
            return 1;
        expect("missing", rank->missing, 0);
        expect("threads", rank->threads, i == 0 ? 2 : 1);
        check_messages(profile, rank, steps);
        check_collectives(profile, rank, steps);
        check_regions(profile, rank, steps);
        check_times(rank, steps);
        check_peers(rank, profile->rank_count, steps);
        check_paths(profile, rank);
    }
    profile_destroy(profile);
    return failures != 0;
}
