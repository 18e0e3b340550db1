/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * names.h - the definitions of a trace, and their equivalents in a profile.
 *
 * Shape: arrays indexed by the trace's ids, filled by a source
 * (trace_source.h) in any order, but strings before what they name; then
 * names_settle() resolves ranks, communicators, call paths, hosts.  A source
 * leaves out what its format does not have.
 * Threads: one owner.  Memory: names_clear() frees all but the profile.
 * Errors: out of memory and ids beyond any valid trace stick in `status'.
 */
#ifndef ARCHIVE_EVENTS_NAMES_H
#define ARCHIVE_EVENTS_NAMES_H

#include <stdbool.h>

#include "archive/events/unused.h"
#include "base/map.h"
#include "base/status.h"
#include "model/notes/host_note.h"
#include "model/profile.h"

#define NAMES_NONE UINT32_MAX /* an id of nothing */
#define NAMES_PARADIGMS 32    /* whose locations are listed */

/* Treatment of Enter and Leave of a region. */
enum region_kind {
    REGION_IGNORED, /* undefined; or internal, such as the root */
    REGION_UNSEEN,  /* a region of the program, not yet entered */
    REGION_OF_USER, /* id: REGION of the profile */
    REGION_MPI,     /* id: index into profile->calls */
    REGION_INIT,
    REGION_FINALIZE,
    REGION_SESSION_BEGIN, /* without MPI_Init the first one starts the run */
    REGION_SESSION_END    /* without MPI_Init the last one ends the run */
};

struct names_region {
    uint32_t kind, id;
    uint32_t name, file, line;
    enum call_poll role; /* of MPI procedures */
    bool waits;          /* one of the user that waits outside MPI */
    bool artificial;     /* not of the program, such as an idle accelerator */
    uint32_t device_calls[2]; /* 1 + position in profile->calls of a kernel and
                               * of a copy of this name; 0: none yet */
};

enum names_group_kind {
    NAMES_GROUP_OTHER,
    NAMES_GROUP_RANKS, /* of a communicator, or of some of its members */
    NAMES_GROUP_SELF   /* of MPI_COMM_SELF: each rank by itself */
};

struct names_group {
    enum names_group_kind kind;
    uint32_t size;
    uint32_t *members; /* world ranks */
    uint64_t *raw;     /* as defined, until all locations are known */
    uint32_t paradigm; /* number of the source's */
    bool global;       /* raw holds locations instead of ranks */
    bool sound;        /* members are valid for a communicator */
};

struct names_comm {
    bool defined, inter;
    uint32_t name, group, remote, parent;
    uint32_t id;                    /* COMM of the profile */
    uint32_t looked_up_by;          /* rank + 1 for which `seen' holds */
    const struct names_group *seen; /* peers of that rank */
};

struct names_window {
    bool defined;
    uint32_t name, comm;
    uint32_t id; /* WINDOW of the profile */
};

struct names_file {
    bool defined;
    uint32_t name;
    uint32_t id;              /* FILE of the profile */
    uint32_t handles, handle; /* number of handles of the file; the last
                               * handle */
};

struct names_handle {
    bool defined;
    uint32_t file, comm;
};

struct names_context {
    bool defined, has_offset;
    uint32_t region, line, parent;
    uint32_t module, file; /* strings */
    uint64_t offset;
    uint32_t path; /* PATH of the profile */
};

struct names_location {
    uint64_t id, events;
    uint64_t bytes; /* of its events in files */
    uint32_t group;
    uint32_t name;   /* of a stream of an accelerator */
    uint32_t rank;   /* UINT32_MAX: not an MPI process */
    uint32_t thread; /* 0: the master; streams come behind all threads */
    bool leads;      /* it stands for its rank */
    bool metrics;    /* no stream, but readings of metrics; */
    bool memory;     /* how much memory is in use is among them */
    bool unmapped;   /* damaged local definitions: its events are
                      * meaningless */
};

