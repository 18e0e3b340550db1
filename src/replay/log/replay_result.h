/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * replay_result.h - result of replaying a trace: who waited for whom, the
 * ideal network, the critical path.
 *
 * Shape: rows of sums.  A site is a procedure with its call path and region,
 * an activity the work before its calls (2 x site) or the time inside them (2
 * x site + 1).
 * Units: ns, world ranks.  Wait kinds are defined as in Scalasca 2 (its user
 * guide and "patterns" pages); src/replay has their formulas.  Threads: one
 * owner.  Memory: replay_result_destroy() frees all.
 */
#ifndef REPLAY_LOG_REPLAY_RESULT_H
#define REPLAY_LOG_REPLAY_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "replay/log/replay_log.h"

/* E, L: begin and end of the waiting call; X: of a collective call. */
#define WAIT_KIND_LIST(X)                                                     \
    X(LATE_SENDER, "late_sender", "late sender",                              \
      "A receive, or the call that completes it, waits for a send that has "  \
      "not begun: start of the send - start of the waiting call; for a call " \
      "that completes several requests, the longest.  A probe waits for the " \
      "message that is received next, and so does a loop of MPI_Iprobe, "     \
      "MPI_Test or the like: the time inside its calls is one wait.  A "      \
      "loop starts again after more than 2 ms between two calls, unless it "  \
      "spent no more than four times as long between its calls as inside.  "  \
      "In a collective among neighbours: until the last rank enters it, or "  \
      "comes back from computing, if the rest is a tenth of that at most.")   \
    X(POLLING, "late_sender_between_polls", "late sender, between polls",     \
      "Outside MPI, between the calls of such a loop of MPI_Iprobe, "         \
      "MPI_Test or the like that waits for a message: the program sleeps or " \
      "does little before it looks again.  It is neither useful time nor "    \
      "MPI time.")                                                            \
    X(WRONG_ORDER, "late_sender_wrong_order", "late sender, wrong order",     \
      "A late sender while a message of the same sender, sent earlier, "      \
      "was there and is received later.")                                     \
    X(WRONG_SOURCE, "late_sender_wrong_source", "late sender, wrong source",  \
      "A late sender while a message of another sender, sent earlier, "       \
      "was there and is received later.")                                     \
    X(LATE_RECEIVER, "late_receiver", "late receiver",                        \
      "A send, or the call that completes it, waits for a receive that has "  \
      "not begun: start of the receive - start of the waiting call.")         \
    X(LATE_PROGRESS, "late_progress", "late progress",                        \
      "A send, or the call that completes it, waits because the receiver "    \
      "computes, whether the receive has begun or begins only later: most "   \
      "MPI libraries transfer a large message only while its receiver is in " \
      "an MPI call.  Start of the receiver's next call - start of the "       \
      "waiting call, if the waiting call ends soon afterwards (its rest is "  \
      "no longer than the wait).  Likewise, a rank that is not the root of "  \
      "a collective that gathers data, or that completes a nonblocking "      \
      "collective which all have started, waits for the last member that "    \
      "comes back from computing, or enters the same collective (the rest "   \
      "is a tenth of the wait at most); and MPI_Win_flush and "               \
      "MPI_Win_flush_all, if all accesses since the last flush have one "     \
      "target, wait until that comes back.")                                  \
    X(LATE_POST, "late_post", "late post",                                    \
      "MPI_Win_start, an access or MPI_Win_complete waits for a target that " \
      "does not expose its window yet: start of the MPI_Win_post - start of " \
      "the call during which it happens; of several targets the last.")       \
    X(EARLY_WAIT, "early_wait", "early wait",                                 \
      "MPI_Win_wait until the last origin, the delaying rank, has begun "     \
      "MPI_Win_complete, excluding the late_complete part.  MPI_Win_test "    \
      "never waits.")                                                         \
    X(LATE_COMPLETE, "late_complete", "late complete",                        \
      "The part of such a wait in MPI_Win_wait that the origin could have "   \
      "avoided: from when it left its last access, or MPI_Win_start, to "     \
      "that window until it began MPI_Win_complete.  It is charged to the "   \
      "target, which waits; the delaying rank is the origin.")                \
    X(LOCK, "lock_contention", "lock contention",                             \
      "MPI_Win_lock, an access, MPI_Win_flush or MPI_Win_unlock waits for a " \
      "lock that another rank holds, if one of the two is exclusive: end of " \
      "the last MPI_Win_unlock (its start, where this rank went on before) "  \
      "among the ranks that released the lock before this rank - start of "   \
      "the call during which it happens.")                                    \
    X(BARRIER, "wait_at_barrier", "wait at barrier",                          \
      "From the start of the barrier until the last rank has entered it.")    \
    X(BARRIER_END, "barrier_completion", "barrier completion",                \
      "From when the first rank left the barrier (all had entered it) until " \
      "this one did.")                                                        \
    X(NXN, "wait_at_nxn", "wait at collective",                               \
      "From the start of a collective that needs data of all ranks, such "    \
      "as MPI_Allreduce or MPI_Alltoall, until the last of them has entered " \
      "it (Scalasca: wait at NxN).")                                          \
    X(NXN_END, "nxn_completion", "leaving collective",                        \
      "From when the first rank that receives something left such a "         \
      "collective (all had entered it) until this one did.")                  \
    X(LATE_BROADCAST, "late_broadcast", "late broadcast",                     \
      "From the start of a collective that needs data of its root until the " \
      "root has entered it.")                                                 \
    X(EARLY_REDUCE, "early_reduce", "early reduce",                           \
      "At the root of a collective that gathers data: until the last of the " \
      "others has entered it.")                                               \
    X(EARLY_SCAN, "early_scan", "early scan",                                 \
      "In a prefix reduction until the last of the lower ranks has begun.")   \
    X(CREATE, "wait_at_create", "wait at create",                             \
      "From the start of a call that makes a window until the last rank has " \
      "entered it, unless a rank left before that.")                          \
    X(FREE, "wait_at_free", "wait at free",                                   \
      "From the start of MPI_Win_free until the last rank has entered it, "   \
      "unless a rank left before that.")                                      \
    X(FENCE, "wait_at_fence", "wait at fence",                                \
      "From the start of MPI_Win_fence until the last rank has entered it, "  \
      "unless a rank left before that.")                                      \
    X(IO, "wait_at_collective_io", "wait at collective I/O",                  \
      "From the start of a collective call on a file, also its opening and "  \
      "closing, until the last rank has entered it, unless a rank left "      \
      "before that; with shared file pointers the last lower rank, if it "    \
      "enters before this rank leaves.")                                      \
    X(INIT_END, "init_completion", "init completion",                         \
      "From when the first rank left MPI_Init (all had entered it) until "    \
      "this one did; not in the measured time.")                              \
    X(FINALIZE, "wait_at_finalize", "wait at finalize",                       \
      "In MPI_Finalize until the last rank has entered it; not in the "       \
      "measured time.")

