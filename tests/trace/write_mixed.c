/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * write_mixed.c - an archive in which no two ranks meet the same things in the
 * same order, for those that read it in parts.
 *
 *     write_mixed FOLDER RANKS STEPS
 *
 * Each step a rank enters two regions of the program, which ones depends on
 * both, sends to the right and receives from the left without blocking, waits,
 * and takes part in an MPI_Allreduce, late by a time that depends on both.  In
 * odd ranks a second thread waits for the message of each odd step.  Rank 1
 * and those behind it say how the program is called, each something else; ranks
 * from 2 on make a window; rank 3 stops recording in the middle.
 * A tick is a nanosecond.  FOLDER/run.otf2 must not be there.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "by_hand.h"

#define STEP_NS 10000u
#define REGIONS_OF_USER 10u
#define WINDOW 0
#define RANKS_MOST 64

enum { SEND, RECV, WAIT, ALLREDUCE, CREATE, FIRST_OF_USER,
       REGIONS = FIRST_OF_USER + REGIONS_OF_USER };
enum { MPI_NAME = EMPTY + 1, WORLD_NAME, NODE, NODE_CLASS, WINDOW_NAME,
       FIRST_REGION, FIRST_RANK = FIRST_REGION + REGIONS };

static struct run {
    uint32_t ranks;
    uint64_t steps;
    uint64_t events[2 * RANKS_MOST]; /* by location: master, thread */
    OTF2_Archive *archive;
} run;

/* ---- events ---- */

static uint64_t begin_of(uint64_t step)
{
    return step * STEP_NS;
}

static uint64_t send_at(uint64_t step, uint32_t rank)
{
    return begin_of(step) + 1000 + 500 * ((5 * rank + step) % 7);
}

static uint64_t received_at(uint64_t step, uint32_t rank)
{
    uint32_t left = (rank + run.ranks - 1) % run.ranks;
    uint64_t ready = send_at(step, rank) + 100;
    uint64_t there = send_at(step, left) + 50;

    return (there > ready ? there : ready) + 20;
}

static bool is_of_thread(uint64_t step, uint32_t rank)
{
    return rank % 2 == 1 && step % 2 == 1;
}

static uint32_t user_region(uint64_t step, uint32_t rank, uint32_t which)
{
    return FIRST_OF_USER +
           (uint32_t)((7 * rank + 3 * step + 4 * which) % REGIONS_OF_USER);
}

static void write_messages(OTF2_EvtWriter *writer, uint64_t step,
                           uint32_t rank)
{
    uint64_t at = send_at(step, rank);

    OTF2_EvtWriter_Enter(writer, NULL, at, SEND);
    OTF2_EvtWriter_MpiIsend(writer, NULL, at, (rank + 1) % run.ranks, WORLD,
                            1, 64 << step % 8, 2 * step);
    OTF2_EvtWriter_Leave(writer, NULL, at + 10, SEND);
    OTF2_EvtWriter_Enter(writer, NULL, at + 20, RECV);
    OTF2_EvtWriter_MpiIrecvRequest(writer, NULL, at + 20, 2 * step + 1);
    OTF2_EvtWriter_Leave(writer, NULL, at + 30, RECV);
}

/* For what the rank receives; the master also for what it sends. */
static void write_wait(OTF2_EvtWriter *writer, uint64_t step, uint32_t rank,
                       bool receives, bool sends)
{
    uint64_t begin = send_at(step, rank) + 40;
    uint64_t end = receives ? received_at(step, rank) : begin + 10;
    uint32_t left = (rank + run.ranks - 1) % run.ranks;

    OTF2_EvtWriter_Enter(writer, NULL, begin, WAIT);
    if (sends)
        OTF2_EvtWriter_MpiIsendComplete(writer, NULL, begin + 5, 2 * step);
    if (receives)
        OTF2_EvtWriter_MpiIrecv(writer, NULL, end, left, WORLD, 1,
                                64 << step % 8, 2 * step + 1);
    OTF2_EvtWriter_Leave(writer, NULL, end, WAIT);
}

static void write_allreduce(OTF2_EvtWriter *writer, uint64_t step,
                            uint32_t rank)
{
    uint64_t begin = received_at(step, rank) + 300 * (rank % 3);
    uint64_t end = begin_of(step) + STEP_NS - 1000;

    OTF2_EvtWriter_Enter(writer, NULL, begin, ALLREDUCE);
    OTF2_EvtWriter_MpiCollectiveBegin(writer, NULL, begin);
    OTF2_EvtWriter_MpiCollectiveEnd(
        writer, NULL, end, OTF2_COLLECTIVE_OP_ALLREDUCE, WORLD,
        OTF2_UNDEFINED_UINT32, 8 * run.ranks, 8 * run.ranks);
    OTF2_EvtWriter_Leave(writer, NULL, end, ALLREDUCE);
}

static void write_step(OTF2_EvtWriter *writer, uint64_t step, uint32_t rank)
{
    uint32_t outer = user_region(step, rank, 0);
    uint32_t inner = user_region(step, rank, 1);
    uint64_t at = begin_of(step);

    OTF2_EvtWriter_Enter(writer, NULL, at + 100, outer);
    OTF2_EvtWriter_Enter(writer, NULL, at + 300, inner);
    write_messages(writer, step, rank);
    OTF2_EvtWriter_Leave(writer, NULL, send_at(step, rank) + 35, inner);
    write_wait(writer, step, rank, !is_of_thread(step, rank), true);
    write_allreduce(writer, step, rank);
    OTF2_EvtWriter_Leave(writer, NULL, at + STEP_NS - 10, outer);
}

