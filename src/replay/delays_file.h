/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * delays_file.h - a record of each wait, written forwards and read backwards.
 *
 * A wait that made its rank late for others is charged with their waits, and
 * propagates that cost to its own causes.  Reading backwards in time, all
 * consequences of a wait are known when its record is read, so one pass is
 * enough.
 * Shape: records in an unnamed file, each followed by its length.
 * Units: ns.  Threads: one owner.  Memory: two buffers, and ranges of waits
 * that receive costs.  Errors: false, logged.
 */
#ifndef REPLAY_DELAYS_FILE_H
#define REPLAY_DELAYS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct delays_part {
    double cost; /* d(c) */
    uint32_t activity, unused;
};

struct delays_fixed {
    double ns, scale;
    uint32_t rank, culprit;
    uint32_t first_wait, end_wait; /* waits of the culprit in the interval */
    uint32_t parts, unused;
};

struct delays_record {
    struct delays_fixed fixed;
    struct delays_part *parts;
    size_t room;
    double sum; /* of the parts */
};

struct delays_file {
    int file;
    unsigned char *buffer;
    size_t used;
    uint64_t written;
    struct delays_record record; /* record being written or read */
};

/* Cost of a rank's activity to others: direct, and through waits these caused
 * in turn. */
struct delay_cost {
    uint32_t rank, activity;
    double short_term, long_term;
};

bool delays_file_init(struct delays_file *file);
bool delays_file_empty(struct delays_file *file);
void delays_file_clear(struct delays_file *file);

void delays_record_begin(struct delays_record *record, uint32_t rank,
                         uint32_t culprit, uint64_t ns);
bool delays_record_part(struct delays_record *record, uint32_t activity,
                        double cost);
bool delays_file_put(struct delays_file *file,
                     const struct delays_record *record);
/* Reads everything back; waits: number of waits per rank, 0 afterwards. *out:
 * existing costs, or NULL, replaced by all costs; the caller frees them. */
bool delays_file_costs(struct delays_file *file, uint32_t *waits,
                       uint32_t ranks, struct delay_cost **out, size_t *count);

#endif