enum wait_kind {
#define X(code, name, title, definition) WAIT_##code,
    WAIT_KIND_LIST(X)
#undef X
        WAIT_KINDS
};

const char *wait_kind_name(enum wait_kind kind);
const char *wait_kind_title(enum wait_kind kind);
const char *wait_kind_definition(enum wait_kind kind);
/* Whether the kind is within the measured time. */
bool wait_kind_counts(enum wait_kind kind);

/* Whether the rank waits inside a call. */
bool wait_kind_is_in_mpi(enum wait_kind kind);

/* Whether the kind has a culprit; completions do not. */
bool wait_kind_has_culprit(enum wait_kind kind);

/* Whether one rank waits for one other, outside collectives. */
bool wait_kind_is_of_two(enum wait_kind kind);

/* Waits of one rank at one site; sorted by rank. */
struct wait_row {
    uint32_t kind, rank, site, comm; /* COMM of the profile, 0: none */
    uint64_t ns, count, most;
};

/* Waits of all ranks at one site for a rank at a site. */
struct wait_cause {
    uint32_t kind, site, rank, culprit_site;
    uint64_t ns, count, most;
};

/* Waits outside collectives, by waiting and delaying rank, and where the former
 * waits; sorted. */
struct wait_pair {
    uint32_t rank, culprit, site;
    uint64_t ns, count;
};

/* Calls of a collective: time until the last needed member had entered, and
 * after. */
struct collective_split {
    uint32_t site, comm;
    uint64_t calls, synchronisation, transfer;
};

/* Calls that complete requests (others have calls 0): work of their ranks since
 * the requests began, per call the maximum.  Any calls: late senders in the
 * wrong order, as far as the rank worked between these receives and those that
 * should have been first; fences behind no transfers of any rank, and flushes
 * that had nothing to complete. */
