/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * messages.h - matches sends with receives.
 *
 * MPI's rule: per communicator, sender, receiver and tag, the n-th send
 * matches the n-th receive posted for it (MPI 4.1, 3.5: messages do not
 * overtake each other); a wildcard receive has the sender and tag of the
 * message received.  Since both sides record the size, the n-th send of a size
 * matches the n-th receive of that size: equivalent, but a message received
 * out of order after MPI_Mprobe, or never received, does not shift all later
 * ones.
 * Shape: the first side creates the message; the other side finds the same
 * one.  Each side releases the message when done.
 * Units: ns, world ranks.  Threads: one owner.  Memory: grows with unmatched
 * and pending messages.  Errors: NULL without memory.
 */
#ifndef REPLAY_MATCHING_MESSAGES_H
#define REPLAY_MATCHING_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "replay/lookup.h"
#include "replay/scenarios/scenario_times.h"

struct location;

/* One side of a message. */
struct message_side {
    bool here; /* this side has begun */
    bool done; /* this side has ended and no longer needs the message */
    uint32_t rank, site;
    uint64_t at, ideal; /* time of its start */
    uint64_t did;       /* its rank's position by then, delays_now() */
    const struct location *by;
    uint64_t worked;        /* work done by that location before */
    struct path_node *mark; /* mark at its start, if the other side waits */
    struct location *waits; /* location blocked in a call until the other side
                             * comes */
    struct scenario_times *times; /* of its start; or NULL */
};

struct message {
    struct message *next; /* next in its queue or in the free list */
    struct message *earlier, *later; /* sent to the same rank, not yet
                                      * received */
    struct message_side send, receive;
    struct message *unserved; /* next in the list of its receiver */
    bool is_unserved;         /* sent while the receiver was outside MPI, where
                               * it still is */
    struct message_side
        served;        /* the receiver's next call, if the sender waited
                                 * by then */
    uint64_t received; /* end of the receiving call, once done */
    uint64_t worked;   /* of MPI_Win_complete: end of the sender's last call in
                        * the epoch before, see epochs.h */
    bool synchronous;  /* the send ends only after the receive has begun */
    bool looked_for;   /* in a loop of the receiver, see polls.h */
};

struct message_key {
    uint32_t comm, from, to, tag;
    uint32_t bytes; /* lower half of the number of bytes */
};

struct message_queue {
    struct message_key key;
    struct message *first, *last;
};

struct message_list {
    struct message *first, *last;
};

struct messages {
    struct map queues; /* struct message_queue */
    struct message *free_ones;
    struct message_block *blocks;
    struct message_list *coming; /* by receiver: sent, but not received */
    uint64_t sends, receives, matched;
};

/* Takes a side, and holds its times; drops what a side holds. */
void message_side_take(struct message_side *side,
                       const struct message_side *from);
void message_side_clear(struct message_side *side);

bool messages_init(struct messages *messages, uint32_t ranks);
void messages_clear(struct messages *messages);

struct message *messages_send(struct messages *messages,
                              const struct message_key *key,
                              const struct message_side *side);
struct message *messages_receive(struct messages *messages,
                                 const struct message_key *key,
                                 const struct message_side *side);
/* The message that the next receive with that key gets, for a probe; and that
 * receive. */
struct message *messages_expect(struct messages *messages,
                                const struct message_key *key);
void messages_receive_expected(struct messages *messages,
                               struct message *message,
                               const struct message_side *side);
/* Releases the message for that side. */
void messages_end_send(struct messages *messages, struct message *message);
void messages_end_receive(struct messages *messages, struct message *message);
/* Returns the earliest message sent to that rank and not yet received; NULL:
 * none. */
const struct message *messages_coming(const struct messages *messages,
                                      uint32_t rank);

#endif
