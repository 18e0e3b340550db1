/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile.h - the measurements of one run, in memory.
 *
 * Shape: definitions and facts of the run, and for each world rank a rank_data
 * with its rows.
 * Units: nanoseconds, bytes (the hot path keeps the same structures in clock
 * ticks and converts them at the end).  Times of a rank count from the run's
 * start: the first end of MPI_Init.  Threads: one owner.
 */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "model/call.h"
#include "model/definitions.h"
#include "model/ending.h"
#include "model/notes/remark.h"
#include "model/overhead.h"
#include "model/resources/core_set.h"
#include "model/resources/device_use.h"
#include "model/resources/memory_uses.h"
#include "model/resources/resources.h"
#include "model/samples.h"
#include "model/time_window.h"
#include "replay/log/replay_log.h"
#include "replay/log/replay_result.h"

/* Bin 0 holds zeros, bin k values in [2^(k-1), 2^k), the last bin all larger
 * values. */
#define PROFILE_BINS 40
#define PROFILE_COUNTERS 8

static inline unsigned profile_bin(uint64_t value)
{
    unsigned bin = value == 0 ? 0 : 64u - (unsigned)__builtin_clzll(value);

    return bin < PROFILE_BINS ? bin : PROFILE_BINS - 1;
}

struct spread {
    uint64_t sum, min, max; /* min is UINT64_MAX without values */
};

static inline void spread_add(struct spread *spread, uint64_t value)
{
    spread->sum += value;
    if (value < spread->min)
        spread->min = value;
    if (value > spread->max)
        spread->max = value;
}

/* The object of a call besides its communicator, in one number: 0 for none,
 * else the id of a WINDOW or FILE definition combined with its kind. */
enum object_kind { OBJECT_NONE, OBJECT_WINDOW, OBJECT_FILE };
#define OBJECT_KIND_BITS 2

static inline uint32_t object_make(enum object_kind kind, uint32_t id)
{
    return id == 0 || kind == OBJECT_NONE ? 0 : id << OBJECT_KIND_BITS | kind;
}

static inline enum object_kind object_kind(uint32_t object)
{
    return (enum object_kind)(object & ((1u << OBJECT_KIND_BITS) - 1));
}

static inline uint32_t object_id(uint32_t object)
{
    return object >> OBJECT_KIND_BITS;
}

/* One (procedure, call path, region, communicator, object) of one rank.  A row
 * may have bytes and no calls: e.g. bytes that a Wait completed for several
 * files. */
struct row {
    uint32_t call;   /* index into profile.calls */
    uint32_t path;   /* PATH id, 0: unknown */
    uint32_t region; /* REGION_NODE id, 0: outside all regions */
    uint32_t comm;   /* COMM id of messages and collectives, else 0 */
    uint32_t object; /* window or file, see object_make() */
    uint64_t count, errors;
    struct spread time;
    double time_squares;
    struct spread out, in; /* bytes per call; for collectives see
                            * share/doc/trace-format.md; out: put or written,
                            * in: got or read */
    uint64_t counters[PROFILE_COUNTERS];
    uint64_t time_bins[PROFILE_BINS]; /* by nanoseconds, also while time is in
                                       * ticks */
    uint64_t size_bins[PROFILE_BINS]; /* by message size; calls without a size:
                                       * none */
};

enum peer_kind { PEER_P2P, PEER_ONE_SIDED };

struct peer {
    uint32_t rank; /* world rank of the other side */
    uint32_t kind; /* enum peer_kind */
    uint64_t out_messages, out_bytes;
    uint64_t in_messages, in_bytes;
    uint64_t time; /* time in blocking calls with this peer */
};

/* In traces: property of a location group, the location that stands for the
 * rank, where that is not the master thread. */
#define PROFILE_LEAD_NOTE "lead thread"

/* One node of one rank's region tree (its lead thread). */
struct region_data {
    uint32_t node; /* REGION_NODE id; 0 is the whole measured run */
    uint64_t visits;
    uint64_t inclusive, exclusive; /* time; exclusive: without child regions */
    uint64_t mpi;                  /* part of exclusive spent inside MPI */
    uint64_t counters[PROFILE_COUNTERS]; /* exclusive, useful time only */
};

/* Time per class in equal bins.  Behind the classes of calls are useful time
 * without waits outside MPI, and these (model/outside_wait.h). */
#define PROFILE_TIMELINE_USEFUL CALL_CLASS_COUNT
#define PROFILE_TIMELINE_OUTSIDE (CALL_CLASS_COUNT + 1)
#define PROFILE_TIMELINE_CLASSES (CALL_CLASS_COUNT + 2)
struct timeline {
    uint64_t bin_width;
    uint32_t bins; /* bins in use, <= PROFILE_TIMELINE_BINS */
    uint64_t (*time)[PROFILE_TIMELINE_CLASSES];
};

