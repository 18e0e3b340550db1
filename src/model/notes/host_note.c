/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * host_note.c - encodes the processor's model and, if the clock was compared,
 * a 0 and its numbers.
 */
#include "model/notes/host_note.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"

void host_note_encode(const struct host_note *note, struct bytes_writer *out)
{
    bytes_put(out, note->cpu, strlen(note->cpu));
    if (!note->compared && note->memory_bytes == 0)
        return;
    bytes_put(out, "", 1);
    bytes_put_signed(out, note->ahead_ns);
    bytes_put_number(out, note->error_ns);
    bytes_put_signed(out, note->drift);
    if (note->memory_bytes != 0)
        bytes_put_number(out, note->memory_bytes);
}

/* A clock that was compared is never known without any error. */
static enum status decode_rest(const char *data, size_t size,
                               struct host_note *note)
{
    struct bytes_reader in;

    bytes_reader_init(&in, data, size);
    note->ahead_ns = bytes_get_signed(&in);
    note->error_ns = bytes_get_number(&in);
    note->drift = bytes_get_signed(&in);
    note->compared =
        note->ahead_ns != 0 || note->error_ns != 0 || note->drift != 0;
    if (in.at < in.size)
        note->memory_bytes = bytes_get_number(&in);
    return in.failed || in.at != in.size ? STATUS_BAD_FORMAT : STATUS_OK;
}

enum status host_note_decode(const void *data, size_t size,
                             struct host_note *out)
{
    size_t length = size == 0 ? 0 : strnlen(data, size);
    struct host_note note = { .cpu = strndup(size == 0 ? "" : data, length) };
    enum status status = STATUS_OK;

    if (note.cpu == NULL)
        status = STATUS_NO_MEMORY;
    else if (length < size)
        status = decode_rest((const char *)data + length + 1,
                             size - length - 1, &note);
    if (status != STATUS_OK) {
        host_note_clear(&note);
        return log_fail(status, "what is known of a host cannot be read");
    }
    *out = note;
    return STATUS_OK;
}

void host_note_clear(struct host_note *note)
{
    free(note->cpu);
    *note = (struct host_note){ 0 };
}
