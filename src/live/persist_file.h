/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist_file.h - contents of a rank's file of persisted memory
 * (live/persist.h).
 *
 * One file per rank during the run; removed after a normal end.  Readable by
 * the same version of mpiprof on the same kind of machine: segments are
 * structures of that version, and the head gives their sizes.
 * Units: ticks of the rank's own clock, see struct persist_head.
 */
#ifndef LIVE_PERSIST_FILE_H
#define LIVE_PERSIST_FILE_H

#include <stdint.h>

#include "live/process_mark.h"
#include "model/ending.h"
#include "model/pauses.h"
#include "model/profile.h"
#include "model/resources/resource_bins.h"
#include "model/timebins.h"

/* Folder in a run's directory, with a file per rank, named by number.  With
 * MPIPROF_SCRATCH, a text file instead names their location: a subfolder of
 * that directory, unique to the run. */
#define PERSIST_FOLDER "unfinished"
#define PERSIST_ELSEWHERE "elsewhere"
/* Folder of snapshots in a run's directory: copies of these files at the time
 * of each snapshot. */
#define PERSIST_SNAPSHOTS "snapshot"

enum persist_kind {
    PERSIST_HEAD = 1,
    PERSIST_JOURNAL, /* owner: from 0, in this order; see journal.h */
    /* owner: thread number */
    PERSIST_THREAD,  /* struct persist_thread */
    PERSIST_ROWS,    /* struct row; ends at the first row of zeros */
    PERSIST_PEERS,   /* struct peer per world rank, then per target */
    PERSIST_REGIONS, /* struct region_data per node */
    PERSIST_BINS,    /* struct timebins of a thread */
    PERSIST_POSTED,  /* pending requests, see posted_layout; owner: 0; the last
                     * such segment is valid */
    PERSIST_CHUNKS,  /* trace events, see persist_chunk.h; owner: 0 */
    PERSIST_SAMPLES, /* see persist_samples.h; owner: 0 */
    PERSIST_RESOURCES /* struct resource_bins; owner: 0 */
};

/* Layout of an entry in the request table: offsets of its fields, which have
 * the types enum posted_kind (1 byte), MPI_Request, int, uint32_t and bool. */
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
    int32_t any_source, any_tag, proc_null; /* values in this MPI */
    uint32_t world; /* COMM definition of MPI_COMM_WORLD; 0: none */
    uint32_t ready; /* the other fields are valid, and the run has
                             * begun */
    /* Clock: a first and a later pair of readings, each at one moment. */
    uint64_t start_ticks, start_ns, later_ticks, later_ns;
    double ticks_per_ns;    /* as known at the start */
    uint64_t start_unix_ns; /* at start_ticks */
    /* Synchronisation: the clock showed mark_ticks when the run's clock, on
     * rank 0, was ahead by mark_ahead. */
    uint64_t mark_ticks;
    int64_t mark_ahead;
    uint64_t begin; /* of the measured run */
    struct pauses pauses;
    /* Ending, once known. */
    uint32_t how;       /* enum ending_kind; 0: none seen */
    uint32_t finalized; /* finalized, but results could not be written */
    int32_t code;
    uint64_t ended;  /* ticks */
    uint64_t closed; /* ticks: end of the tables as completed by
                             * MPI_Finalize; 0: not completed */
    /* Process that owns the file, to check whether it is still running. */
    struct process_mark process;
    uint32_t resources_bytes; /* size of struct resource_bins */
};

#endif
