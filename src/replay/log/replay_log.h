/*
 * replay_log.h - the calls of a run as a replay needs them, in a file without
 * a name.
 *
 * Shape: location after location, each a stream of calls in the order of
 * their begins: a replay_call and its operations.  Calls name their site, one
 * of a list that all locations share: procedure, call path, region.  What a
 * nonblocking operation matches is known only when it ends, so its begin is
 * completed then (replay_log_settle()).
 * Written once, front to back, then read by any number of replay_streams.
 * Several processes write parts, a file each, which one of them then joins
 * (replay_parts.c): sites of a part have numbers of their own.  Files of parts
 * may stay where they were written, on other hosts: struct replay_remote.
 * Writer and reader may be different processes: what is not in the file
 * itself gets there with replay_log_finish() and back with replay_log_open().
 * Units: ns since the first event of the run; world ranks.
 * Threads: one owner for writing; a stream has one owner.  Memory: a buffer,
 * the list of sites; streams have their own.
 * Errors: what goes wrong while writing sticks, finish() tells; logged.
 */
#ifndef REPLAY_LOG_REPLAY_LOG_H
#define REPLAY_LOG_REPLAY_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/status.h"

enum replay_op_kind {
    REPLAY_PAUSE,     /* before the call nothing was recorded: ns in `time' */
    REPLAY_WORK,      /* before the call, in another region: ns in `time', and
                       * in `comm' the site that the call would be there */
    REPLAY_SEND,      /* blocking: begins and ends in its call */
    REPLAY_SEND_POST, /* nonblocking: begins */
    REPLAY_SEND_DONE, /* the call has found it complete */
    REPLAY_RECV,
    REPLAY_RECV_POST,
    REPLAY_RECV_DONE,
    REPLAY_COLLECTIVE,
    REPLAY_COLLECTIVE_POST,
    REPLAY_COLLECTIVE_DONE,
    /* One-sided: `comm' is the window's, `peer' the other rank. */
    REPLAY_EXPOSE,   /* MPI_Win_post: for that origin */
    REPLAY_START,    /* MPI_Win_start: of that target */
    REPLAY_ACCESS,   /* works on memory of that target */
    REPLAY_COMPLETE, /* MPI_Win_complete: for that target */
    REPLAY_EXPOSED,  /* MPI_Win_wait or MPI_Win_test: that origin is done */
    REPLAY_LOCK,     /* asks for it; peer REPLAY_ALL: of all targets.  Settled:
                      * `tag' and `bytes' are the halves, the lower one first,
                      * of when its rank has given it back */
    REPLAY_UNLOCK,   /* gives back what `request' of a REPLAY_LOCK is */
    /* In a log that is to be whole: */
    REPLAY_REGION,   /* before the call, at `time', the program went from one
                      * region to another: `comm' a site in that which it
                      * left */
    REPLAY_MOMENT,   /* at `time' counters were read, as many as `coll' says */
    REPLAY_COUNTER,  /* follows: which one in `coll', and in `time' what it
                      * said */
    REPLAY_NO_CALL   /* this is none: the last in its location, for what came
                      * after the last call */
};

#define REPLAY_ALL UINT32_MAX

/* What members do together besides enum call_coll.  They may do it without
 * waiting for each other. */
enum replay_coll {
    REPLAY_COLL_CREATE = 256, /* a window */
    REPLAY_COLL_FREE,
    REPLAY_COLL_FENCE,
    REPLAY_COLL_IO,           /* of a file */
    REPLAY_COLL_IO_ORDERED    /* a rank after those below it */
};

enum replay_op_flag {
    REPLAY_SETTLED = 1,  /* a post: what it matches is known */
    REPLAY_ROOT = 2,     /* collective: this rank is its root */
    REPLAY_EXCLUSIVE = 2, /* a lock */
    REPLAY_IDLE = 4,     /* takes no part in it but by being a member */
    REPLAY_REMOTE = 8,   /* of the second group of an intercommunicator */
    REPLAY_SENDS = 16,   /* gives bytes to others */
    REPLAY_RECEIVES = 32, /* gets bytes from others */
    REPLAY_CREATES = 64,  /* makes a communicator, window or file */
    REPLAY_CANCELLED = 128 /* a post: never took place */
};

