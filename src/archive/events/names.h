/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * names.h - the global definitions of an archive, and their equivalents
 * in a profile.
 *
 * Shape: arrays indexed by the archive's ids.  Archives of other writers are
 * accepted: no mpiprof definitions are required.
 * Threads: one owner.  Memory: names_clear() frees all but the profile.
 * Errors: out of memory and ids beyond any valid archive stick in `status'.
 */
#ifndef ARCHIVE_EVENTS_NAMES_H
#define ARCHIVE_EVENTS_NAMES_H

#include <otf2/otf2.h>
#include <stdbool.h>

#include "base/status.h"
#include "model/host_note.h"
#include "model/profile.h"

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
};

struct names_group {
    uint32_t type, size;
    uint32_t *members; /* world ranks */
    uint64_t *raw;     /* as defined, until all locations are known */
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
    uint32_t group;
    uint32_t rank;   /* UINT32_MAX: not an MPI process */
    uint32_t thread; /* 0: the master */
    bool unmapped;   /* damaged local definitions: its events are
                      * meaningless */
};

struct names_group_of_locations {
    bool process;
    uint32_t node;
    uint32_t rank;
    struct samples samples;                      /* facts, no rows */
    uint64_t samples_left_out, samples_in_calls; /* number of samples not in
                                                  * the trace, and in MPI
                                                  * calls */
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
    bool spelled;              /* strings are escaped as in base/escape.h */
    bool has_init;             /* some rank calls MPI_Init */
    bool sized;                /* transfers were left out by size */
    struct names_list strings; /* char * */
    struct names_list regions, groups, comms, contexts, lines, nodes;
    struct names_list owners;     /* names_group_of_locations */
    struct names_list windows;    /* names_window */
    struct names_list files;      /* names_file */
    struct names_list handles;    /* names_handle */
    struct names_list generators; /* of interrupts: uint64_t, ns, or 0 */
    struct names_list members;    /* METRIC_MEMBER: string id of the name */
    struct names_list locations;  /* in definition order */
    uint32_t metric_class;        /* the class of the counters */
    uint32_t counter_count;
    uint32_t path_attribute; /* UINT32_MAX: none */
    uint32_t window_attribute, file_attribute, error_attribute;
    uint32_t weight_attribute;
    uint64_t samples_left_out; /* sum over all ranks */
    uint32_t mpi_locations;    /* GROUP of all ranks, UINT32_MAX: none */
    bool folded;               /* contexts have offsets: inlined ones are
                                 * merged */
};

/* Makes room for element id; NULL (and a status) on failure. */
void *names_element(struct names *names, struct names_list *list, uint32_t id,
                    size_t size);
/* otf2_objects.c: windows and files. */
void names_object_callbacks(OTF2_GlobalDefReaderCallbacks *on);
void names_settle_objects(struct names *names);
/* otf2_samples.c: sources of samples. */
void names_sample_callbacks(OTF2_GlobalDefReaderCallbacks *on);
void names_settle_samples(struct names *names,
                          const struct names_group_of_locations *owner,
                          struct samples *out);
/* Notes the origin of a window: "create", "allocate" ... */
struct names_window;
void names_note_window(struct names *names, const struct names_window *window,
                       const char *kind);

/* bytes: size of the definitions file. */
void names_init(struct names *names, struct profile *profile, uint64_t bytes,
                volatile uint64_t *steps);
void names_clear(struct names *names);

/* Returns callbacks that fill a struct names; NULL without memory. */
OTF2_GlobalDefReaderCallbacks *names_callbacks(void);
/* Call after reading: resolves ranks, communicators, call paths, counters,
 * hosts. */
enum status names_settle(struct names *names);

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

static inline uint32_t names_handle_object(const struct names *names,
                                           uint32_t id)
{
    const struct names_handle *list = names->handles.items;

    return id < names->handles.count && list[id].defined
               ? names_file_object(names, list[id].file)
               : 0;
}

static inline struct names_context *names_context(const struct names *names,
                                                  uint32_t id)
{
    struct names_context *list = names->contexts.items;

    return id < names->contexts.count && list[id].defined ? &list[id] : NULL;
}

#endif
