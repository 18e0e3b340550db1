/*
 * ending.h - where a rank was when its measurement ended, and for whom it
 * waited there.
 *
 * Shape: one rank_ending per rank_data.  All zero is the usual end, by
 * MPI_Finalize, and takes no room in a file.  A rank inside of an MPI call has
 * that call, and in waits what it takes for the call to return, as far as that
 * is known: messages from or to a rank, members of a communicator.
 * Units: nanoseconds after the run's start, as in rank_data.
 * Threads: one owner.  Memory: waits belong to the ending.
 */
#ifndef MODEL_ENDING_H
#define MODEL_ENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

enum ending_kind {
    ENDING_FINALIZED,
    ENDING_RUNNING, /* not yet: this is a view of a job that runs */
    ENDING_EXIT,    /* exit() or return from main without MPI_Finalize */
    ENDING_ABORT,   /* MPI_Abort */
    ENDING_SIGNAL,
    ENDING_UNKNOWN, /* gone without a sign: it was killed, or its host is */
    ENDING_KINDS
};

enum ending_wait_kind {
    ENDING_WAIT_SEND,       /* until the message to peer is taken */
    ENDING_WAIT_RECEIVE,    /* for a message of peer, also a probe */
    ENDING_WAIT_COLLECTIVE, /* until all members of comm have begun */
    ENDING_WAIT_OTHER,      /* for peer, if there is one; else not known */
    ENDING_WAIT_KINDS
};

#define ENDING_ANY (-1)    /* peer: any member of comm; tag: any tag */
#define ENDING_NOBODY (-2) /* peer: none, or a process of another world */
#define ENDING_NO_CALL UINT32_MAX /* in the program, not in MPI */

struct ending_wait {
    uint8_t kind; /* enum ending_wait_kind */
    int32_t peer; /* world rank, ENDING_ANY or ENDING_NOBODY */
    int32_t tag;  /* of messages, else 0; or ENDING_ANY */
    uint32_t comm;
};

struct rank_ending {
    uint8_t how;     /* enum ending_kind */
    int32_t code;    /* signal, exit status, or MPI_Abort's code */
    uint64_t at;     /* the end, or the last sign of life */
    uint64_t since;  /* begin of call */
    uint32_t call;   /* index into profile.calls, or ENDING_NO_CALL */
    uint32_t path, comm, region; /* as in struct row */
    bool at_known;   /* at is the end */
    bool path_known; /* else path is its innermost frame alone */
    bool wait_any;   /* one of the waits suffices (Waitany, Waitsome), else
                      * it takes all */
    bool waits_cut;  /* there were more waits than are here */
    size_t wait_count;
    struct ending_wait *waits;
};

struct profile;

void ending_clear(struct rank_ending *ending);
void ending_encode(const struct rank_ending *ending,
                   struct bytes_writer *out);
/* Every id is checked against the profile.  The caller clears *out, also when
 * this fails; nothing is logged, as in profile_decode.h. */
enum status ending_decode(struct bytes_reader *in,
                          const struct profile *profile,
                          struct rank_ending *out);

#endif
