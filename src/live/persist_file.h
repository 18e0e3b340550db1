/*
 * persist_file.h - what a rank's file of persisted memory holds
 * (live/persist.h).
 *
 * One file per rank while it runs; gone after a normal end.  Read by the same
 * version of mpiprof on the same kind of machine: segments are the structures
 * of that version, and the head says how large these are.
 * Units: ticks of the rank's own clock, see struct persist_head.
 */
#ifndef LIVE_PERSIST_FILE_H
#define LIVE_PERSIST_FILE_H

#include <stdint.h>

#include "live/process_mark.h"
#include "model/ending.h"
#include "live/persist_thread.h"
#include "model/profile.h"
#include "model/resource_bins.h"
#include "model/timebins.h"

/* The folder in a run's directory; a file per rank, named by its number.  Or,
 * with MPIPROF_SCRATCH, a text that says where they are: in a folder of that
 * directory that no other run has. */
#define PERSIST_FOLDER "unfinished"
#define PERSIST_ELSEWHERE "elsewhere"
/* The folder of snapshots in a run's directory: the same files, as they were
 * when each was taken. */
#define PERSIST_SNAPSHOTS "snapshot"

enum persist_kind {
    PERSIST_HEAD = 1,
    PERSIST_JOURNAL, /* owner: from 0 on, in this order; see journal.h */
    /* owner: number of the thread */
    PERSIST_THREAD,  /* struct persist_thread */
    PERSIST_ROWS,    /* struct row; the first that is all zeros ends them */
    PERSIST_PEERS,   /* struct peer of each world rank, then of each target */
    PERSIST_REGIONS, /* struct region_data of each node */
    PERSIST_BINS,    /* struct timebins of the master thread */
    PERSIST_POSTED, /* requests in flight, see posted_layout; owner: 0; the last
                   * such segment holds */
    PERSIST_CHUNKS,   /* events of the trace, see persist_chunk.h; owner: 0 */
    PERSIST_SAMPLES,  /* see persist_samples.h; owner: 0 */
    PERSIST_RESOURCES /* struct resource_bins; owner: 0 */
};

/* How an entry of the table of requests looks: offsets of its fields, which
 * are of the types of enum posted_kind (1 byte), MPI_Request, int, uint32_t and
 * bool. */
struct posted_layout {
    uint32_t stride, used, active, kind, handle, handle_bytes, peer, tag, comm;
};

enum posted_kind { POSTED_SEND, POSTED_RECV, POSTED_COLLECTIVE };

struct persist_head {
    char version[32];
    uint32_t thread_bytes, row_bytes, peer_bytes, region_bytes, bins_bytes,
        call_count;
    struct posted_layout posted;
    uint32_t rank, ranks, counter_count;
    int32_t any_source, any_tag, proc_null; /* as this MPI has them */
    uint32_t world;         /* COMM definition of MPI_COMM_WORLD; 0: none */
    uint32_t ready;         /* the rest is there, and the run has begun */
    /* The clock: a first and a later pair of readings at the same moment. */
    uint64_t start_ticks, start_ns, later_ticks, later_ns;
    double ticks_per_ns;    /* as known at the start */
    uint64_t start_unix_ns; /* at start_ticks */
    /* It showed mark_ticks when the run's clock, that of rank 0, was so far
     * ahead. */
    uint64_t mark_ticks;
    int64_t mark_ahead;
    uint64_t begin;         /* of the measured run */
    struct pauses pauses;
    /* How it ended, once it has. */
    uint32_t how;           /* enum ending_kind; 0: nothing was seen */
    uint32_t finalized;     /* its results could not be written, that is all */
    int32_t code;
    uint64_t ended;         /* ticks */
    uint64_t closed;        /* ticks: up to there MPI_Finalize has completed
                             * the tables; 0: it has not */
    /* Whose it is: tells whether that still runs. */
    struct process_mark process;
    uint32_t resources_bytes; /* as thread_bytes and so on */
};

#endif
