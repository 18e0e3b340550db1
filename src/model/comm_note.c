/*
 * comm_note.c - runs are found greedily: each takes all members that follow
 * with the same stride.
 */
#include "model/comm_note.h"

#include <stdlib.h>
#include <string.h>

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
    bytes_put_number(out, size);
    bytes_put_number(out, count_runs(members, size));
    for (uint32_t at = 0; at < size;) {
        uint32_t length = run_length(members + at, size - at);

        bytes_put_number(out, members[at]);
        bytes_put_number(out, length);
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

/* Reads a run into members; its length, 0 when it is no run. */
static uint32_t decode_run(struct bytes_reader *in, uint32_t *members,
                           uint32_t left)
{
    uint64_t first = bytes_get_number(in), length = bytes_get_number(in);
    int64_t stride = length > 1 ? bytes_get_signed(in) : 0;
    int64_t last;

    if (in->failed || length == 0 || length > left || first > UINT32_MAX ||
        stride > UINT32_MAX || stride < -(int64_t)UINT32_MAX)
        return 0;
    last = (int64_t)first + stride * ((int64_t)length - 1);
    if (last < 0 || last > UINT32_MAX)
        return 0;
    for (uint64_t i = 0; i < length; i++)
        members[i] = (uint32_t)((int64_t)first + stride * (int64_t)i);
    return (uint32_t)length;
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
        status = decode_members(in, &note->remote_size,
                                &note->remote_members);
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

void comm_note_clear(struct comm_note *note)
{
    free(note->name);
    free(note->members);
    free(note->remote_members);
    free(note->made_by);
    *note = (struct comm_note){ 0 };
}
