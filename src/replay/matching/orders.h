/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * orders.h - late senders while messages sent earlier were there: which of
 * these was received next; internal to this folder.
 *
 * As in Scalasca, the message received next decides whether the wait is in the
 * wrong order of messages of the same or of another sender.  Until then the
 * wait is held back; the work done in between is what another order could have
 * done during the wait.
 * Shape: a few waits per rank; the oldest gives way, and is then judged by the
 * message sent first.
 * Units: ns.  Threads: one owner.  Memory: orders_clear() frees.
 */
#ifndef REPLAY_MATCHING_ORDERS_H
#define REPLAY_MATCHING_ORDERS_H

#include <stdbool.h>
#include <stdint.h>

struct replay_state;
struct location;
struct message;
struct orders;
struct wait;

bool orders_init(struct orders *orders, uint32_t ranks);
void orders_clear(struct orders *orders);
/* Holds the wait of the current call back. */
void orders_hold(struct replay_state *state, struct location *location,
                 const struct wait *wait);
/* The current call has received that message. */
void orders_receive(struct replay_state *state,
                    const struct location *location,
                    const struct message *message);
/* Nothing more is received. */
void orders_end(struct replay_state *state);

#endif