struct names_group_of_locations {
    bool process;
    uint32_t name;
    uint32_t node;
    uint32_t creator; /* of an accelerator: 1 + the group of its process; 0:
                       * unknown */
    uint32_t rank;
    uint64_t lead; /* the location that stands for it; 0: the master */
    struct samples samples;                      /* facts, no rows */
    uint64_t samples_left_out, samples_in_calls; /* number of samples not in
                                                  * the trace, and in MPI
                                                  * calls */
};

/* A metric that says how much memory is in use. */
struct names_memory {
    bool defined, has_reader;
    uint32_t name;
    uint32_t group;  /* of locations, whose memory it is; NAMES_NONE: the
                     * process that reads it */
    uint64_t reader; /* a location */
};

struct names_node {
    uint32_t name, class, parent, cpu;
    struct host_note clock; /* also holds memory; cpu stays empty */
};

struct names_line {
    uint32_t file, line;
};

/* An array indexed by ids; unwritten elements are zero. */
struct names_list {
    void *items;
    uint32_t count, room;
};

struct names {
    struct profile *profile;
    enum status status;
    volatile uint64_t *steps; /* counts progress */
    uint32_t ids_most;        /* larger ids are damage */
    uint64_t ticks_per_second, first_tick, realtime;
    bool has_init;             /* some rank calls MPI_Init */
    bool sized;                /* transfers were left out by size */
    bool foreign;              /* mpiprof did not write the trace */
    struct names_list strings; /* char * */
    struct names_list regions, groups, comms, contexts, lines, nodes;
    struct names_list owners;    /* names_group_of_locations */
    struct names_list windows;   /* names_window */
    struct names_list files;     /* names_file */
    struct names_list handles;   /* names_handle */
    struct names_list locations; /* in definition order */
    struct names_list streams; /* names_location by id: of accelerators, and of
                                  * metrics of memory */
    struct names_list memories; /* names_memory, by id of the metric */
    uint32_t device_calls[DEVICE_KINDS]; /* 1 + the call of copies without a
                                          * region; 0: none yet */
    uint32_t location_lists[NAMES_PARADIGMS]; /* the group of a paradigm's
                                               * locations; 0: none; else 1 +
                                               * its id */
    struct map added_calls;  /* positions in profile->calls, by name, class */
    struct unused unused;    /* definitions */
    uint32_t left_locations; /* neither CPU threads nor streams, with
                              * events */
    uint64_t left_events;    /* of these */
    uint32_t counter_count;
    uint64_t samples_left_out; /* sum over all ranks */
    uint32_t only_comm;        /* the only communicator defined besides those
                                * of one rank, or NAMES_NONE */
    uint32_t world;            /* GROUP of all ranks' masters, or NAMES_NONE */
    bool folded;               /* contexts have offsets: inlined ones are
                                * merged */
};

void names_init(struct names *names, struct profile *profile,
                volatile uint64_t *steps);
void names_clear(struct names *names);

/* ---- for a source ---- */

/* Sets the largest id that definitions of this size can have; larger ones are
 * damage. */
void names_limit(struct names *names, uint64_t bytes);
/* Makes room for element id; NULL (and a status) on failure. */
void *names_element(struct names *names, struct names_list *list, uint32_t id,
                    size_t size);
/* Takes the text, from malloc; NULL is out of memory. */
void names_put_string(struct names *names, uint32_t id, char *text);
/* kind: REGION_IGNORED, REGION_UNSEEN or, named as the procedure in any
 * spelling (call_spelled()), REGION_MPI. */
void names_put_region(struct names *names, uint32_t id,
                      const struct names_region *region);
/* Copies the members: world ranks or, if global, locations. */
void names_put_group(struct names *names, uint32_t id,
                     const struct names_group *group, const uint64_t *members);
void names_put_location(struct names *names,
                        const struct names_location *location);
/* A stream of an accelerator. */
void names_put_stream(struct names *names,
                      const struct names_location *stream);