static void write_begin(OTF2_EvtWriter *writer, uint32_t rank)
{
    if (rank > 0)
        OTF2_EvtWriter_ProgramBegin(writer, NULL, 0, FIRST_RANK + rank, 0,
                                    NULL);
    if (rank < 2)
        return;
    OTF2_EvtWriter_Enter(writer, NULL, 10, CREATE);
    OTF2_EvtWriter_RmaWinCreate(writer, NULL, 12, WINDOW);
    OTF2_EvtWriter_Leave(writer, NULL, 20, CREATE);
}

static void close_writer(OTF2_EvtWriter *writer, uint32_t location)
{
    OTF2_EvtWriter_GetNumberOfEvents(writer, &run.events[location]);
    must(OTF2_Archive_CloseEvtWriter(run.archive, writer), "events");
}

static void write_master(uint32_t rank)
{
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(run.archive, 2 * rank);
    uint64_t steps = rank == 3 ? run.steps / 2 : run.steps;

    write_begin(writer, rank);
    for (uint64_t step = 0; step < steps; step++)
        write_step(writer, step, rank);
    if (rank == 3)
        OTF2_EvtWriter_MeasurementOnOff(writer, NULL, begin_of(steps),
                                        OTF2_MEASUREMENT_OFF);
    close_writer(writer, 2 * rank);
}

static void write_thread(uint32_t rank)
{
    OTF2_EvtWriter *writer =
        OTF2_Archive_GetEvtWriter(run.archive, 2 * rank + 1);

    for (uint64_t step = 0; step < run.steps; step++)
        if (is_of_thread(step, rank))
            write_wait(writer, step, rank, true, false);
    close_writer(writer, 2 * rank + 1);
}

static void write_events(void)
{
    must(OTF2_Archive_OpenEvtFiles(run.archive), "events");
    for (uint32_t rank = 0; rank < run.ranks; rank++) {
        write_master(rank);
        write_thread(rank);
    }
    must(OTF2_Archive_CloseEvtFiles(run.archive), "events");
    by_hand_locals(run.archive, 2 * run.ranks);
}

/* ---- definitions ---- */

static void write_names(OTF2_GlobalDefWriter *writer)
{
    static const char *const names[] = {
        [EMPTY] = "", [MPI_NAME] = "MPI", [WORLD_NAME] = "MPI_COMM_WORLD",
        [NODE] = "host", [NODE_CLASS] = "node", [WINDOW_NAME] = "halo",
        [FIRST_REGION + SEND] = "MPI_Isend",
        [FIRST_REGION + RECV] = "MPI_Irecv",
        [FIRST_REGION + WAIT] = "MPI_Wait",
        [FIRST_REGION + ALLREDUCE] = "MPI_Allreduce",
        [FIRST_REGION + CREATE] = "MPI_Win_create"
    };
    char name[32];

    for (uint32_t i = 0; i < FIRST_REGION + FIRST_OF_USER; i++)
        OTF2_GlobalDefWriter_WriteString(writer, i, names[i]);
    for (uint32_t i = 0; i < REGIONS_OF_USER; i++) {
        snprintf(name, sizeof(name), "work_%u", i);
        OTF2_GlobalDefWriter_WriteString(
            writer, FIRST_REGION + FIRST_OF_USER + i, name);
    }
    for (uint32_t rank = 0; rank < run.ranks; rank++) {
        snprintf(name, sizeof(name), "program_%u", rank);
        OTF2_GlobalDefWriter_WriteString(writer, FIRST_RANK + rank, name);
    }
}

static void write_regions(OTF2_GlobalDefWriter *writer)
{
    for (uint32_t i = 0; i < REGIONS; i++)
        OTF2_GlobalDefWriter_WriteRegion(
            writer, i, FIRST_REGION + i, FIRST_REGION + i, EMPTY,
            OTF2_REGION_ROLE_FUNCTION,
            i < FIRST_OF_USER ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER,
            OTF2_REGION_FLAG_NONE, EMPTY, i, 0);
}

static void write_rank(OTF2_GlobalDefWriter *writer, uint32_t rank)
{
    OTF2_GlobalDefWriter_WriteLocationGroup(
        writer, rank, FIRST_RANK + rank, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
        OTF2_UNDEFINED_LOCATION_GROUP);
    for (uint32_t i = 2 * rank; i < 2 * rank + 2; i++)
        OTF2_GlobalDefWriter_WriteLocation(
            writer, i, FIRST_RANK + rank, OTF2_LOCATION_TYPE_CPU_THREAD,
            run.events[i], rank);
}

static void write_definitions(void)
{
    OTF2_GlobalDefWriter *writer =
        OTF2_Archive_GetGlobalDefWriter(run.archive);

    write_names(writer);
    write_regions(writer);
    by_hand_machine(writer, begin_of(run.steps) + 1, MPI_NAME, NODE,
                    NODE_CLASS);
    for (uint32_t rank = 0; rank < run.ranks; rank++)
        write_rank(writer, rank);
    by_hand_world(writer, WORLD_NAME, run.ranks, 2);
    OTF2_GlobalDefWriter_WriteRmaWin(writer, WINDOW, WINDOW_NAME, WORLD,
                                     OTF2_RMA_WIN_FLAG_NONE);
    must(OTF2_Archive_CloseGlobalDefWriter(run.archive, writer),
          "definitions");
}

int main(int count, char **arguments)
{
    run.ranks = count == 4 ? (uint32_t)atoi(arguments[2]) : 0;
    if (run.ranks < 2 || run.ranks > RANKS_MOST) {
        fprintf(stderr, "usage: write_mixed FOLDER RANKS STEPS\n");
        return 2;
    }
    run.steps = strtoull(arguments[3], NULL, 10);
    run.archive = by_hand_open(arguments[1]);
    write_events();
    write_definitions();
    must(OTF2_Archive_Close(run.archive), "archive");
    return 0;
}
