/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay_log.h - the calls of a run in the form a replay needs, in an unnamed
 * file.
 *
 * Shape: location after location, each a stream of calls in the order of their
 * starts: a replay_call and its operations.  Calls refer to a site in a list
 * shared by all locations: procedure, call path, region.  The match of a
 * nonblocking operation is known only when it ends, so its start is completed
 * then (replay_log_settle()).  Written once, front to back, then read by any
 * number of replay_streams.  Several processes can write parts, one file each,
 * which one of them joins (replay_parts.c): each part numbers its own sites.
 * Files of parts may stay on other hosts: struct replay_remote.  Writer and
 * reader may be different processes: lists outside the file are stored by
 * replay_log_finish() and restored by replay_log_open().
 * Units: ns since the first event of the run; world ranks.  Threads: one owner
 * for writing; one owner per stream.  Memory: a buffer, the list of sites;
 * streams have their own.  Errors: write errors stick until finish() returns
 * them; logged.
 */
#ifndef REPLAY_LOG_REPLAY_LOG_H
#define REPLAY_LOG_REPLAY_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/status.h"

enum replay_op_kind {
    REPLAY_PAUSE,     /* recording pause before the call: ns in `time' */
    REPLAY_WORK,      /* work before the call, in another region: ns in `time';
                       * `comm': the call's site in that region */
    REPLAY_SEND,      /* blocking: begins and ends in its call */
    REPLAY_SEND_POST, /* nonblocking: begins */
    REPLAY_SEND_DONE, /* found complete by the call */
    REPLAY_RECV,
    REPLAY_RECV_POST,
    REPLAY_RECV_DONE,
    REPLAY_COLLECTIVE,
    REPLAY_COLLECTIVE_POST,
    REPLAY_COLLECTIVE_DONE,
    /* The first call of a loop, or a call that blocks, looks for a message;
     * unless settled, it is unknown which. */
    REPLAY_PROBE, /* what the receive with that `request' gets, which is
                   * REPLAY_PROBED */
    REPLAY_TEST,  /* what the receive with that `request' completes with */
    /* One-sided: `comm' is the window's, `peer' the other rank. */
    REPLAY_EXPOSE,   /* MPI_Win_post: for origin `peer' */
    REPLAY_START,    /* MPI_Win_start: for target `peer' */
    REPLAY_ACCESS,   /* accesses memory of target `peer' */
    REPLAY_COMPLETE, /* MPI_Win_complete: for target `peer' */
    REPLAY_EXPOSED,  /* MPI_Win_wait or MPI_Win_test: origin `peer' is done */
    REPLAY_LOCK,     /* requests a lock; peer REPLAY_ALL: on all targets.
                      * Settled: `tag' and `bytes' are the lower and upper half
                      * of the time of its release */
    REPLAY_UNLOCK,   /* releases the lock with the same `request' */
    REPLAY_QUIET,    /* the call is a flush, and had nothing to complete */
    /* Only in a complete log: */
    REPLAY_REGION,  /* before the call, at `time', the program changed
                      * regions: `comm' is a site in the region it left */
    REPLAY_MOMENT,  /* at `time' counters were read; `coll': how many */
    REPLAY_COUNTER, /* follows: `coll' is the counter, `time' its value */
    REPLAY_NO_CALL  /* no call: the last entry of a location, for events after
                      * its last call */
};

#define REPLAY_ALL UINT32_MAX

/* Joint operations of members besides enum call_coll; these may proceed
 * without waiting. */
enum replay_coll {
    REPLAY_COLL_CREATE = 256, /* a window */
    REPLAY_COLL_FREE,
    REPLAY_COLL_FENCE,
    REPLAY_COLL_IO,        /* on a file */
    REPLAY_COLL_IO_ORDERED /* a rank follows those below it */
};

enum replay_op_flag {
    REPLAY_SETTLED = 1,   /* a post: its match is known */
    REPLAY_ROOT = 2,      /* collective: this rank is the root */
    REPLAY_EXCLUSIVE = 2, /* a lock */
    REPLAY_PROBED = 2,    /* a receive or its post: found by a REPLAY_PROBE */
    REPLAY_IDLE = 4,      /* member without a part in the operation */
    REPLAY_REMOTE = 8,    /* in the second group of an intercommunicator */
    REPLAY_SENDS = 16, /* gives bytes to others; a fence: the first, or after
                            * transfers of this rank */
    REPLAY_RECEIVES = 32,  /* gets bytes from others */
    REPLAY_CREATES = 64,   /* makes a communicator, window or file */
    REPLAY_CANCELLED = 128 /* a post: cancelled, never took place */
};

struct replay_op {
    uint8_t kind, flags;
    uint16_t coll; /* enum call_coll or replay_coll; CALL_COLL_NONE: makes
                       * or frees an object, which needs all members; messages:
                       * bits of `bytes' from 32 on */
    uint32_t comm; /* index into the log's communicators; each window and
                       * file has its own */
    union {
        struct {
            uint32_t peer;    /* world rank; collectives: own rank in comm */
            uint32_t tag;     /* persistent collectives: their number on the
                           * communicator, from 1 */
            uint32_t bytes;   /* lower half, to check matches; persistent
                             * collectives: which start, from 1; blocking
                             * ones: UINT32_MAX at most */
            uint32_t request; /* unique within the rank while pending */
        };
        uint64_t time;
    };
};

struct replay_call {
    uint64_t begin, end;
    uint32_t site;
    uint32_t op_count;
};

struct replay_site {
    uint32_t call;   /* index into profile->calls */
    uint32_t region; /* REGION_NODE */
    uint32_t path;   /* PATH */
};

