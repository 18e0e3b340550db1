/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_recover_events.c - events of a writer that was stopped at any moment.
 *
 * A chunk is what OTF2 has in memory: its records, then zeros.  It is cut at
 * every byte of its last records, and joined with others in a file.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recover/recover_events.h"
#include "unit.h"

#define CHUNK 4096
#define REGIONS 300
#define LOCATION 7

/* Of a chunk that is being filled: what comes next goes where. */
struct filled {
    uint8_t data[CHUNK];
    size_t at;
    uint64_t events;                 /* before this chunk, and in it */
    size_t lengths[8], length_count; /* where they are */
};

static uint8_t used[REGIONS];

static struct recover_scan new_scan(void)
{
    memset(used, 0, sizeof(used));
    return (struct recover_scan){ .used = used,
                                  .region_count = REGIONS,
                                  .call_count = 200 };
}

static void put64(uint8_t *at, uint64_t value)
{
    memcpy(at, &value, sizeof(value));
}

static void begin_chunk(struct filled *chunk, uint64_t events_before)
{
    memset(chunk, 0, sizeof(*chunk));
    chunk->data[0] = 3;
    chunk->data[1] = 0x42;
    put64(chunk->data + 2, events_before + 1);
    chunk->at = LEFT_CHUNK_HEAD;
    chunk->events = events_before;
}

static void put_time(struct filled *chunk, uint64_t time)
{
    chunk->data[chunk->at] = 5;
    put64(chunk->data + chunk->at + 1, time);
    chunk->at += 9;
}

/* Enter is 12, Leave 13. */
static void put_region(struct filled *chunk, uint8_t type, uint32_t region)
{
    uint8_t *at = chunk->data + chunk->at;

    at[0] = type;
    at[1] = region == 0 ? 0 : region < 256 ? 1 : 2;
    memcpy(at + 2, &region, at[1]);
    chunk->at += 2 + (size_t)at[1];
    chunk->events++;
}

/* A record with its length: MpiSend is 14, a list of attributes 6. */
static void put_lengthy(struct filled *chunk, uint8_t type, uint8_t bytes)
{
    uint8_t *at = chunk->data + chunk->at;

    chunk->lengths[chunk->length_count++ % 8] = chunk->at + 1;
    at[0] = type;
    at[1] = bytes;
    memset(at + 2, 0x55, bytes);
    chunk->at += 2 + (size_t)bytes;
    chunk->events += type != 6;
}

static void put_call(struct filled *chunk, uint64_t time, uint32_t region)
{
    put_time(chunk, time);
    put_lengthy(chunk, 6, 9);
    put_region(chunk, 12, region);
    put_lengthy(chunk, 14, 7);
    put_time(chunk, time + 5);
    put_region(chunk, 13, region);
}

UNIT_TEST(records_are_counted_and_what_is_open_is_known)
{
    struct recover_scan scan = new_scan();
    struct filled chunk;

    begin_chunk(&chunk, 0);
    put_time(&chunk, 100);
    put_region(&chunk, 12, 299);
    put_call(&chunk, 110, 3);
    CU_ASSERT_EQUAL(recover_scan_chunk(&scan, chunk.data, CHUNK), chunk.at);
    CU_ASSERT_EQUAL(scan.events, 4);
    CU_ASSERT_EQUAL(scan.first, 100);
    CU_ASSERT_EQUAL(scan.last, 115);
    CU_ASSERT_EQUAL(scan.calls, 1);
    CU_ASSERT_EQUAL_FATAL(scan.open_count, 1);
    CU_ASSERT_EQUAL(scan.open[0], 299);
    CU_ASSERT(used[3] && used[299] && !used[4]);
    recover_scan_clear(&scan);
}

/* Where a record ends, and how many events there are up to there. */
struct border {
    size_t at;
    uint64_t events;
};

static size_t fill_with_borders(struct filled *chunk, struct border *borders)
{
    size_t count = 0;

    begin_chunk(chunk, 0);
    put_time(chunk, 100);
    put_region(chunk, 12, 299);
    borders[count++] = (struct border){ chunk->at, chunk->events };
    put_time(chunk, 110);
    put_lengthy(chunk, 6, 9);
    put_region(chunk, 12, 3);
    borders[count++] = (struct border){ chunk->at, chunk->events };
    put_lengthy(chunk, 14, 7);
    borders[count++] = (struct border){ chunk->at, chunk->events };
    put_time(chunk, 115);
    put_region(chunk, 13, 3);
    borders[count++] = (struct border){ chunk->at, chunk->events };
    put_region(chunk, 13, 299);
    borders[count++] = (struct border){ chunk->at, chunk->events };
    return count;
}