struct rank_data {
    uint32_t rank, host, threads;
    uint32_t program; /* PROGRAM id; 0: unknown */
    uint32_t lead;    /* thread that stands for the rank, see
                       * live/rank_collect.h; 0: the master */
    uint64_t begin;   /* end of MPI_Init, relative to the run's start */
    uint64_t length;  /* from `begin' to the start of MPI_Finalize, else to
                      * ending.at */
    uint64_t paused;  /* part of length with recording off: MPI_Pcontrol or
                      * writing the trace */
    uint64_t mpi[CALL_CLASS_COUNT]; /* lead thread, within length; includes
                                     * the unfinished call of its ending, which
                                     * no row or region has */
    uint64_t init, finalize;        /* time inside MPI_Init; waiting in
                                     * Finalize */
    uint64_t lost_calls; /* calls in overflow rows: timed, but without a
                              * site */
    uint64_t lost_peers; /* messages whose peer found no room */
    /* Messages whose peer is in no table: it is outside MPI_COMM_WORLD. */
    uint64_t outside_peers;
    uint64_t region_errors; /* MPIPROF_END without or with another BEGIN */
    uint64_t open_requests, open_comms; /* at MPI_Finalize */
    uint64_t trace_events, trace_bytes, trace_calls;
    uint64_t trace_stop;   /* time at which tracing stopped; 0: never */
    uint64_t memory_bytes; /* mpiprof memory */
    uint64_t counters[PROFILE_COUNTERS]; /* useful time of the lead thread */
    uint32_t interfaces;                 /* bits of enum hook_interface */
    bool missing;  /* rank without numbers: the trace lacks its
                              * events */
    bool untraced; /* missing because the trace excludes this rank */
    bool cut;      /* the trace ends before the run did */
    size_t row_count, peer_count, region_count;
    struct row *rows;
    struct peer *peers;
    struct region_data *regions;
    struct timeline timeline;
    struct rank_ending ending;  /* all zero: finalized normally */
    struct samples samples;     /* source SAMPLE_NONE: not sampled */
    struct resources resources; /* sources 0: nothing was read */
    struct overhead own;        /* all 0: unknown */
    struct core_set cores;      /* online 0: unknown */
    struct device_use devices;  /* no streams: nothing is known */
    struct memory_uses memory;  /* count 0: nothing is known */
};

void rank_data_clear(struct rank_data *rank); /* frees the contents */
/* Compares by procedure, path, region, communicator and object, for qsort(): 0
 * for the same row. */
int row_compare(const void *left, const void *right);

/* Measured time, length - paused; its maximum over all ranks is T. */
uint64_t rank_data_measured(const struct rank_data *rank);
/* Useful time, measured - MPI of all classes but SETUP: U_i of the
 * formulas. */
uint64_t rank_data_useful(const struct rank_data *rank);
/* MPI time within length, all classes but SETUP. */
uint64_t rank_data_mpi(const struct rank_data *rank);

struct setting_value {
    char *name, *value;
    bool is_default;
};

struct profile_call {
    char *name;
    uint8_t class, role, coll;
};

struct profile {
    char *program;     /* of rank 0: base name of the executable */
    char *command;     /* of rank 0, with arguments */
    char *mpi_library; /* one line */
    char *version;     /* of mpiprof */
    char *source;      /* "profile" or "trace" */
    char *clock;       /* "TSC 2.596 GHz" or "CLOCK_MONOTONIC" */
    char *trace_file;  /* relative to the run's directory; "": no trace */
    char *coverage;    /* "452 of 484 in C, ..."; "" unknown.  A second line
                         * names the procedures not covered */
    uint64_t start_unix_ns;
    uint64_t hook_ns_x100; /* mpiprof overhead per call, in 1/100 ns; 0:
                            * unknown */
    uint32_t rank_count;
    size_t call_count, counter_count, setting_count;
    struct profile_call *calls;
    char **counters; /* names */
    struct setting_value *settings;
    struct remarks remarks; /* on the completeness of the run */
    struct definitions *definitions;
    struct replay_result *replay; /* result of replaying the trace; NULL: no
                                   * trace */
    struct replay_log *log;    /* calls of the trace, by the names of `traced',
                                * for simulations; NULL: not kept */
    struct profile *traced;    /* NULL: this one */
    struct time_window window; /* window of numbers from a trace; not stored in
                                * files */

    /* rank_count elements if all are in memory, else NULL and load() */
    struct rank_data *ranks;
    enum status (*load)(struct profile *profile, uint32_t rank,
                        const struct rank_data **out);
    void *load_context;
    void (*load_destroy)(void *context);
};

/* Creates an empty profile: texts are NULL until set, definitions have their
 * ids 0. */
enum status profile_create(struct profile **out);
void profile_destroy(struct profile *profile);

/* Replaces a text field such as &profile->program by a copy. */
enum status profile_set_text(char **field, const char *text);

/* Returns the data of a rank, valid until the next profile_rank() call.  A
 * rank that cannot be loaded is logged once; later calls only return its
 * status. */
enum status profile_rank(struct profile *profile, uint32_t rank,
                         const struct rank_data **out);

enum status profile_setting(struct profile *profile, const char *name,
                            const char *value, bool is_default);
/* NULL if the run does not record the setting. */
const char *profile_setting_value(const struct profile *profile,
                                  const char *name);
/* Fills calls from call_table. */
enum status profile_use_call_table(struct profile *profile);

#endif