/* The group lists the locations of its paradigm; others refer to it. */
void names_list_locations(struct names *names, uint32_t group,
                          uint32_t paradigm);
/* strings: the counters' names, 1 to PROFILE_COUNTERS; once per trace. */
void names_put_counters(struct names *names, const uint32_t *strings,
                        uint8_t count);

/* ---- afterwards ---- */

/* Resolves ranks, communicators, call paths, hosts. */
enum status names_settle(struct names *names);
/* names_streams.c, part of names_settle(). */
void names_settle_streams(struct names *names);
/* Whether member `remote' of the window's communicator is a stream. */
bool names_is_stream(const struct names *names, uint32_t window,
                     uint32_t remote);
/* The place of a metric's memory; "": the process. */
const char *names_memory_place(const struct names *names,
                               const struct names_memory *memory);
/* The position in profile->calls of a kernel or copy. */
uint32_t names_device_call(struct names *names, const char *name,
                           uint8_t class);
/* names_objects.c, part of names_settle(). */
void names_settle_objects(struct names *names);
/* Notes the origin of a window: "create", "allocate" ... */
void names_note_window(struct names *names, const struct names_window *window,
                       const char *kind);
const char *names_text(const struct names *names, uint32_t string);
/* Creates the REGION of a region entered for the first time. */
void names_see_region(struct names *names, uint32_t region);
/* Ranks that member `rank' of comm talks to; NULL: unknown. */
const struct names_group *names_peers(struct names *names, uint32_t comm,
                                      uint32_t rank);

static inline struct names_region *names_region(const struct names *names,
                                                uint32_t id)
{
    struct names_region *list = names->regions.items;

    return id < names->regions.count ? &list[id] : NULL;
}

static inline const struct names_group *names_group(const struct names *names,
                                                    uint32_t id)
{
    const struct names_group *list = names->groups.items;

    return id < names->groups.count ? &list[id] : NULL;
}

/* NULL: another metric. */
static inline struct names_memory *names_memory(const struct names *names,
                                                uint32_t id)
{
    struct names_memory *list = names->memories.items;

    return id < names->memories.count && list[id].defined ? &list[id] : NULL;
}

static inline struct names_comm *names_comm(const struct names *names,
                                            uint32_t id)
{
    struct names_comm *list = names->comms.items;

    return id < names->comms.count && list[id].defined ? &list[id] : NULL;
}

static inline struct names_window *names_window(const struct names *names,
                                                uint32_t id)
{
    struct names_window *list = names->windows.items;

    return id < names->windows.count && list[id].defined ? &list[id] : NULL;
}

/* Objects as in struct row; 0: unknown. */
static inline uint32_t names_window_object(const struct names *names,
                                           uint32_t id)
{
    const struct names_window *window = names_window(names, id);

    return window == NULL ? 0 : object_make(OBJECT_WINDOW, window->id);
}

static inline uint32_t names_file_object(const struct names *names,
                                         uint32_t id)
{
    const struct names_file *list = names->files.items;

    return id < names->files.count && list[id].defined
               ? object_make(OBJECT_FILE, list[id].id)
               : 0;
}

/* NULL: not defined. */
static inline const struct names_handle *
names_handle(const struct names *names, uint32_t id)
{
    const struct names_handle *list = names->handles.items;

    return id < names->handles.count && list[id].defined ? &list[id] : NULL;
}

static inline uint32_t names_handle_object(const struct names *names,
                                           uint32_t id)
{
    const struct names_handle *handle = names_handle(names, id);

    return handle != NULL ? names_file_object(names, handle->file) : 0;
}

static inline struct names_context *names_context(const struct names *names,
                                                  uint32_t id)
{
    struct names_context *list = names->contexts.items;

    return id < names->contexts.count && list[id].defined ? &list[id] : NULL;
}

/* PATH of a context; 0: unknown. */
static inline uint32_t names_path(const struct names *names, uint32_t id)
{
    const struct names_context *context = names_context(names, id);

    return context == NULL ? 0 : context->path;
}

#endif
