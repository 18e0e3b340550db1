/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * left.c - the files that the ranks of a run have left behind.
 *
 * The bytes are segments of the file of rank 0, then of rank 1 ...: of each
 * its kind, its owner, and its size in 256 bytes as two bytes, the lower one
 * first; then what is in it, all else is zeros: how many zeros (two bytes),
 * how many bytes (one) and these, up to a piece of neither.
 * Three kinds are no segments: 0 ends the file of a rank, 254 is a part of the
 * journal that names the procedures, 255 is put over the list of segments.
 * Sizes of structures and the number of procedures that a head leaves 0 are
 * filled in, so that an input outlives a change of these.
 * squeeze_left.py makes such bytes of the files of a run.
 */
#define _GNU_SOURCE
#include "recover/recover_run.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live/persist.h"
#include "base/text/strbuf.h"
#include "everything.h"
#include "fuzz.h"
#include "live/journal.h"
#include "live/persist_file.h"
#include "live/persist_thread.h"

#define FILES_MOST 4
#define SIZE_UNIT 256u
#define KIND_END 0
#define KIND_CALLS 254
#define KIND_LIST 255

struct input {
    const uint8_t *at, *end;
};

static char folder[64];

/* A file that is being made. */
static struct {
    int file; /* -1: none is */
    uint64_t end;
    struct persist_list list;
} made = { .file = -1 };

static const char *path_of(int rank)
{
    static char path[96];

    snprintf(path, sizeof(path), "%s/" PERSIST_FOLDER "/%d", folder, rank);
    return path;
}

static void take_away(void)
{
    for (int i = 0; i < FILES_MOST; i++)
        unlink(path_of(i));
    *strrchr((char *)path_of(0), '/') = '\0';
    rmdir(path_of(0));
    rmdir(folder);
}

static void make_folder(void)
{
    char path[96];

    snprintf(folder, sizeof(folder), "%s/mpiprof-left-%d",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
             (int)getpid());
    snprintf(path, sizeof(path), "%s/" PERSIST_FOLDER, folder);
    if (mkdir(folder, 0700) != 0 || mkdir(path, 0700) != 0)
        abort();
    atexit(take_away);
}

static void put(const void *data, size_t size, uint64_t at)
{
    if (pwrite(made.file, data, size, (off_t)at) != (ssize_t)size)
        abort();
}

static uint64_t aligned(uint64_t bytes)
{
    return (bytes + PERSIST_ALIGNMENT - 1) / PERSIST_ALIGNMENT *
           PERSIST_ALIGNMENT;
}

