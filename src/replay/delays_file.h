/*
 * delays_file.h - a record of each wait, written forwards and read backwards.
 *
 * A wait that made its rank late for others is charged with their waits, and
 * passes that on to what caused it.  Backwards in time all that a wait has led
 * to is known when it is read, so that one pass is enough.
 * Shape: records in a file without a name; their length is at their end.
 * Units: ns.  Threads: one owner.  Memory: two buffers, and ranges of waits
 * that costs are passed on to.  Errors: false, logged.
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
    uint32_t first_wait, end_wait; /* of the culprit, in the interval */
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
    struct delays_record record; /* being made or read */
};

/* What an activity of a rank has cost others: directly, and by waits that
 * these then caused. */
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
/* Reads all back; waits: how many each rank has had, 0 in the end.  *out:
 * costs that are there already, or NULL, and all of them then; the caller frees
 * it. */
bool delays_file_costs(struct delays_file *file, uint32_t *waits,
                       uint32_t ranks, struct delay_cost **out,
                       size_t *count);

#endif
