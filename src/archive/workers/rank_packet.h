/*
 * rank_packet.h - what a worker that has read a rank hands over to the process
 * that puts all ranks together.
 *
 * Shape: a file of parcels, a rank each, in ascending order.  A parcel has what
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

struct parcel_writer {
    int file;
    struct bytes_writer bytes; /* of the current one */
    struct additions additions;
    size_t remarks; /* that are in parcels already; likewise */
    uint32_t sites, locations;
};

/* The reading goes on in this process; file: gets the parcels. */
void parcel_writer_begin(struct parcel_writer *writer,
                         struct reading *reading, int file);
void parcel_writer_clear(struct parcel_writer *writer);
/* Frees what the rank has. */
enum status parcel_put(struct parcel_writer *writer, struct reading *reading,
                       uint32_t rank);

/* Of one worker. */
struct parcel_reader {
    struct bytes_reader bytes;
    struct additions_map map;
    uint32_t part; /* of the replay log */
    void *mapped;
    size_t mapped_bytes;
};

bool parcel_reader_open(struct parcel_reader *reader, int file,
                        const struct additions_into *into, uint32_t part);
void parcel_reader_close(struct parcel_reader *reader);
/* The next one, which is of that rank, into the reading. */
enum status parcel_take(struct parcel_reader *reader, struct reading *reading,
                        struct additions_into *into, uint32_t rank);

#endif
