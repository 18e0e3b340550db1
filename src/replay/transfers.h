/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * transfers.h - how long calls take for their bytes, waits apart; internal to
 * this folder.
 *
 * Blocking calls, and those that start or complete messages.  The bytes of a call
 * are those of all its messages; a receive that is only posted has none.
 */
#ifndef REPLAY_TRANSFERS_H
#define REPLAY_TRANSFERS_H

#include "replay/replay_state.h"

/* False: the call transfers nothing, or how much is unknown. */
bool transfers_find(const struct replay_state *state,
                    const struct location *location, uint64_t *bytes,
                    bool *apart);
/* Adds the call that ends to the sums of its site. */
void transfers_note(struct replay_state *state,
                    const struct location *location, const struct wait *wait);
/* Makes a list of the sums; does nothing without memory, which is noted. */
void transfers_result(struct replay_state *state,
                      struct replay_result *result);

#endif
