/*
 * rank_packet.h - what a worker that has read a rank hands over to the process
 * that puts all ranks together.
 *
 * Shape: a file of packets, a rank each, in ascending order.  A packet has what
 * the rank brought that was not there before: names, remarks, sites and
 * locations of the replay log; and its numbers.  Parcels of all workers that
 * are taken in ascending order of ranks give the same ids, in the same order,
 * as one process that reads all of them.
 * Units: as in struct reading.  Threads: one owner.  Memory: clear frees.
 * Errors: logged by the reader; the writer tells its status.
 */
#ifndef ARCHIVE_WORKERS_RANK_PACKET_H
#define ARCHIVE_WORKERS_RANK_PACKET_H

#include "archive/workers/definition_delta.h"
#include "archive/reader/reading.h"

struct rank_packet_writer {
    int file;
    struct bytes_writer bytes; /* of the current one */
    struct definition_delta delta;
    size_t remarks; /* that are in packets already; likewise */
    uint32_t sites, locations;
};

/* The reading goes on in this process; file: gets the packets. */
void rank_packet_writer_begin(struct rank_packet_writer *writer,
                              struct reading *reading, int file);
void rank_packet_writer_clear(struct rank_packet_writer *writer);
/* Frees what the rank has. */
enum status rank_packet_put(struct rank_packet_writer *writer,
                            struct reading *reading, uint32_t rank);

/* Of one worker. */
struct rank_packet_reader {
    struct bytes_reader bytes;
    struct definition_delta_map map;
    uint32_t part; /* of the replay log */
    void *mapped;
    size_t mapped_bytes;
};

bool rank_packet_reader_open(struct rank_packet_reader *reader, int file,
                             const struct definition_delta_into *into,
                             uint32_t part);
void rank_packet_reader_close(struct rank_packet_reader *reader);
/* The next one, which is of that rank, into the reading. */
enum status rank_packet_take(struct rank_packet_reader *reader,
                             struct reading *reading,
                             struct definition_delta_into *into,
                             uint32_t rank);

#endif
