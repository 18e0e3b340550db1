/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_events.h - reports the events of a location, record by record.
 *
 * Threads: one owner.
 */
#ifndef ARCHIVE_READER_OTF2_EVENTS_H
#define ARCHIVE_READER_OTF2_EVENTS_H

#include "archive/events/events.h"
#include "archive/reader/otf2_names.h"

/* User data of the callbacks. */
struct otf2_events {
    struct events *events;
    const struct otf2_names *ids;
};

/* NULL without memory. */
OTF2_EvtReaderCallbacks *otf2_events_callbacks(void);
/* Callbacks for a stream of an accelerator; user data: struct device_events. */
OTF2_EvtReaderCallbacks *otf2_events_device_callbacks(void);

/* ---- internal to this module's files ---- */

/* Begins a callback; the arguments of its own record come last. */
#define OTF2_RECORD(name, ...)                                              \
    static OTF2_CallbackCode name(                                          \
        __attribute__((unused)) OTF2_LocationRef location,                  \
        OTF2_TimeStamp time, __attribute__((unused)) uint64_t position,     \
        void *data, __attribute__((unused)) OTF2_AttributeList *attributes, \
        __VA_ARGS__)

void otf2_events_message_callbacks(OTF2_EvtReaderCallbacks *on);
void otf2_events_rma_callbacks(OTF2_EvtReaderCallbacks *on);
void otf2_events_io_callbacks(OTF2_EvtReaderCallbacks *on);
void otf2_events_unused_callbacks(OTF2_EvtReaderCallbacks *on);

static inline struct events *otf2_events_into(void *data)
{
    const struct otf2_events *into = data;

    return into->events;
}

#endif