static void begin_file(int rank)
{
    made.file = open(path_of(rank), O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (made.file < 0)
        abort();
    memset(&made.list, 0, sizeof(made.list));
    memcpy(made.list.magic, PERSIST_MAGIC, sizeof(PERSIST_MAGIC));
    made.list.version = PERSIST_VERSION;
    made.list.order = 1;
    made.end = aligned(sizeof(made.list));
}

static void end_file(void)
{
    if (made.file < 0)
        return;
    put(&made.list, sizeof(made.list), 0);
    if (ftruncate(made.file, (off_t)made.end) != 0)
        abort();
    fuzz_allow(made.end); /* it is read into memory, holes are not */
    close(made.file);
    made.file = -1;
}

static size_t take_number(struct input *input, int bytes)
{
    size_t number = 0;

    for (int i = 0; i < bytes && input->at < input->end; i++)
        number |= (size_t)*input->at++ << 8 * i;
    return number;
}

/* The next bytes that are not zeros, and where they go; NULL: no more. */
static const uint8_t *take_piece(struct input *input, size_t *at,
                                 size_t *size)
{
    size_t zeros = take_number(input, 2);
    const uint8_t *data;

    *size = take_number(input, 1);
    if (*size > (size_t)(input->end - input->at))
        *size = (size_t)(input->end - input->at);
    data = input->at;
    input->at += *size;
    *at += zeros;
    return zeros == 0 && *size == 0 ? NULL : data;
}

static void fill_in(uint32_t *field, size_t value)
{
    if (*field == 0)
        *field = (uint32_t)value;
}

static void complete_head(uint64_t at)
{
    struct persist_head head = { 0 };

    if (pread(made.file, &head, sizeof(head), (off_t)at) < 0)
        abort();
    fill_in(&head.thread_bytes, sizeof(struct persist_thread));
    fill_in(&head.row_bytes, sizeof(struct row));
    fill_in(&head.peer_bytes, sizeof(struct peer));
    fill_in(&head.region_bytes, sizeof(struct region_data));
    fill_in(&head.bins_bytes, sizeof(struct timebins));
    fill_in(&head.resources_bytes, sizeof(struct resource_bins));
    fill_in(&head.call_count, call_count);
    put(&head, sizeof(head), at);
}

static void list_segment(uint32_t kind, uint32_t owner, size_t bytes)
{
    if (made.list.count < PERSIST_SEGMENTS)
        made.list.segments[made.list.count++] = (struct persist_segment){
            .kind = kind, .owner = owner, .offset = made.end, .bytes = bytes
        };
    made.end += aligned(bytes);
}

static void put_segment(struct input *input, uint32_t kind, uint32_t owner,
                        size_t bytes)
{
    uint64_t start = made.end;
    size_t at = 0, size;
    const uint8_t *data;

    while ((data = take_piece(input, &at, &size)) != NULL) {
        if (at + size <= bytes)
            put(data, size, start + at);
        at += size;
    }
    if (kind == PERSIST_HEAD && bytes >= sizeof(struct persist_head))
        complete_head(start);
    list_segment(kind, owner, bytes);
}

static void damage_list(struct input *input)
{
    uint8_t *list = (uint8_t *)&made.list;
    size_t at = 0, size;
    const uint8_t *data;

    while ((data = take_piece(input, &at, &size)) != NULL) {
        if (at + size <= sizeof(made.list))
            memcpy(list + at, data, size);
        at += size;
    }
}

/* A record of all procedures, as keep_calls() of the recorder makes it. */
static void put_calls(uint32_t owner)
{
    uint32_t head[2] = { 0, JOURNAL_FACT };
    struct bytes_writer body;
    struct strbuf text = { 0 };

    bytes_writer_init(&body);
    for (uint32_t i = 0; i < call_count; i++)
        strbuf_printf(&text, "%s %d %d %d\n", call_table[i].name,
                      (int)call_table[i].class, (int)call_table[i].role,
                      (int)call_table[i].coll);
    bytes_put_string(&body, "calls");
    bytes_put_string(&body, strbuf_text(&text));
    head[0] = (uint32_t)body.size;
    put(head, sizeof(head), made.end);
    put(body.data, body.size, made.end + sizeof(head));
    list_segment(PERSIST_JOURNAL, owner, body.size + 2 * sizeof(head));
    bytes_writer_clear(&body);
    strbuf_clear(&text);
}

static void lay_out(struct input *input)
{
    int rank = 0;

    while (input->end - input->at >= 4 && rank < FILES_MOST) {
        uint32_t kind = (uint32_t)take_number(input, 1);
        uint32_t owner = (uint32_t)take_number(input, 1);
        size_t bytes = take_number(input, 2) * SIZE_UNIT;

        if (made.file < 0)
            begin_file(rank++);
        if (kind == KIND_END)
            end_file();
        else if (kind == KIND_CALLS)
            put_calls(owner);
        else if (kind == KIND_LIST)
            damage_list(input);
        else
            put_segment(input, kind, owner, bytes);
    }
    end_file();
}

void fuzz_one(const uint8_t *data, size_t size)
{
    struct input input = { data, data + size };
    struct profile *profile = NULL;

    if (folder[0] == '\0')
        make_folder();
    for (int i = 0; i < FILES_MOST; i++)
        unlink(path_of(i));
    lay_out(&input);
    if (recover_run_open(folder, NULL, 0, &profile) != STATUS_OK) {
        fuzz_check(fuzz_said(folder), "files are refused in a line with the "
                                      "name of one");
        return;
    }
    fuzz_accepted();
    everything_read(profile);
    if (everything_again(profile))
        everything_of(profile);
    profile_destroy(profile);
}
