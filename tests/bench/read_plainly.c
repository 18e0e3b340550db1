/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_plainly.c - what OTF2 alone takes to read an archive.
 *
 *     read_plainly RUN.otf2
 *
 * Reads all events, location by location, into callbacks that only count, and
 * prints how many there were.
 */
#include <inttypes.h>
#include <otf2/otf2.h>
#include <stdio.h>
#include <stdlib.h>

struct found {
    OTF2_LocationRef *locations;
    size_t count, room;
    uint64_t events;
};

static OTF2_CallbackCode on_location(void *data, OTF2_LocationRef self,
                                     OTF2_StringRef name,
                                     OTF2_LocationType type, uint64_t events,
                                     OTF2_LocationGroupRef group)
{
    struct found *found = data;

    (void)name, (void)type, (void)events, (void)group;
    if (found->count == found->room) {
        found->room = found->room == 0 ? 64 : 2 * found->room;
        found->locations = realloc(found->locations,
                                   found->room * sizeof(*found->locations));
        if (found->locations == NULL)
            return OTF2_CALLBACK_INTERRUPT;
    }
    found->locations[found->count++] = self;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_region(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_RegionRef region)
{
    struct found *found = data;

    (void)location, (void)time, (void)position, (void)attributes, (void)region;
    found->events++;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_message(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes,
                                    uint32_t peer, OTF2_CommRef comm,
                                    uint32_t tag, uint64_t bytes)
{
    struct found *found = data;

    (void)location, (void)time, (void)position, (void)attributes, (void)peer;
    (void)comm, (void)tag, (void)bytes;
    found->events++;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_begin(OTF2_LocationRef location,
                                  OTF2_TimeStamp time, uint64_t position,
                                  void *data, OTF2_AttributeList *attributes)
{
    struct found *found = data;

    (void)location, (void)time, (void)position, (void)attributes;
    found->events++;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_end(OTF2_LocationRef location, OTF2_TimeStamp time,
                                uint64_t position, void *data,
                                OTF2_AttributeList *attributes,
                                OTF2_CollectiveOp op, OTF2_CommRef comm,
                                uint32_t root, uint64_t sent,
                                uint64_t received)
{
    struct found *found = data;

    (void)location, (void)time, (void)position, (void)attributes, (void)op;
    (void)comm, (void)root, (void)sent, (void)received;
    found->events++;
    return OTF2_CALLBACK_SUCCESS;
}

static void read_names(OTF2_Reader *reader, struct found *found)
{
    OTF2_GlobalDefReaderCallbacks *callbacks =
        OTF2_GlobalDefReaderCallbacks_New();
    OTF2_GlobalDefReader *names = OTF2_Reader_GetGlobalDefReader(reader);
    uint64_t read;

    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location);
    OTF2_Reader_RegisterGlobalDefCallbacks(reader, names, callbacks, found);
    OTF2_Reader_ReadAllGlobalDefinitions(reader, names, &read);
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
}

static void read_events(OTF2_Reader *reader, struct found *found)
{
    OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New();

    OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks, on_region);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks, on_region);
    OTF2_EvtReaderCallbacks_SetMpiSendCallback(callbacks, on_message);
    OTF2_EvtReaderCallbacks_SetMpiRecvCallback(callbacks, on_message);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveBeginCallback(callbacks, on_begin);
    OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(callbacks, on_end);
    OTF2_Reader_OpenEvtFiles(reader);
    for (size_t i = 0; i < found->count; i++) {
        OTF2_EvtReader *events =
            OTF2_Reader_GetEvtReader(reader, found->locations[i]);
        uint64_t read;

        OTF2_Reader_RegisterEvtCallbacks(reader, events, callbacks, found);
        OTF2_Reader_ReadAllLocalEvents(reader, events, &read);
        OTF2_Reader_CloseEvtReader(reader, events);
    }
    OTF2_Reader_CloseEvtFiles(reader);
    OTF2_EvtReaderCallbacks_Delete(callbacks);
}

int main(int count, char **arguments)
{
    OTF2_Reader *reader = count == 2 ? OTF2_Reader_Open(arguments[1]) : NULL;
    struct found found = { 0 };

    if (reader == NULL)
        return 1;
    OTF2_Reader_SetSerialCollectiveCallbacks(reader);
    read_names(reader, &found);
    for (size_t i = 0; i < found.count; i++)
        OTF2_Reader_SelectLocation(reader, found.locations[i]);
    read_events(reader, &found);
    OTF2_Reader_Close(reader);
    free(found.locations);
    printf("%" PRIu64 "\n", found.events);
    return 0;
}
