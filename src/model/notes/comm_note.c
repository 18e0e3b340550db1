/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * comm_note.c - runs are found greedily: each takes all members that follow
 * with the same stride.
 */
#include "model/notes/comm_note.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

/* More members than any machine has; damage must not make us allocate. */
#define MEMBERS_MOST (1u << 24)

static uint32_t run_length(const uint32_t *members, uint32_t left)
{
    uint32_t length = left < 2 ? left : 2;
    int64_t stride = left < 2 ? 0 : (int64_t)members[1] - members[0];

    while (length < left &&
           (int64_t)members[length] - members[length - 1] == stride)
        length++;
    return length;
}

static uint32_t count_runs(const uint32_t *members, uint32_t size)
{
    uint32_t runs = 0;

    for (uint32_t at = 0; at < size; runs++)
        at += run_length(members + at, size - at);
    return runs;
}

static void encode_members(const uint32_t *members, uint32_t size,
                           struct bytes_writer *out)
{
    PUT_NUMBERS(out, size, count_runs(members, size));
    for (uint32_t at = 0; at < size;) {
        uint32_t length = run_length(members + at, size - at);

        PUT_NUMBERS(out, members[at], length);
        if (length > 1)
            bytes_put_signed(out, (int64_t)members[at + 1] - members[at]);
        at += length;
    }
}

void comm_note_encode(const struct comm_note *note, struct bytes_writer *out)
{
    bytes_put_string(out, note->name == NULL ? "" : note->name);
    encode_members(note->members, note->size, out);
    encode_members(note->remote_members, note->remote_size, out);
    bytes_put_string(out, note->made_by == NULL ? "" : note->made_by);
}

struct run {
    uint64_t first, length;
    int64_t stride;
};

static int64_t last_of(const struct run *run)
{
    return (int64_t)run->first + run->stride * ((int64_t)run->length - 1);
}

/* A run of at most `left' members; false: it is none. */
static bool get_run(struct bytes_reader *in, uint32_t left, struct run *run)
{
    run->first = bytes_get_number(in);
    run->length = bytes_get_number(in);
    run->stride = run->length > 1 ? bytes_get_signed(in) : 0;
    return !in->failed && run->length > 0 && run->length <= left &&
           run->first <= UINT32_MAX && run->stride <= UINT32_MAX &&
           run->stride >= -(int64_t)UINT32_MAX && last_of(run) >= 0 &&
           last_of(run) <= UINT32_MAX;
}

/* Reads a run into members; its length, 0 when it is no run. */
static uint32_t decode_run(struct bytes_reader *in, uint32_t *members,
                           uint32_t left)
{
    struct run run;

    if (!get_run(in, left, &run))
        return 0;
    for (uint64_t i = 0; i < run.length; i++)
        members[i] = (uint32_t)((int64_t)run.first + run.stride * (int64_t)i);
    return (uint32_t)run.length;
}

static enum status decode_members(struct bytes_reader *in, uint32_t *size,
                                  uint32_t **members)
{
    uint64_t count = bytes_get_number(in);
    size_t runs = bytes_get_count(in, 2);
    uint32_t done = 0;

    if (in->failed || count > MEMBERS_MOST)
        return STATUS_BAD_FORMAT;
    *members = malloc((size_t)count * sizeof(uint32_t) + 1);
    if (*members == NULL)
        return STATUS_NO_MEMORY;
    *size = (uint32_t)count;
    for (size_t i = 0; i < runs; i++) {
        uint32_t length = decode_run(in, *members + done, *size - done);

        if (length == 0)
            return STATUS_BAD_FORMAT;
        done += length;
    }
    return done == *size ? STATUS_OK : STATUS_BAD_FORMAT;
}

static enum status decode_fields(struct bytes_reader *in,
                                 struct comm_note *note)
{
    enum status status;

    note->name = bytes_get_string(in);
    status = decode_members(in, &note->size, &note->members);
    if (status == STATUS_OK)
        status = decode_members(in, &note->remote_size, &note->remote_members);
    if (status == STATUS_OK && in->at < in->size)
        note->made_by = bytes_get_string(in);
    if (status == STATUS_OK && (in->failed || in->at != in->size))
        status = STATUS_BAD_FORMAT;
    return status;
}

enum status comm_note_decode(const void *data, size_t size,
                             struct comm_note *out)
{
    struct comm_note note = { 0 };
    struct bytes_reader in;
    enum status status;

    bytes_reader_init(&in, data, size);
    status = decode_fields(&in, &note);
    if (status != STATUS_OK) {
        comm_note_clear(&note);
        return log_fail(status, "the members of a communicator cannot be "
                                "read");
    }
    *out = note;
    return STATUS_OK;
}

uint32_t comm_note_size(const void *data, size_t size)
{
    struct bytes_reader in;
    uint64_t count;
    size_t length;

    bytes_reader_init(&in, data, size);
    bytes_get_sized(&in, &length); /* the name */
    count = bytes_get_number(&in);
    return in.failed || count > MEMBERS_MOST ? 0 : (uint32_t)count;
}

/* Members seen so far, of a world of that many ranks and of others. */
struct seen {
    uint64_t ranks, inside, outside;
};

static bool see_member(struct seen *seen, uint64_t member)
{
    seen->inside += member < seen->ranks;
    seen->outside += member == UINT32_MAX;
    return member < seen->ranks || member == UINT32_MAX;
}

/* In a run of three or more the ends tell of those between. */
static bool see_run(struct seen *seen, const struct run *run)
{
    bool plausible =
        see_member(seen, run->first) &&
        (run->length == 1 || see_member(seen, (uint64_t)last_of(run)));

    if (!plausible || run->length <= 2)
        return plausible;
    if (run->first < seen->ranks)
        seen->inside += run->length - 2;
    else
        seen->outside += run->length - 2;
    return run->stride == 0 ||
           (run->first < seen->ranks && (uint64_t)last_of(run) < seen->ranks);
}

static bool members_fit(struct bytes_reader *in, uint32_t ranks)
{
    struct seen seen = { .ranks = ranks };
    uint64_t left = bytes_get_number(in);
    size_t runs = bytes_get_count(in, 2);

    if (in->failed || left > MEMBERS_MOST)
        return false;
    for (size_t i = 0; i < runs; i++) {
        struct run run;

        if (!get_run(in, (uint32_t)left, &run) || !see_run(&seen, &run))
            return false;
        left -= run.length;
    }
    return left == 0 && seen.inside <= ranks &&
           seen.outside <= COMM_NOTE_OUTSIDE_MOST;
}

bool comm_note_fits(const void *data, size_t size, uint32_t ranks)
{
    struct bytes_reader in;

    bytes_reader_init(&in, data, size);
    bytes_get(&in, bytes_get_count(&in, 1)); /* the name */
    return members_fit(&in, ranks) && members_fit(&in, ranks);
}

void comm_note_clear(struct comm_note *note)
{
    FREE_ALL(note->name, note->members, note->remote_members, note->made_by);
    *note = (struct comm_note){ 0 };
}
