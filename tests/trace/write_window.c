/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * write_window.c - an archive of two ranks of which it is known what is in any
 * of its seconds.
 *
 *     write_window FOLDER
 *
 * Second 0 of the run, when recording goes on after rank 0's MPI_Init, is
 * second 6 of the archive.  check_windows.py has what is to come of it.
 * A tick is a nanosecond.  FOLDER/run.otf2 must not be there.
 */
#include <stdio.h>

#include "by_hand.h"

#define RANKS 2
#define ORIGIN_S 6
#define CONTEXT 0
#define SAMPLED_BY 0

enum { INIT, SEND, RECV, IBARRIER, WAIT, FINALIZE, SOLVE, REGIONS };
enum { MPI_NAME = EMPTY + 1, WORLD_NAME, NODE, NODE_CLASS, CLOCK,
       FIRST_REGION, FIRST_RANK = FIRST_REGION + REGIONS };
enum what { ENTER, LEAVE, OFF, ON, SENT, RECEIVED, BEGUN, DONE, SAMPLE };

struct event {
    double second; /* of the run */
    enum what what;
    uint32_t region; /* of ENTER and LEAVE */
};

static const struct event first[] = {
    { -5, ENTER, INIT }, { -1, LEAVE, INIT }, { -1, OFF, 0 }, { 0, ON, 0 },
    { 1, ENTER, SOLVE },
    { 2, ENTER, SEND }, { 2, SENT, 0 }, { 4, LEAVE, SEND },
    { 5, ENTER, IBARRIER }, { 5, BEGUN, 0 }, { 5.5, LEAVE, IBARRIER },
    { 6.1, SAMPLE, 0 }, { 6.6, SAMPLE, 0 }, { 7.1, SAMPLE, 0 },
    { 7.6, SAMPLE, 0 },
    { 8, ENTER, WAIT }, { 9, DONE, 0 }, { 9, LEAVE, WAIT },
    { 10, OFF, 0 }, { 12, ON, 0 },
    { 14, LEAVE, SOLVE },
    { 16, ENTER, FINALIZE }, { 17, LEAVE, FINALIZE },
};

static const struct event second[] = {
    { -5, ENTER, INIT }, { 0.5, LEAVE, INIT },
    { 1.5, ENTER, RECV }, { 4.2, RECEIVED, 0 }, { 4.2, LEAVE, RECV },
    { 6, ENTER, IBARRIER }, { 6, BEGUN, 0 }, { 6.5, LEAVE, IBARRIER },
    { 7, ENTER, WAIT }, { 9, DONE, 0 }, { 9, LEAVE, WAIT },
    { 13, ENTER, FINALIZE }, { 17, LEAVE, FINALIZE },
};

static uint64_t tick_of(double second)
{
    return (uint64_t)((second + ORIGIN_S) * 1e9 + 0.5);
}

static void write_mpi(OTF2_EvtWriter *writer, enum what what, uint64_t at)
{
    switch (what) {
    case SENT:
        OTF2_EvtWriter_MpiSend(writer, NULL, at, 1, WORLD, 1, 100);
        break;
    case RECEIVED:
        OTF2_EvtWriter_MpiRecv(writer, NULL, at, 0, WORLD, 1, 100);
        break;
    case BEGUN:
        OTF2_EvtWriter_NonBlockingCollectiveRequest(writer, NULL, at, 7);
        break;
    default:
        OTF2_EvtWriter_NonBlockingCollectiveComplete(
            writer, NULL, at, OTF2_COLLECTIVE_OP_BARRIER, WORLD,
            OTF2_UNDEFINED_UINT32, 0, 0, 7);
    }
}

static void write_event(OTF2_EvtWriter *writer, const struct event *event)
{
    uint64_t at = tick_of(event->second);

    switch (event->what) {
    case ENTER:
        OTF2_EvtWriter_Enter(writer, NULL, at, event->region);
        break;
    case LEAVE:
        OTF2_EvtWriter_Leave(writer, NULL, at, event->region);
        break;
    case OFF:
    case ON:
        OTF2_EvtWriter_MeasurementOnOff(
            writer, NULL, at, event->what == ON ? OTF2_MEASUREMENT_ON
                                                : OTF2_MEASUREMENT_OFF);
        break;
    case SAMPLE:
        OTF2_EvtWriter_CallingContextSample(writer, NULL, at, CONTEXT, 1,
                                            SAMPLED_BY);
        break;
    default:
        write_mpi(writer, event->what, at);
    }
}