/* A chunk that begins with an Enter at 100; where that ends. */
static size_t begin_entered(struct filled *chunk)
{
    begin_chunk(chunk, 0);
    put_time(chunk, 100);
    put_region(chunk, 12, 3);
    return chunk->at;
}

/* Bytes that were not written yet are zeros, and so is a length as long as
 * what it counts is not there. */
static void tear(struct filled *chunk, size_t at)
{
    memset(chunk->data + at, 0, CHUNK - at);
    for (size_t i = 0; i < chunk->length_count; i++) {
        size_t length = chunk->lengths[i];

        if (at <= length + chunk->data[length])
            chunk->data[length] = 0;
    }
}

UNIT_TEST(a_record_torn_anywhere_ends_the_events_before_it)
{
    struct border borders[8];
    struct filled whole, torn;
    size_t count = fill_with_borders(&whole, borders);

    for (size_t at = borders[0].at; at <= whole.at; at++) {
        struct recover_scan scan = new_scan();
        size_t i = count - 1;

        while (borders[i].at > at)
            i--;
        torn = whole;
        tear(&torn, at);
        CU_ASSERT_EQUAL(recover_scan_chunk(&scan, torn.data, CHUNK),
                        borders[i].at);
        CU_ASSERT_EQUAL(scan.events, borders[i].events);
        recover_scan_clear(&scan);
    }
}

/* OTF2 writes the length of a record after the record. */
UNIT_TEST(a_record_without_its_length_is_torn)
{
    struct recover_scan scan = new_scan();
    struct filled chunk;
    size_t before;

    before = begin_entered(&chunk);
    put_lengthy(&chunk, 14, 7);
    chunk.data[before + 1] = 0;
    CU_ASSERT_EQUAL(recover_scan_chunk(&scan, chunk.data, CHUNK), before);
    CU_ASSERT_EQUAL(scan.events, 1);
    recover_scan_clear(&scan);
}

UNIT_TEST(what_makes_no_sense_ends_the_events)
{
    static const struct {
        uint8_t type;
        uint32_t region;
    } wrong[] = { { 12, REGIONS }, { 13, 4 }, { 2, 0 }, { 7, 1 } };

    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        struct recover_scan scan = new_scan();
        struct filled chunk;
        size_t before;

        before = begin_entered(&chunk);
        put_region(&chunk, wrong[i].type, wrong[i].region);
        put_region(&chunk, 13, 3);
        CU_ASSERT_EQUAL(recover_scan_chunk(&scan, chunk.data, CHUNK), before);
        recover_scan_clear(&scan);
    }
}

UNIT_TEST(time_does_not_go_back)
{
    struct recover_scan scan = new_scan();
    struct filled chunk;
    size_t before;

    begin_chunk(&chunk, 0);
    put_call(&chunk, 100, 3);
    before = chunk.at;
    put_call(&chunk, 90, 3);
    CU_ASSERT_EQUAL(recover_scan_chunk(&scan, chunk.data, CHUNK), before);
    CU_ASSERT_EQUAL(scan.last, 105);
    recover_scan_clear(&scan);
}

/* ---- several chunks ---- */

static int scratch(void)
{
    char path[] = "left-events-XXXXXX";
    int file = mkstemp(path);

    unlink(path);
    return file;
}

/* Three chunks, of three events each. */
static void fill_three(struct filled *chunks)
{
    for (uint64_t i = 0; i < 3; i++) {
        begin_chunk(&chunks[i], 3 * i);
        put_call(&chunks[i], 100 * (i + 1), 3);
    }
}

static struct recover_chunk label(const struct filled *chunk, uint32_t index)
{
    return (struct recover_chunk){ chunk->data, LOCATION, index };
}

/* So many chunks in the file; returns how many there are of all. */
static uint64_t join(const struct filled *chunks, size_t in_file,
                     const struct recover_chunk *kept, size_t kept_count,
                     bool *lost)
{
    struct recover_source source = {
        .file = scratch(),
        .file_bytes = in_file * CHUNK,
        .location = LOCATION,
        .kept = kept,
        .kept_count = kept_count,
        .chunk_bytes = CHUNK,
    };
    struct recover_scan scan = new_scan();
    struct recover_joined joined;
    int out = scratch();

    for (size_t i = 0; i < in_file; i++)
        CU_ASSERT_EQUAL(
            pwrite(source.file, chunks[i].data, CHUNK, (off_t)(i * CHUNK)),
            CHUNK);
    CU_ASSERT_EQUAL(recover_events_join(&source, out, &scan, &joined),
                    STATUS_OK);
    CU_ASSERT_EQUAL(scan.events, 3 * joined.chunks);
    *lost = joined.lost;
    recover_scan_clear(&scan);
    close(source.file);
    close(out);
    return joined.chunks;
}

