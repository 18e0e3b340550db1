/*
 * comm_note.h - what is known of a communicator besides its identity.
 *
 * Members are world ranks in communicator order, kept as runs
 * (first, stride, count), so that a row of a Cartesian grid of 100,000 ranks
 * takes a few bytes; a member outside MPI_COMM_WORLD is UINT32_MAX.  Encoded
 * into the note of a COMM definition; a decoded one without made_by is of a
 * file that does not say.
 * Memory: decode allocates, clear frees.
 */
#ifndef MODEL_COMM_NOTE_H
#define MODEL_COMM_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

struct comm_note {
    char *name;      /* MPI_Comm_set_name, or "" */
    uint32_t size;   /* members of the local group */
    uint32_t *members;
    uint32_t remote_size; /* > 0: an intercommunicator */
    uint32_t *remote_members;
    char *made_by; /* procedure that made it, "" or NULL: not known */
};

/* The key of a COMM definition is its identity, 8 bytes, least first: one of
 * these, or has bit 8 set. */
enum { COMM_IDENTITY_WORLD = 1, COMM_IDENTITY_SELF, COMM_IDENTITY_OTHERS };

/* More members of other worlds than that nobody has. */
#define COMM_NOTE_OUTSIDE_MOST (1u << 20)

void comm_note_encode(const struct comm_note *note, struct bytes_writer *out);
enum status comm_note_decode(const void *data, size_t size,
                             struct comm_note *out);
/* Whether its members can be those of a run with so many ranks: each is one of
 * them, and none is there twice as far as their number tells, or it is of
 * another world.  Without that a few bytes may decode to gigabytes. */
bool comm_note_fits(const void *data, size_t size, uint32_t ranks);
void comm_note_clear(struct comm_note *note);

#endif