static void write_rank(OTF2_Archive *archive, uint32_t rank,
                       const struct event *events, size_t count)
{
    OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter(archive, rank);

    for (size_t i = 0; i < count; i++)
        write_event(writer, &events[i]);
    must(OTF2_Archive_CloseEvtWriter(archive, writer), "events");
}

/* ---- definitions ---- */

static void write_names(OTF2_GlobalDefWriter *writer)
{
    static const char *const names[] = {
        [EMPTY] = "", [MPI_NAME] = "MPI", [WORLD_NAME] = "MPI_COMM_WORLD",
        [NODE] = "host", [NODE_CLASS] = "node", [CLOCK] = "clock",
        [FIRST_REGION + INIT] = "MPI_Init",
        [FIRST_REGION + SEND] = "MPI_Send",
        [FIRST_REGION + RECV] = "MPI_Recv",
        [FIRST_REGION + IBARRIER] = "MPI_Ibarrier",
        [FIRST_REGION + WAIT] = "MPI_Wait",
        [FIRST_REGION + FINALIZE] = "MPI_Finalize",
        [FIRST_REGION + SOLVE] = "solve",
        [FIRST_RANK] = "rank 0", [FIRST_RANK + 1] = "rank 1"
    };

    for (uint32_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        OTF2_GlobalDefWriter_WriteString(writer, i, names[i]);
    for (uint32_t i = 0; i < REGIONS; i++)
        OTF2_GlobalDefWriter_WriteRegion(
            writer, i, FIRST_REGION + i, FIRST_REGION + i, EMPTY,
            OTF2_REGION_ROLE_FUNCTION,
            i < SOLVE ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER,
            OTF2_REGION_FLAG_NONE, EMPTY, i, 0);
    OTF2_GlobalDefWriter_WriteCallingContext(
        writer, CONTEXT, SOLVE, OTF2_UNDEFINED_SOURCE_CODE_LOCATION,
        OTF2_UNDEFINED_CALLING_CONTEXT);
    OTF2_GlobalDefWriter_WriteInterruptGenerator(
        writer, SAMPLED_BY, CLOCK, OTF2_INTERRUPT_GENERATOR_MODE_TIME,
        OTF2_BASE_DECIMAL, -3, 500);
}

static void write_definitions(OTF2_Archive *archive)
{
    OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter(archive);
    const uint64_t events[] = { sizeof(first) / sizeof(first[0]),
                                sizeof(second) / sizeof(second[0]) };

    write_names(writer);
    by_hand_machine(writer, tick_of(17) + 1, MPI_NAME, NODE, NODE_CLASS);
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        OTF2_GlobalDefWriter_WriteLocationGroup(
            writer, rank, FIRST_RANK + rank,
            OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
            OTF2_UNDEFINED_LOCATION_GROUP);
        OTF2_GlobalDefWriter_WriteLocation(
            writer, rank, FIRST_RANK + rank, OTF2_LOCATION_TYPE_CPU_THREAD,
            events[rank], rank);
    }
    by_hand_world(writer, WORLD_NAME, RANKS, 1);
    must(OTF2_Archive_CloseGlobalDefWriter(archive, writer), "definitions");
}

int main(int count, char **arguments)
{
    OTF2_Archive *archive;

    if (count != 2) {
        fprintf(stderr, "usage: write_window FOLDER\n");
        return 2;
    }
    archive = by_hand_open(arguments[1]);
    must(OTF2_Archive_OpenEvtFiles(archive), "events");
    write_rank(archive, 0, first, sizeof(first) / sizeof(first[0]));
    write_rank(archive, 1, second, sizeof(second) / sizeof(second[0]));
    must(OTF2_Archive_CloseEvtFiles(archive), "events");
    by_hand_locals(archive, RANKS);
    write_definitions(archive);
    must(OTF2_Archive_Close(archive), "archive");
    return 0;
}
