/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * rank_packet.h - data of one rank, passed from the worker that read it to the
 * process that merges all ranks.
 *
 * Shape: a file of packets, one per rank, in ascending order.  A packet has
 * everything new from that rank: names, remarks, sites and locations of the
 * replay log; and the rank's numbers.  Packets of all workers, taken in
 * ascending order of ranks, give the same ids, in the same order, as one
 * process that reads all ranks.
 * Units: as in struct reading.  Threads: one owner.  Memory: clear frees.
 * Errors: logged by the reader; the writer returns its status.
 */
#ifndef ARCHIVE_WORKERS_RANK_PACKET_H
#define ARCHIVE_WORKERS_RANK_PACKET_H

#include "archive/workers/definition_delta.h"
#include "archive/events/reading.h"

struct rank_packet_writer {
    int file;
    struct bytes_writer bytes; /* current packet */
    struct definition_delta delta;
    size_t remarks;            /* number already written to packets */
    uint32_t sites, locations; /* same */
};

/* Attaches to a reading in this process; file: receives the packets. */
void rank_packet_writer_begin(struct rank_packet_writer *writer,
                              struct reading *reading, int file);
void rank_packet_writer_clear(struct rank_packet_writer *writer);
/* Writes the rank, and frees its data. */
enum status rank_packet_put(struct rank_packet_writer *writer,
                            struct reading *reading, uint32_t rank);

/* Reader for one worker's packets. */
struct rank_packet_reader {
    struct bytes_reader bytes;
    struct definition_delta_map map;
    uint32_t part; /* part number in the replay log */
    void *mapped;
    size_t mapped_bytes;
};

bool rank_packet_reader_open(struct rank_packet_reader *reader, int file,
                             const struct definition_delta_into *into,
                             uint32_t part);
void rank_packet_reader_close(struct rank_packet_reader *reader);
/* Merges the next packet, which must be that rank's, into the reading. */
enum status rank_packet_take(struct rank_packet_reader *reader,
                             struct reading *reading,
                             struct definition_delta_into *into,
                             uint32_t rank);

#endif