UNIT_TEST(chunks_follow_the_file_in_any_order)
{
    struct filled chunks[3];
    struct recover_chunk kept[2];
    bool lost;

    fill_three(chunks);
    kept[0] = label(&chunks[2], 2);
    kept[1] = label(&chunks[1], 1);
    CU_ASSERT_EQUAL(join(chunks, 1, kept, 2, &lost), 3);
    CU_ASSERT_FALSE(lost);
}

UNIT_TEST(behind_a_gap_all_is_lost)
{
    struct filled chunks[3];
    struct recover_chunk kept;
    bool lost;

    fill_three(chunks);
    kept = label(&chunks[2], 2);
    CU_ASSERT_EQUAL(join(chunks, 1, &kept, 1, &lost), 1);
    CU_ASSERT_TRUE(lost);
}

/* What a flush has written while its chunks had not been given back yet. */
UNIT_TEST(chunks_that_are_in_the_file_count_once)
{
    struct filled chunks[3];
    struct recover_chunk kept[3];
    bool lost;

    fill_three(chunks);
    for (uint32_t i = 0; i < 3; i++)
        kept[i] = label(&chunks[i], i);
    CU_ASSERT_EQUAL(join(chunks, 2, kept, 3, &lost), 3);
    CU_ASSERT_FALSE(lost);
}

UNIT_TEST(chunks_of_others_and_stale_ones_do_not_count)
{
    struct filled chunks[3], stale;
    struct recover_chunk kept[2];
    bool lost;

    fill_three(chunks);
    kept[0] = label(&chunks[1], 1);
    kept[0].location = LOCATION + 1;
    begin_chunk(&stale, 77); /* another number of events was before it */
    put_call(&stale, 900, 3);
    kept[1] = label(&stale, 1);
    CU_ASSERT_EQUAL(join(chunks, 1, kept, 2, &lost), 1);
    CU_ASSERT_TRUE(lost);
}

UNIT_TEST(a_chunk_that_was_only_begun_loses_nothing)
{
    struct filled chunks[3], begun;
    struct recover_chunk kept;
    bool lost;

    fill_three(chunks);
    begin_chunk(&begun, 3);
    kept = label(&begun, 1);
    CU_ASSERT_EQUAL(join(chunks, 1, &kept, 1, &lost), 1);
    CU_ASSERT_FALSE(lost);
    memset(begun.data, 0, CHUNK);
    CU_ASSERT_EQUAL(join(chunks, 1, &kept, 1, &lost), 1);
    CU_ASSERT_FALSE(lost);
}

static uint64_t get64(int file, uint64_t from)
{
    uint64_t value = 0;

    CU_ASSERT_EQUAL(pread(file, &value, 8, (off_t)from), 8);
    return value;
}

static void write_tail(int file, struct filled *tail)
{
    put64(tail->data + 10, tail->events);
    tail->data[tail->at++] = 2;
    tail->data[tail->at++] = 1;
    CU_ASSERT_EQUAL(pwrite(file, tail->data, tail->at, 0), (ssize_t)tail->at);
}

UNIT_TEST(a_tail_goes_into_the_last_chunk_or_behind_it)
{
    struct recover_joined joined = { .chunks = 1, .used = 100 };
    int tail = scratch(), out = scratch();
    struct filled more;
    struct stat facts;

    begin_chunk(&more, 0);
    put_call(&more, 500, 3);
    write_tail(tail, &more);
    CU_ASSERT_EQUAL(recover_events_append(out, &joined, tail, CHUNK, 10),
                    STATUS_OK);
    fstat(out, &facts);
    CU_ASSERT_EQUAL((size_t)facts.st_size, 100 + more.at - LEFT_CHUNK_HEAD);
    CU_ASSERT_EQUAL(get64(out, 10), 13);
    joined.used = CHUNK - 5;
    CU_ASSERT_EQUAL(recover_events_append(out, &joined, tail, CHUNK, 10),
                    STATUS_OK);
    fstat(out, &facts);
    CU_ASSERT_EQUAL((size_t)facts.st_size, CHUNK + more.at);
    CU_ASSERT_EQUAL(get64(out, CHUNK + 2), 11);
    CU_ASSERT_EQUAL(get64(out, CHUNK + 10), 13);
    close(tail);
    close(out);
}