struct replay_op {
    uint8_t kind, flags;
    uint16_t coll;    /* enum call_coll or replay_coll; CALL_COLL_NONE: makes
                       * or frees an object for which all must have come;
                       * messages: the bits of `bytes' from 32 on */
    uint32_t comm;    /* index into the log's communicators, of which each
                       * window and file has one of its own */
    union {
        struct {
            uint32_t peer; /* world rank; collectives: own rank in comm */
            uint32_t tag;
            uint32_t bytes; /* the lower half, to check matches */
            uint32_t request; /* unique in the rank while it is pending */
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
    uint32_t remote;  /* of them, of an intercommunicator's second group */
};

struct replay_location {
    uint32_t rank, thread;    /* thread 0 is the master */
    uint64_t offset, bytes;   /* of its stream */
    uint64_t calls;
    uint64_t begin, end; /* of what was measured; later: the last event */
    uint32_t cut;        /* ends before the run did */
    uint32_t part;       /* that it is in: 0 the log's own file, else the
                          * index + 1 of a part */
};

struct replay_part {
    int file;        /* -1: another process has it */
    uint32_t *sites; /* numbers of the log's by those of the part's */
    uint32_t site_count;
    size_t site_room;
};

/* How to get at the files of parts that other processes have. */
struct replay_remote {
    void *context;
    /* Of part 1 ...; fewer than `bytes': it failed. */
    int64_t (*read)(void *context, uint32_t part, void *to, size_t bytes,
                    uint64_t offset);
};

struct replay_log {
    int file;
    enum status status;
    bool whole; /* set before it is written: regions and counters, too */
    uint64_t from, to; /* waits are wanted of this time, ns since the first
                        * event; to 0: of all.  All calls are in it.  Not in
                        * the file */
    struct replay_site *sites;
    struct replay_comm *comms;
    struct replay_location *locations;
    uint32_t site_count, comm_count, location_count;
    size_t location_room;
    struct map site_map; /* whose items the sites are */
    unsigned char *buffer;
    size_t used;
    uint64_t flushed; /* bytes that are in the file */
    struct replay_part *parts;
    uint32_t part_count;
    uint32_t part;    /* that is being written, as in a location */
    const struct replay_remote *remote; /* or NULL: all files are here */
    uint32_t *told;   /* of several writers: one has said what is wrong with
                       * the folder; NULL: there is one writer */
};

/* In $TMPDIR, else /tmp. */
enum status replay_log_create(struct replay_log **out);
void replay_log_destroy(struct replay_log *log); /* NULL does nothing */
/* Empty again, for another try. */
void replay_log_reset(struct replay_log *log);

uint32_t replay_log_site(struct replay_log *log,
                         const struct replay_site *site);
void replay_log_begin(struct replay_log *log, uint32_t rank, uint32_t thread);
/* Where its operations are, one after the other. */
uint64_t replay_log_call(struct replay_log *log,
                         const struct replay_call *call,
                         const struct replay_op *ops);
/* Replaces the operation there. */
void replay_log_settle(struct replay_log *log, uint64_t place,
                       const struct replay_op *op);
void replay_log_end(struct replay_log *log, uint64_t begin, uint64_t end,
                    bool cut);
/* comms: copied. */
enum status replay_log_finish(struct replay_log *log,
                              const struct replay_comm *comms,
                              uint32_t count);

/* What another process has finished. */
enum status replay_log_open(struct replay_log *log);

/* Before processes are made that write parts: so many, or as many as there can
 * be files. */
uint32_t replay_log_divide(struct replay_log *log, uint32_t parts);
/* The same among processes that are there already and have a log each: this one
 * has that part's file, and the others theirs. */
enum status replay_log_divide_among(struct replay_log *log, uint32_t parts,
                                    uint32_t mine);
/* In such a process: what comes goes to that part, 1 ..., which is empty; at
 * its end the status.  Its lists are not in the file. */
void replay_log_use_part(struct replay_log *log, uint32_t part);
enum status replay_log_end_part(struct replay_log *log);
/* In the one that joins them: the next site of a part, by what it is in the
 * log; the next location, with the offset that it has in its part. */
void replay_log_join_site(struct replay_log *log, uint32_t part,
                          const struct replay_site *site);
void replay_log_join_location(struct replay_log *log,
                              const struct replay_location *location);
/* Among the files of this module. */
void replay_parts_clear(struct replay_log *log);
void replay_parts_reset(struct replay_log *log);
enum status replay_log_refuse_folder(const struct replay_log *log);
void replay_log_no_memory(struct replay_log *log);
int replay_log_file(const struct replay_log *log, uint32_t part);

/* The time line of the run: from the begin of what was measured of the first
 * rank to the end of the last one; ns since the first event. */
void replay_log_span(const struct replay_log *log, uint64_t *begin,
                     uint64_t *end);

struct replay_stream {
    const struct replay_log *log;
    unsigned char *buffer;
    size_t least;       /* room that it gets at first */
    size_t room, used, at;
    uint64_t next, end; /* in the file */
    int file;           /* -1: remote */
    uint32_t number;    /* of the part */
    const struct replay_part *part; /* NULL: the log's own file */
    bool failed;
};

void replay_stream_init(struct replay_stream *stream,
                        const struct replay_log *log, uint32_t location);
void replay_stream_clear(struct replay_stream *stream);
/* False: that was the last one, or `failed'.  Both are valid until the next
 * call of this. */
bool replay_stream_next(struct replay_stream *stream,
                        struct replay_call *call,
                        const struct replay_op **ops);

/* Where in the file of its part the next call begins. */
uint64_t replay_stream_place(const struct replay_stream *stream);

#endif