struct replay_comm {
    uint32_t id;      /* COMM of the profile, 0: none */
    uint32_t members; /* of both groups */
    uint32_t remote;  /* part of members in an intercommunicator's second
                       * group */
    uint32_t apart;   /* whether its members are on several hosts */
};

struct replay_location {
    uint32_t rank, thread;  /* thread 0 is the master */
    uint64_t offset, bytes; /* of its stream */
    uint64_t calls;
    uint64_t begin, end; /* measured part; later: the last event */
    uint32_t cut;        /* ends before the run did */
    uint32_t host;       /* HOST of the profile; 0: unknown */
    uint32_t part;       /* part that holds it: 0 the log's own file, else the
                          * index + 1 of a part */
};

struct replay_part {
    int file;        /* -1: another process has it */
    uint32_t *sites; /* by site of the part: number of that site in the log */
    uint32_t site_count;
    size_t site_room;
};

/* Access to part files held by other processes. */
struct replay_remote {
    void *context;
    /* Reads from part 1 ...; fewer than `bytes' on failure. */
    int64_t (*read)(void *context, uint32_t part, void *to, size_t bytes,
                    uint64_t offset);
};

struct replay_log {
    int file;
    enum status status;
    bool whole; /* also contains regions and counters; set before writing */
    uint64_t from, to; /* waits are computed for this time, ns since the first
                        * event; to 0: for the whole run.  The log has all
                        * calls.  Not in the file */
    struct replay_site *sites;
    struct replay_comm *comms;
    struct replay_location *locations;
    uint32_t site_count, comm_count, location_count;
    uint32_t stream_count; /* streams of accelerators: locations behind the
                            * others, which no replay plays */
    size_t location_room;
    struct map site_map; /* whose items the sites are */
    unsigned char *buffer;
    size_t used;
    uint64_t flushed; /* bytes already in the file */
    struct replay_part *parts;
    uint32_t part_count;
    uint32_t part; /* part being written, numbered as in a location */
    const struct replay_remote *remote; /* NULL: all files are here */
    uint32_t *told; /* with several writers: set by the first that reports a
                       * problem with the folder; NULL: one writer */
};

/* Creates the file in $TMPDIR, else /tmp. */
enum status replay_log_create(struct replay_log **out);
void replay_log_destroy(struct replay_log *log); /* NULL does nothing */
/* Empties the log for another attempt. */
void replay_log_reset(struct replay_log *log);

uint32_t replay_log_site(struct replay_log *log,
                         const struct replay_site *site);
void replay_log_begin(struct replay_log *log, uint32_t rank, uint32_t thread);
/* Writes a call and returns the place of its operations, which are
 * consecutive. */
uint64_t replay_log_call(struct replay_log *log,
                         const struct replay_call *call,
                         const struct replay_op *ops);
/* Replaces the operation at that place. */
void replay_log_settle(struct replay_log *log, uint64_t place,
                       const struct replay_op *op);
void replay_log_end(struct replay_log *log, uint64_t begin, uint64_t end,
                    bool cut);
/* The locations from `first' on are streams of accelerators, whose sites are
 * kernels and copies; the latter have a REPLAY_SEND with their bytes. */
void replay_log_set_streams(struct replay_log *log, uint32_t first);
/* comms: copied. */
enum status replay_log_finish(struct replay_log *log,
                              const struct replay_comm *comms, uint32_t count);

/* Opens a log finished by another process. */
enum status replay_log_open(struct replay_log *log);

/* Call before creating processes that write parts; returns the number of
 * parts, limited by the number of files. */
uint32_t replay_log_divide(struct replay_log *log, uint32_t parts);
/* Same for existing processes that have a log each: this log has the file of
 * its own part, the other logs have theirs. */
enum status replay_log_divide_among(struct replay_log *log, uint32_t parts,
                                    uint32_t mine);
/* In such a process: directs writes to that part, from 1, which must be empty;
 * at the end returns the status.  Its lists are not in the file. */
void replay_log_use_part(struct replay_log *log, uint32_t part);
/* Makes that location the first thread of its rank, and the other way round;
 * it counts for the whole measured part then. */
void replay_log_lead(struct replay_log *log, uint32_t location);
enum status replay_log_end_part(struct replay_log *log);
/* In the joining process: adds the next site of a part, by its contents; the
 * next location, with its offset in the part. */
void replay_log_join_site(struct replay_log *log, uint32_t part,
                          const struct replay_site *site);
void replay_log_join_location(struct replay_log *log,
                              const struct replay_location *location);
/* Internal to this module's files. */
void replay_parts_clear(struct replay_log *log);
void replay_parts_reset(struct replay_log *log);
enum status replay_log_refuse_folder(const struct replay_log *log);
void replay_log_no_memory(struct replay_log *log);
int replay_log_file(const struct replay_log *log, uint32_t part);

/* Time line of the run: from the start of the first rank's measured part to
 * the end of the last rank's; ns since the first event. */
void replay_log_span(const struct replay_log *log, uint64_t *begin,
                     uint64_t *end);

struct replay_stream {
    const struct replay_log *log;
    unsigned char *buffer;
    size_t least; /* initial room of the buffer */
    size_t room, used, at;
    uint64_t next, end;             /* in the file */
    int file;                       /* -1: remote */
    uint32_t number;                /* of the part */
    const struct replay_part *part; /* NULL: the log's own file */
    bool failed;
};

void replay_stream_init(struct replay_stream *stream,
                        const struct replay_log *log, uint32_t location);
void replay_stream_clear(struct replay_stream *stream);
/* Returns false after the last call, or with `failed'.  Results are valid
 * until the next call. */
bool replay_stream_next(struct replay_stream *stream, struct replay_call *call,
                        const struct replay_op **ops);

/* Offset of the next call in the file of its part. */
uint64_t replay_stream_place(const struct replay_stream *stream);

#endif
