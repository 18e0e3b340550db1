/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * device_use.h - what ran on the accelerators of a rank: kernels and copies, by
 * stream.
 *
 * Shape: a row for each (stream, call, kind), where call is the position of the
 * kernel's or copy's name in the profile's list of calls.
 * Units: ns, bytes.  Threads: one owner.  Memory: device_use_clear().  Errors:
 * STATUS_BAD_FORMAT for damaged input, or no memory; not logged.
 */
#ifndef MODEL_RESOURCES_DEVICE_USE_H
#define MODEL_RESOURCES_DEVICE_USE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/map.h"
#include "base/status.h"

enum device_kind {
    DEVICE_KERNEL,
    DEVICE_COPY_TO,   /* from the host's memory to the device */
    DEVICE_COPY_FROM, /* from the device to the host's memory */
    DEVICE_COPY_ON,   /* on the device, or from one device to another */
    DEVICE_KINDS
};

struct device_row {
    uint32_t stream, call, kind; /* enum device_kind; the key */
    uint32_t unused;
    uint64_t count, time, longest, bytes;
};

struct device_use {
    char **streams; /* names */
    uint32_t stream_count;
    MAP_OF(struct device_row, rows, row_count);
};

/* "kernel", "copy to device" ... */
const char *device_kind_title(enum device_kind kind);
/* Adds a stream; false without memory. */
bool device_use_stream(struct device_use *use, const char *name);
/* Adds to the row of the last stream; false without memory. */
bool device_use_add(struct device_use *use, const struct device_row *one);
void device_use_clear(struct device_use *use);

/* Field order: share/doc/profile-format.md.  Encode only if there are
 * streams. */
void device_use_encode(const struct device_use *use, struct bytes_writer *out);
/* calls: positions below this are sound. */
enum status device_use_decode(struct bytes_reader *in, size_t calls,
                              struct device_use *out);

#endif