struct overlap {
    uint32_t site;
    bool collectives; /* some requests are collectives */
    uint64_t calls, work;
    uint64_t messages, bytes; /* of the other requests */
    uint64_t reordered;
    uint64_t quiet; /* such fences and flushes */
};

/* Calls at a site with about as many bytes that take about as long without
 * their waits. */
struct transfer {
    uint32_t site, apart; /* apart: between hosts */
    uint64_t bytes;       /* of a call, 3 % less at most */
    uint64_t calls, ns;   /* ns: of all these calls */
};

/* The longest wait, in first threads and within the measured time, among those
 * ended by the same start of the same culprit. */
#define LONG_WAITS 64u
struct long_wait {
    uint32_t kind, rank, site, culprit, culprit_site;
    uint64_t begin, ns; /* begin: since the first event */
    uint64_t since;     /* time at which the culprit came */
};

struct path_part {
    uint32_t rank, activity;
    uint64_t ns; /* on the critical path */
};

/* Waiting time of all other ranks caused by one rank's activity: direct, and
 * propagated through later waits. */
struct delay {
    uint32_t rank, activity;
    uint64_t direct, passed_on; /* ns */
};

/* The run is divided into this number of stretches of the same length. */
#define STRETCHES 60u
#define STRETCH_RUN UINT32_MAX /* in place of a region: the whole run */

/* Times of all ranks in one stretch. */
struct stretch_sum {
    uint64_t useful;      /* sum over ranks */
    uint64_t useful_most; /* of a rank */
    uint64_t time_most;   /* useful time and MPI, of a rank */
};

struct stretch_region {
    uint32_t region; /* REGION_NODE, without those inside it */
    struct stretch_sum in[STRETCHES];
};

/* T_ideal of a stretch is what the front gains in it: the most of the ranks'
 * ideal clocks, each as it stands when its rank passes the end of the stretch,
 * in a call as at the call's start.  So the stretches add up to T_ideal of the
 * run, and no T_ideal is longer than its stretch.  T_ideal can be less than
 * the useful time of a rank that is behind the front. */
struct replay_stretches {
    uint64_t length; /* of the run */
    uint64_t ideal[STRETCHES];
    struct stretch_region *regions; /* ascending; the first is the run */
    size_t region_count;            /* 0: unknown */
};

/* End of the first `count' stretches of a run of that length. */
static inline uint64_t stretch_edge(uint64_t length, uint32_t count)
{
    return length / STRETCHES * count + length % STRETCHES * count / STRETCHES;
}

struct replay_result {
    struct replay_site *sites;
    struct wait_row *rows;
    struct wait_cause *causes;
    struct wait_pair *pairs;
    struct collective_split *splits;
    struct overlap *overlaps;
    struct transfer *transfers; /* by site, hosts and bytes */
    struct path_part *path;
    struct delay *delays;
    struct long_wait *longest; /* longest first */
    uint64_t *activities;      /* 2 x site_count: all ranks, without waits */
    uint32_t site_count;
    size_t row_count, cause_count, pair_count, split_count, overlap_count,
        transfer_count, path_count, delay_count, longest_count;
    uint32_t ranks;           /* number of ranks with events */
    uint64_t sends, receives; /* number to be matched */
    uint64_t matched;         /* matched messages */
    uint64_t collectives;
    uint64_t open_collectives; /* collectives that some members never
                                * entered */
    uint64_t odd_collectives;  /* left out: members disagree on parameters */
    uint64_t violations, violation_most; /* messages received before they were
                                          * sent */
    uint64_t ideal; /* T_ideal: on a network without latency */
    uint64_t path_length;
    uint32_t path_ends; /* rank that ends last */
    bool cut;           /* events of some ranks end early */
    struct replay_stretches stretches;
};

void replay_result_destroy(struct replay_result *result);
/* The first row of a rank, or of the next one that has any. */
size_t replay_result_row(const struct replay_result *result, uint32_t rank);
/* Waits of a rank in that region between the calls of loops. */
uint64_t replay_result_polled(const struct replay_result *result,
                              uint32_t rank, uint32_t region);
/* Share of messages with both sides known; 1 without messages. */
double replay_result_matched(const struct replay_result *result);
/* The least such share for results that need all messages. */
#define REPLAY_LEAST_MATCHED 0.99
/* Why results that need all messages are not reliable in a run of `ranks'
 * ranks; NULL: they are. */
const char *replay_result_doubt(const struct replay_result *result,
                                uint32_t ranks);

#endif
