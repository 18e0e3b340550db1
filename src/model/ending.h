/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ending.h - the state of a rank when its measurement ended: the call it was
 * in and the ranks it waited for.
 *
 * Shape: one rank_ending per rank_data.  All zero is the normal end, by
 * MPI_Finalize, and takes no space in a file.  For a rank inside an MPI call,
 * `call' names the procedure and `waits' lists the known conditions for its
 * return: messages from or to a rank, members of a communicator.
 * Units: nanoseconds after the run's start, as in rank_data.  Threads: one
 * owner.  Memory: waits belong to the ending.
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
    ENDING_RUNNING, /* not ended: a view of a running job */
    ENDING_EXIT,    /* exit() or return from main without MPI_Finalize */
    ENDING_ABORT,   /* MPI_Abort */
    ENDING_SIGNAL,
    ENDING_UNKNOWN, /* vanished without a trace: the process or its host was
                     * killed */
    ENDING_KINDS
};

enum ending_wait_kind {
    ENDING_WAIT_SEND,       /* until peer receives the message */
    ENDING_WAIT_RECEIVE,    /* for a message from peer, also a probe */
    ENDING_WAIT_COLLECTIVE, /* until all members of comm have entered */
    ENDING_WAIT_OTHER,      /* for peer, if known */
    ENDING_WAIT_KINDS
};

#define ENDING_ANY (-1)    /* peer: any member of comm; tag: any tag */
#define ENDING_NOBODY (-2) /* peer: none, or a process of another world */
#define ENDING_NO_CALL UINT32_MAX /* outside MPI, in the program */

struct ending_wait {
    uint8_t kind; /* enum ending_wait_kind */
    int32_t peer; /* world rank, ENDING_ANY or ENDING_NOBODY */
    int32_t tag;  /* tag of a message, else 0; or ENDING_ANY */
    uint32_t comm;
};

struct rank_ending {
    uint8_t how;    /* enum ending_kind */
    int32_t code;   /* signal, exit status, or MPI_Abort's code */
    uint64_t at;    /* time of the end, or the last sign of life */
    uint64_t since; /* start of the call */
    uint32_t call;  /* index into profile.calls, or ENDING_NO_CALL */
    uint32_t path, comm, region; /* as in struct row */
    bool at_known;               /* `at' is the exact end */
    bool path_known;             /* false: path has its innermost frame only */
    bool wait_any;  /* one of the waits suffices (Waitany, Waitsome); false:
                      * all are needed */
    bool waits_cut; /* more waits existed than are stored */
    size_t wait_count;
    struct ending_wait *waits;
};

struct definitions;

void ending_clear(struct rank_ending *ending);
void ending_encode(const struct rank_ending *ending, struct bytes_writer *out);
/* Checks every id against the definitions and the numbers of procedures and ranks.
 * The caller clears *out, also after an error; nothing is logged, as in profile_decode.h. */
enum status ending_decode(struct bytes_reader *in,
                          const struct definitions *names, uint32_t calls,
                          uint32_t ranks, struct rank_ending *out);

#endif
