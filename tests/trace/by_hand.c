/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "by_hand.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void must(OTF2_ErrorCode code, const char *what)
{
    if (code == OTF2_SUCCESS)
        return;
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what,
            OTF2_Error_GetDescription(code));
    exit(1);
}

void *must_have(size_t count, size_t size)
{
    void *made = calloc(count, size);

    if (made == NULL) {
        fprintf(stderr, "%s: no memory for %zu x %zu bytes\n",
                program_invocation_short_name, count, size);
        exit(1);
    }
    return made;
}

static OTF2_FlushType flush(void *data, OTF2_FileType type,
                            OTF2_LocationRef location, void *caller,
                            bool final)
{
    (void)data, (void)type, (void)location, (void)caller, (void)final;
    return OTF2_FLUSH;
}

OTF2_Archive *by_hand_open(const char *folder)
{
    static const OTF2_FlushCallbacks callbacks = { .otf2_pre_flush = flush };
    OTF2_Archive *archive = OTF2_Archive_Open(
        folder, "run", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
        OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX,
        OTF2_COMPRESSION_NONE);

    if (archive == NULL)
        exit(1); /* OTF2 has said why */
    must(OTF2_Archive_SetFlushCallbacks(archive, &callbacks, NULL), "flush");
    must(OTF2_Archive_SetSerialCollectiveCallbacks(archive), "serial");
    return archive;
}

void by_hand_locals(OTF2_Archive *archive, uint32_t locations)
{
    must(OTF2_Archive_OpenDefFiles(archive), "definitions");
    for (uint32_t i = 0; i < locations; i++)
        must(OTF2_Archive_CloseDefWriter(
                 archive, OTF2_Archive_GetDefWriter(archive, i)),
             "definitions");
    must(OTF2_Archive_CloseDefFiles(archive), "definitions");
}

void by_hand_machine(OTF2_GlobalDefWriter *writer, uint64_t length,
                     uint32_t mpi, uint32_t node, uint32_t class)
{
    must(OTF2_GlobalDefWriter_WriteClockProperties(
             writer, 1000000000, 0, length, OTF2_UNDEFINED_TIMESTAMP),
         "clock");
    must(OTF2_GlobalDefWriter_WriteParadigm(writer, OTF2_PARADIGM_MPI, mpi,
                                            OTF2_PARADIGM_CLASS_PROCESS),
         "paradigm");
    must(OTF2_GlobalDefWriter_WriteSystemTreeNode(
             writer, 0, node, class, OTF2_UNDEFINED_SYSTEM_TREE_NODE),
         "node");
}

void by_hand_world(OTF2_GlobalDefWriter *writer, uint32_t name,
                   uint32_t ranks, uint32_t locations)
{
    uint64_t *members = must_have(ranks, sizeof(*members));

    for (uint32_t rank = 0; rank < ranks; rank++)
        members[rank] = (uint64_t)rank * locations;
    must(OTF2_GlobalDefWriter_WriteGroup(
             writer, 0, EMPTY, OTF2_GROUP_TYPE_COMM_LOCATIONS,
             OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, ranks, members),
         "locations of ranks");
    for (uint32_t rank = 0; rank < ranks; rank++)
        members[rank] = rank;
    must(OTF2_GlobalDefWriter_WriteGroup(
             writer, 1, EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
             OTF2_GROUP_FLAG_NONE, ranks, members), "ranks");
    must(OTF2_GlobalDefWriter_WriteComm(writer, WORLD, name, 1,
                                        OTF2_UNDEFINED_COMM,
                                        OTF2_COMM_FLAG_NONE), "world");
    free(members);
}
