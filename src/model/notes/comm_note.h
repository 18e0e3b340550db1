/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comm_note.h - properties of a communicator beyond its identity.
 *
 * Members are world ranks in communicator order, stored as runs (first,
 * stride, count), so that a row of a Cartesian grid of 100,000 ranks takes a
 * few bytes; a member outside MPI_COMM_WORLD is UINT32_MAX.  Encoded into the
 * note of a COMM definition; made_by is missing in files that do not record
 * it.
 * Memory: decode allocates, clear frees.  Errors: logged; STATUS_BAD_FORMAT
 * for a damaged note, or no memory.
 */
#ifndef MODEL_NOTES_COMM_NOTE_H
#define MODEL_NOTES_COMM_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/status.h"

struct comm_note {
    char *name;    /* MPI_Comm_set_name, or "" */
    uint32_t size; /* size of the local group */
    uint32_t *members;
    uint32_t remote_size; /* > 0: an intercommunicator */
    uint32_t *remote_members;
    char *made_by; /* creating procedure; "" or NULL: unknown */
};

/* The key of a COMM definition is its identity, 8 bytes, least significant
 * first: one of these values, or a value with bit 8 set. */
enum { COMM_IDENTITY_WORLD = 1, COMM_IDENTITY_SELF, COMM_IDENTITY_OTHERS };

/* Limit on members from other worlds; no real run reaches this number. */
#define COMM_NOTE_OUTSIDE_MOST (1u << 20)

void comm_note_encode(const struct comm_note *note, struct bytes_writer *out);
enum status comm_note_decode(const void *data, size_t size,
                             struct comm_note *out);
/* Size of the local group, without its members; 0: it cannot be read. */
uint32_t comm_note_size(const void *data, size_t size);
/* Whether the members can belong to a run of `ranks' ranks: each is one of
 * these ranks or from another world, and in a group no more than `ranks' are
 * of this world and COMM_NOTE_OUTSIDE_MOST of others.  Without this check a
 * few damaged bytes could decode to gigabytes. */
bool comm_note_fits(const void *data, size_t size, uint32_t ranks);
void comm_note_clear(struct comm_note *note);

#endif
