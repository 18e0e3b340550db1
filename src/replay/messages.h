/*
 * messages.h - which send belongs to which receive.
 *
 * MPI's rule: per communicator, sender, receiver and tag the n-th send goes to
 * the n-th receive that was posted for it (MPI 4.1, 3.5: messages do not
 * overtake each other); the receive's sender and tag are those of what it
 * received, also for wildcards.  As both sides tell the size, the n-th send of
 * a size goes to the n-th receive of that size: the same, but what was received
 * in another order after MPI_Mprobe, or never, does not shift all others.
 * Shape: a message is made by whichever side comes first; the other side gets
 * the same.  Both give it back when they are done with it.
 * Units: ns, world ranks.  Threads: one owner.
 * Memory: grows with messages of which one side is missing or pending.
 * Errors: NULL: no memory.
 */
#ifndef REPLAY_MESSAGES_H
#define REPLAY_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "replay/lookup.h"
#include "replay/path.h"

struct location;

/* One side of a message. */
struct message_side {
    bool here; /* this side has begun it */
    bool done; /* and ended; needs it no more */
    uint32_t rank, site;
    uint64_t at, ideal;      /* when it began */
    uint64_t did;            /* what its rank had done, see delays.h */
    const struct location *by;
    uint64_t worked;         /* by that, before */
    struct path_node *mark;  /* there, when the other side waits for it */
    struct location *waits;  /* for the other side, in a call */
};

struct message {
    struct message *next; /* in its queue, or free */
    struct message *earlier, *later; /* sent to the same rank, not received */
    struct message_side send, receive;
    uint64_t received; /* end of the call that did, when it is done */
    uint64_t worked;   /* end of what the sender did before for it, epochs.h */
    bool synchronous; /* the send ends only when the receive has begun */
};

struct message_key {
    uint32_t comm, from, to, tag;
    uint32_t bytes; /* the lower half of their number */
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

bool messages_init(struct messages *messages, uint32_t ranks);
void messages_clear(struct messages *messages);

struct message *messages_send(struct messages *messages,
                              const struct message_key *key,
                              const struct message_side *side);
struct message *messages_receive(struct messages *messages,
                                 const struct message_key *key,
                                 const struct message_side *side);
/* No more needed by that side. */
void messages_end_send(struct messages *messages, struct message *message);
void messages_end_receive(struct messages *messages, struct message *message);
/* The first that was sent to that rank of those it has not received; NULL. */
const struct message *messages_coming(const struct messages *messages,
                                      uint32_t rank);

#endif
