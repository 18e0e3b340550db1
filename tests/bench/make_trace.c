/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * make_trace.c - writes an OTF2 archive of any size, for `make bench-report'.
 *
 *     make_trace FOLDER RANKS EVENTS
 *
 * A ring of ranks: each step computes 10 us (the last rank 20 us), sends to
 * the right, receives from the left (there 1 us after the sender began), and
 * each tenth step ends with an MPI_Allreduce of 2 us.  A receive waits for its
 * message, an MPI_Allreduce for its last rank, so that all numbers follow from
 * these.  EVENTS are those of all ranks, rounded down to whole tens of steps:
 * 64 of each rank.  FOLDER/run.otf2 must not be there.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "by_hand.h"

#define EVENTS_OF_TEN_STEPS 64
#define COMPUTE_NS 10000u
#define CALL_NS 500u
#define LATENCY_NS 1000u
#define ALLREDUCE_NS 2000u
#define BYTES 8192

enum { SEND, RECV, ALLREDUCE, REGIONS };
enum { MPI_NAME = EMPTY + 1, SEND_NAME, RECV_NAME, ALLREDUCE_NAME, WORLD_NAME,
       NODE, NODE_CLASS, FIRST_RANK };

static struct run {
    uint32_t ranks;
    uint64_t steps;
    uint64_t *clock; /* steps + 1 times ranks: when a rank begins a step */
    uint64_t *events; /* by rank */
    OTF2_Archive *archive;
} run;

/* ---- when everything is ---- */

static uint64_t *clock_at(uint64_t step, uint32_t rank)
{
    return &run.clock[step * run.ranks + rank];
}

static uint64_t send_at(uint64_t step, uint32_t rank)
{
    uint64_t slow = rank == run.ranks - 1 ? 2 : 1;

    return *clock_at(step, rank) + slow * COMPUTE_NS;
}

static uint64_t received_at(uint64_t step, uint32_t rank)
{
    uint32_t left = (rank + run.ranks - 1) % run.ranks;
    uint64_t ready = send_at(step, rank) + CALL_NS;
    uint64_t there = send_at(step, left) + LATENCY_NS;

    return (there > ready ? there : ready) + CALL_NS;
}

static bool is_reduced(uint64_t step)
{
    return step % 10 == 9;
}

static void simulate(void)
{
    for (uint64_t step = 0; step < run.steps; step++) {
        uint64_t last = 0;

        for (uint32_t rank = 0; rank < run.ranks; rank++) {
            uint64_t end = received_at(step, rank);

            *clock_at(step + 1, rank) = end;
            last = end > last ? end : last;
        }
        for (uint32_t rank = 0; is_reduced(step) && rank < run.ranks; rank++)
            *clock_at(step + 1, rank) = last + ALLREDUCE_NS;
    }
}

/* ---- events ---- */

static void write_step(OTF2_EvtWriter *writer, uint64_t step, uint32_t rank)
{
    uint32_t right = (rank + 1) % run.ranks;
    uint32_t left = (rank + run.ranks - 1) % run.ranks;
    uint64_t sent = send_at(step, rank), got = received_at(step, rank);

    OTF2_EvtWriter_Enter(writer, NULL, sent, SEND);
    OTF2_EvtWriter_MpiSend(writer, NULL, sent, right, WORLD, 1, BYTES);
    OTF2_EvtWriter_Leave(writer, NULL, sent + CALL_NS, SEND);
    OTF2_EvtWriter_Enter(writer, NULL, sent + CALL_NS, RECV);
    OTF2_EvtWriter_MpiRecv(writer, NULL, got, left, WORLD, 1, BYTES);
    OTF2_EvtWriter_Leave(writer, NULL, got, RECV);
    if (!is_reduced(step))
        return;
    OTF2_EvtWriter_Enter(writer, NULL, got, ALLREDUCE);
    OTF2_EvtWriter_MpiCollectiveBegin(writer, NULL, got);
    OTF2_EvtWriter_MpiCollectiveEnd(
        writer, NULL, *clock_at(step + 1, rank), OTF2_COLLECTIVE_OP_ALLREDUCE,
        WORLD, OTF2_UNDEFINED_UINT32, 8 * run.ranks, 8 * run.ranks);
    OTF2_EvtWriter_Leave(writer, NULL, *clock_at(step + 1, rank), ALLREDUCE);
}

static void write_events(void)
{
    must(OTF2_Archive_OpenEvtFiles(run.archive), "events");
    for (uint32_t rank = 0; rank < run.ranks; rank++) {
        OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(run.archive, rank);

        for (uint64_t step = 0; step < run.steps; step++)
            write_step(writer, step, rank);
        OTF2_EvtWriter_GetNumberOfEvents(writer, &run.events[rank]);
        must(OTF2_Archive_CloseEvtWriter(run.archive, writer), "events");
    }
    must(OTF2_Archive_CloseEvtFiles(run.archive), "events");
    by_hand_locals(run.archive, run.ranks);
}

/* ---- definitions ---- */

static void write_names(OTF2_GlobalDefWriter *writer)
{
    static const char *const names[] = {
        [EMPTY] = "", [MPI_NAME] = "MPI", [SEND_NAME] = "MPI_Send",
        [RECV_NAME] = "MPI_Recv", [ALLREDUCE_NAME] = "MPI_Allreduce",
        [WORLD_NAME] = "MPI_COMM_WORLD", [NODE] = "node",
        [NODE_CLASS] = "node of a cluster"
    };

    for (uint32_t i = 0; i < FIRST_RANK; i++)
        OTF2_GlobalDefWriter_WriteString(writer, i, names[i]);
    for (uint32_t rank = 0; rank < run.ranks; rank++) {
        char name[32];

        snprintf(name, sizeof(name), "MPI Rank %u", rank);
        OTF2_GlobalDefWriter_WriteString(writer, FIRST_RANK + rank, name);
    }
}

static void write_regions(OTF2_GlobalDefWriter *writer)
{
    static const struct {
        uint32_t name;
        OTF2_RegionRole role;
    } regions[REGIONS] = {
        [SEND] = { SEND_NAME, OTF2_REGION_ROLE_POINT2POINT },
        [RECV] = { RECV_NAME, OTF2_REGION_ROLE_POINT2POINT },
        [ALLREDUCE] = { ALLREDUCE_NAME, OTF2_REGION_ROLE_COLL_ALL2ALL },
    };

    for (uint32_t i = 0; i < REGIONS; i++)
        OTF2_GlobalDefWriter_WriteRegion(
            writer, i, regions[i].name, regions[i].name, EMPTY,
            regions[i].role, OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, EMPTY,
            0, 0);
}

static void write_rank(OTF2_GlobalDefWriter *writer, uint32_t rank)
{
    OTF2_GlobalDefWriter_WriteLocationGroup(
        writer, rank, FIRST_RANK + rank, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
        OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(
        writer, rank, FIRST_RANK + rank, OTF2_LOCATION_TYPE_CPU_THREAD,
        run.events[rank], rank);
}

static void write_definitions(void)
{
    OTF2_GlobalDefWriter *writer =
        OTF2_Archive_GetGlobalDefWriter(run.archive);

    write_names(writer);
    write_regions(writer);
    by_hand_machine(writer, *clock_at(run.steps, 0) + 1, MPI_NAME, NODE,
                    NODE_CLASS);
    for (uint32_t rank = 0; rank < run.ranks; rank++)
        write_rank(writer, rank);
    by_hand_world(writer, WORLD_NAME, run.ranks, 1);
    must(OTF2_Archive_CloseGlobalDefWriter(run.archive, writer),
          "definitions");
}

int main(int count, char **arguments)
{
    uint64_t events = count == 4 ? strtoull(arguments[3], NULL, 10) : 0;

    run.ranks = count == 4 ? (uint32_t)atoi(arguments[2]) : 0;
    if (run.ranks < 2 || events / run.ranks < EVENTS_OF_TEN_STEPS) {
        fprintf(stderr, "usage: make_trace FOLDER RANKS EVENTS\n");
        return 2;
    }
    run.steps = events / run.ranks / EVENTS_OF_TEN_STEPS * 10;
    run.clock = must_have((run.steps + 1) * run.ranks, sizeof(*run.clock));
    run.events = must_have(run.ranks, sizeof(*run.events));
    simulate();
    run.archive = by_hand_open(arguments[1]);
    write_events();
    write_definitions();
    must(OTF2_Archive_Close(run.archive), "archive");
    free(run.clock);
    free(run.events);
    return 0;
}
