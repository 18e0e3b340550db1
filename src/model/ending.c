/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ending.c - encodes and decodes endings; field order as in
 * share/doc/profile-format.md.
 */
#include "model/ending.h"

#include <stdlib.h>

#include "model/definitions.h"

#define WAIT_BYTES 4 /* the least that one takes */
#define PEER_SHIFT (-ENDING_NOBODY)

enum ending_flag {
    FLAG_AT_KNOWN = 1,
    FLAG_PATH_KNOWN = 2,
    FLAG_WAIT_ANY = 4,
    FLAG_WAITS_CUT = 8,
    FLAGS = 15
};

void ending_clear(struct rank_ending *ending)
{
    free(ending->waits);
    *ending = (struct rank_ending){ 0 };
}

static unsigned flags_of(const struct rank_ending *ending)
{
    return (ending->at_known ? FLAG_AT_KNOWN : 0) |
           (ending->path_known ? FLAG_PATH_KNOWN : 0) |
           (ending->wait_any ? FLAG_WAIT_ANY : 0) |
           (ending->waits_cut ? FLAG_WAITS_CUT : 0);
}

static void put_wait(const struct ending_wait *wait, struct bytes_writer *out)
{
    PUT_NUMBERS(out, wait->kind, (uint64_t)((int64_t)wait->peer + PEER_SHIFT));
    bytes_put_signed(out, wait->tag);
    bytes_put_number(out, wait->comm);
}

void ending_encode(const struct rank_ending *ending, struct bytes_writer *out)
{
    bool in_call = ending->call != ENDING_NO_CALL;

    bytes_put_number(out, ending->how);
    bytes_put_signed(out, ending->code);
    PUT_NUMBERS(out, flags_of(ending), ending->at,
                in_call ? (uint64_t)ending->call + 1 : 0, ending->since,
                ending->path, ending->region, ending->comm,
                ending->wait_count);
    for (size_t i = 0; i < ending->wait_count; i++)
        put_wait(&ending->waits[i], out);
}

static int32_t get_int32(struct bytes_reader *in)
{
    int64_t value = bytes_get_signed(in);

    if (value < INT32_MIN || value > INT32_MAX) {
        in->failed = true;
        return 0;
    }
    return (int32_t)value;
}

static void get_flags(struct bytes_reader *in, struct rank_ending *out)
{
    unsigned flags = bytes_get_below(in, FLAGS + 1);

    out->at_known = flags & FLAG_AT_KNOWN;
    out->path_known = flags & FLAG_PATH_KNOWN;
    out->wait_any = flags & FLAG_WAIT_ANY;
    out->waits_cut = flags & FLAG_WAITS_CUT;
}

static void get_place(struct bytes_reader *in, const struct definitions *names,
                      uint32_t calls, struct rank_ending *out)
{
    uint32_t call = bytes_get_below(in, calls + 1);

    out->call = call == 0 ? ENDING_NO_CALL : call - 1;
    out->since = bytes_get_number(in);
    out->path = bytes_get_below(in, definitions_count(names, DEFINITION_PATH));
    out->region =
        bytes_get_below(in, definitions_count(names, DEFINITION_REGION_NODE));
    out->comm = bytes_get_below(in, definitions_count(names, DEFINITION_COMM));
}

static void get_wait(struct bytes_reader *in, const struct definitions *names,
                     uint32_t ranks, struct ending_wait *out)
{
    out->kind = (uint8_t)bytes_get_below(in, ENDING_WAIT_KINDS);
    out->peer = (int32_t)bytes_get_below(in, (uint64_t)ranks + PEER_SHIFT) -
                PEER_SHIFT;
    out->tag = get_int32(in);
    out->comm = bytes_get_below(in, definitions_count(names, DEFINITION_COMM));
}

static enum status get_waits(struct bytes_reader *in,
                             const struct definitions *names, uint32_t ranks,
                             struct rank_ending *out)
{
    size_t count = bytes_get_count(in, WAIT_BYTES);

    out->waits = calloc(count + 1, sizeof(*out->waits));
    if (out->waits == NULL)
        return STATUS_NO_MEMORY;
    out->wait_count = count;
    for (size_t i = 0; i < count && !in->failed; i++)
        get_wait(in, names, ranks, &out->waits[i]);
    return in->failed ? STATUS_BAD_FORMAT : STATUS_OK;
}

enum status ending_decode(struct bytes_reader *in,
                          const struct definitions *names, uint32_t calls,
                          uint32_t ranks, struct rank_ending *out)
{
    out->how = (uint8_t)bytes_get_below(in, ENDING_KINDS);
    out->code = get_int32(in);
    get_flags(in, out);
    out->at = bytes_get_number(in);
    get_place(in, names, calls, out);
    if (out->how == ENDING_FINALIZED) /* it would not be there */
        in->failed = true;
    return get_waits(in, names, ranks, out);
}
