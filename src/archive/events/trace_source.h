/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_source.h - a format of traces, and what reads it.
 *
 * Shape: open, then define; for the events begin, then feed() a location at a
 * time; close in any case.  A source reports names (names.h) and events
 * (events.h); ranks, sums, replay log, windows of time, worker processes and
 * damaged files are the business of the caller.
 * Memory: reading->archive is the source's.  Errors: logged.
 */
#ifndef ARCHIVE_EVENTS_TRACE_SOURCE_H
#define ARCHIVE_EVENTS_TRACE_SOURCE_H

#include "archive/events/device_events.h"
#include "archive/events/events.h"
#include "archive/events/names.h"

struct reading; /* archive/events/reading.h */

struct trace_source {
    const char *suffix; /* of the file that a user names, such as ".otf2" */
    /* Opens reading->anchor, as reading->archive; again for a second pass. */
    enum status (*open)(struct reading *reading);
    /* Reports all definitions to reading->names: its clock, the locations with
     * their numbers of events and bytes, the ranks they belong to. */
    enum status (*define)(struct reading *reading);
    /* Before the first location, of those that reading_is_mine(). */
    enum status (*begin)(struct reading *reading);
    /* Reports the location's events until `enough', unless NULL, is true after
     * one of them.  Moves reading->watch on, so that endless files are found.
     * False: damaged, and reading->damage may say why; the events so far
     * count. */
    bool (*feed)(struct reading *reading,
                 const struct names_location *location, struct events *events,
                 bool (*enough)(const struct events *events));
    /* The same for a stream of an accelerator, once the source has been opened
     * again and begun with reading->streams set.  NULL: the format has none. */
    bool (*feed_stream)(struct reading *reading,
                        const struct names_location *stream,
                        struct device_events *events);
    void (*close)(struct reading *reading); /* also if open failed */
    /* Returns a note of the trace by its name (model/notes/trace_note.h), which the
     * caller frees; NULL: none.  May itself be NULL. */
    char *(*note)(struct reading *reading, const char *name);
};

#endif
