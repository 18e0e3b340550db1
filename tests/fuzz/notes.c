/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * notes.c - what a profile notes on a communicator or a host.
 *
 * The first byte says which of the two the others are: odd a host.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "model/notes/comm_note.h"
#include "model/notes/host_note.h"

#define RANKS 1000

static void check_comm(const uint8_t *data, size_t size)
{
    struct comm_note note = { 0 }, again = { 0 };
    struct bytes_writer out;

    if (!comm_note_fits(data, size, RANKS) ||
        comm_note_decode(data, size, &note) != STATUS_OK)
        return;
    bytes_writer_init(&out);
    comm_note_encode(&note, &out);
    fuzz_check(comm_note_decode(out.data, out.size, &again) == STATUS_OK &&
                   again.size == note.size &&
                   again.remote_size == note.remote_size,
               "the note of a communicator is what was noted");
    fuzz_check(memcmp(again.members, note.members,
                      note.size * sizeof(*note.members)) == 0,
               "its members are those that were noted");
    bytes_writer_clear(&out);
    comm_note_clear(&note);
    comm_note_clear(&again);
}

static void check_host(const uint8_t *data, size_t size)
{
    struct host_note note = { 0 };
    struct bytes_writer out;

    if (host_note_decode(data, size, &note) != STATUS_OK)
        return;
    bytes_writer_init(&out);
    host_note_encode(&note, &out);
    bytes_writer_clear(&out);
    host_note_clear(&note);
}

void fuzz_one(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] % 2 == 1)
        check_host(data + 1, size - 1);
    else if (size > 0)
        check_comm(data + 1, size - 1);
}
