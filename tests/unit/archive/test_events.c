/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_events.c - a trace that is no file, by a source of its own: from events
 * to wait states.
 *
 * As another tool might write it: no Enter names a window or a file.  Each
 * case of `calls' says which rank waits how long in it; a tick is a ms.
 */
#include "archive/events/reading.h"
#include "archive/workers/read_workers.h"
#include "../replay_script.h"

#define RANKS 3
#define BYTES 8
#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

enum { WORLD, ONLY_0, OTHERS, LOCATIONS }; /* groups; communicator WORLD */

enum what {
    TOGETHER,
    SYNC,
    LOCK,
    PUT,
    FLUSH,
    UNLOCK,
    FILE_ALL,
    WRITE_ALL,
    WRITE
};

struct call {
    uint32_t rank;
    const char *name;
    uint64_t begin, end;
    enum what what;
    uint32_t peer; /* target or group */
};

static const struct call calls[] = {
    /* Rank 0 waits 100 for its window. */
    { 0, "MPI_Win_create", 100, 210, TOGETHER, 0 },
    { 1, "MPI_Win_create", 200, 211, TOGETHER, 0 },
    { 2, "MPI_Win_create", 200, 212, TOGETHER, 0 },
    /* Rank 2 waits 145 in MPI_Win_flush for the lock of rank 1. */
    { 1, "MPI_Win_lock", 300, 301, LOCK, 0 },
    { 1, "MPI_Put", 302, 303, PUT, 0 },
    { 1, "MPI_Win_flush", 304, 320, FLUSH, 0 },
    { 1, "MPI_Win_unlock", 500, 505, UNLOCK, 0 },
    { 2, "MPI_Win_lock", 350, 351, LOCK, 0 },
    { 2, "MPI_Put", 352, 353, PUT, 0 },
    { 2, "MPI_Win_flush", 360, 510, FLUSH, 0 },
    { 2, "MPI_Win_unlock", 520, 521, UNLOCK, 0 },
    /* Rank 0 waits 150 for the post of rank 2, rank 1 waits 10 for rank 0,
     * which could have completed before.  Of all locations nobody is a
     * target. */
    { 0, "MPI_Win_post", 590, 591, SYNC, LOCATIONS },
    { 0, "MPI_Win_start", 600, 601, SYNC, OTHERS },
    { 0, "MPI_Win_complete", 650, 801, SYNC, OTHERS },
    { 1, "MPI_Win_post", 610, 611, SYNC, ONLY_0 },
    { 1, "MPI_Win_wait", 640, 900, SYNC, ONLY_0 },
    { 2, "MPI_Win_post", 800, 801, SYNC, ONLY_0 },
    { 2, "MPI_Win_wait", 810, 811, SYNC, ONLY_0 },
    /* Ranks 0 and 2 wait 100 and 50. */
    { 0, "MPI_Win_fence", 1000, 1101, TOGETHER, 0 },
    { 1, "MPI_Win_fence", 1100, 1102, TOGETHER, 0 },
    { 2, "MPI_Win_fence", 1050, 1103, TOGETHER, 0 },
    /* Rank 0 waits 100. */
    { 0, "MPI_File_open", 1200, 1301, FILE_ALL, 0 },
    { 1, "MPI_File_open", 1300, 1302, FILE_ALL, 0 },
    { 2, "MPI_File_open", 1300, 1303, FILE_ALL, 0 },
    /* Ranks 0 and 1 wait 150. */
    { 0, "MPI_File_write_all", 1400, 1551, WRITE_ALL, 0 },
    { 1, "MPI_File_write_all", 1400, 1552, WRITE_ALL, 0 },
    { 2, "MPI_File_write_all", 1550, 1553, WRITE_ALL, 0 },
    /* Rank 1 waits 50; rank 0 would wait as long for rank 2, did it need
     * that. */
    { 0, "MPI_File_write_ordered", 1700, 1760, WRITE_ALL, 0 },
    { 1, "MPI_File_write_ordered", 1650, 1761, WRITE_ALL, 0 },
    { 2, "MPI_File_write_ordered", 1750, 1762, WRITE_ALL, 0 },
    /* Nobody waits for who writes alone. */
    { 0, "MPI_File_write", 1800, 1910, WRITE, 0 },
    { 1, "MPI_File_write", 1900, 1910, WRITE, 0 },
    { 2, "MPI_File_write", 1800, 1910, WRITE, 0 },
    /* Ranks 1 and 2 wait 30. */
    { 0, "MPI_File_close", 2030, 2040, FILE_ALL, 0 },
    { 1, "MPI_File_close", 2000, 2041, FILE_ALL, 0 },
    { 2, "MPI_File_close", 2000, 2042, FILE_ALL, 0 },
};

/* Behind these rank 0 waits for an accelerator, and then works. */
enum { ACCELERATOR = COUNT(calls) };
#define WAITED 60
#define WORKED 25

/* ---- the source ---- */

static enum status made_open(struct reading *reading)
{
    (void)reading;
    return STATUS_OK;
}

static void made_close(struct reading *reading)
{
    (void)reading;
}

static void define_group(struct names *names, uint32_t id,
                         enum names_group_kind kind, uint32_t size,
                         const uint64_t *ranks)
{
    const struct names_group group = { .kind = kind, .size = size };

    names_put_group(names, id, &group, ranks);
}

static void define_objects(struct names *names)
{
    static const uint64_t ranks[] = { 0, 1, 2 };
    struct names_comm *comm =
        names_element(names, &names->comms, WORLD, sizeof(*comm));
    struct names_window *window =
        names_element(names, &names->windows, 0, sizeof(*window));
    struct names_file *file =
        names_element(names, &names->files, 0, sizeof(*file));
    struct names_handle *handle =
        names_element(names, &names->handles, 0, sizeof(*handle));

    define_group(names, WORLD, NAMES_GROUP_RANKS, RANKS, ranks);
    define_group(names, ONLY_0, NAMES_GROUP_RANKS, 1, ranks);
    define_group(names, OTHERS, NAMES_GROUP_RANKS, 2, ranks + 1);
    define_group(names, LOCATIONS, NAMES_GROUP_OTHER, RANKS, ranks);
    *comm = (struct names_comm){ .defined = true, .parent = NAMES_NONE };
    window->defined = file->defined = handle->defined = true;
}

/* A region for each call: to the reader all of a name are one procedure. */
static enum status made_define(struct reading *reading)
{
    struct names *names = &reading->names;

    names->ticks_per_second = 1000;
    for (uint32_t i = 0; i < COUNT(calls); i++) {
        const struct names_region region = { .kind = REGION_MPI, .name = i };

        names_put_string(names, i, strdup(calls[i].name));
        names_put_region(names, i, &region);
    }
    names_put_string(names, ACCELERATOR, strdup("cuStreamSynchronize"));
    names_put_region(names, ACCELERATOR,
                     &(struct names_region){ .kind = REGION_UNSEEN,
                                             .name = ACCELERATOR,
                                             .file = NAMES_NONE,
                                             .line = NAMES_NONE });
    for (uint32_t i = 0; i < RANKS; i++) {
        const struct names_location location = { .id = i,
                                                 .group = i,
                                                 .events = 1 };
        struct names_group_of_locations *process =
            names_element(names, &names->owners, i, sizeof(*process));

        process->process = true;
        names_put_location(names, &location);
    }
    define_objects(names);
    return names->status;
}

static void report_write(struct events *events, const struct call *call)
{
    const struct events_io io = { .kind = EVENTS_IO_WRITE,
                                  .collective = call->what == WRITE_ALL,
                                  .id = call->begin };

    events_io_begin(events, call->begin, &io);
    events_io_done(events, call->end, 0, call->begin, BYTES);
}

static void report(struct events *events, const struct call *call)
{
    const struct events_transfer put = { .target = call->peer,
                                         .sends = true,
                                         .out = BYTES };

    switch (call->what) {
    case TOGETHER: events_window_collective(events, call->end, 0); break;
    case SYNC: events_window_group(events, call->end, 0, call->peer); break;
    case LOCK: events_lock(events, call->begin, 0, call->peer, true); break;
    case PUT: events_transfer(events, call->begin, &put); break;
    case FLUSH: events_locked(events, call->end, 0, call->peer); break;
    case UNLOCK: events_unlock(events, call->end, 0, call->peer); break;
    case FILE_ALL: events_file_collective(events, call->end, 0); break;
    default: report_write(events, call);
    }
}

static void wait_outside(struct events *events, uint64_t begin)
{
    const struct events_site site = { NAMES_NONE, NAMES_NONE, NAMES_NONE };
    const uint64_t end = begin + WAITED;

    events_enter(events, begin, ACCELERATOR, &site);
    events_leave(events, end, ACCELERATOR, false);
    events_unused(events, end + WORKED, "the end");
}

static bool made_feed(struct reading *reading,
                      const struct names_location *location,
                      struct events *events,
                      bool (*enough)(const struct events *events))
{
    const struct events_site site = { NAMES_NONE, NAMES_NONE, NAMES_NONE };

    (void)reading, (void)enough;
    for (uint32_t i = 0; i < COUNT(calls); i++)
        if (calls[i].rank == location->rank) {
            events_enter(events, calls[i].begin, i, &site);
            report(events, &calls[i]);
            events_leave(events, calls[i].end, i, false);
        }
    if (location->rank == 0)
        wait_outside(events, 2100);
    return true;
}

static const struct trace_source made_source = { .open = made_open,
                                                 .define = made_define,
                                                 .begin = made_open,
                                                 .feed = made_feed,
                                                 .close = made_close };

static uint64_t in_bins(const struct timeline *line, unsigned class)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < line->bins; i++)
        sum += line->time[i][class] / 1000000;
    return sum;
}

/* Rank 0, from its first call on. */
static void look_at_time_line(struct profile *profile)
{
    const struct rank_data *rank;
    uint64_t calls_ms = 0;

    CU_ASSERT_EQUAL_FATAL(profile_rank(profile, 0, &rank), STATUS_OK);
    for (uint32_t i = 0; i < COUNT(calls); i++)
        calls_ms += calls[i].rank == 0 ? calls[i].end - calls[i].begin : 0;
    CU_ASSERT_EQUAL(in_bins(&rank->timeline, PROFILE_TIMELINE_OUTSIDE),
                    WAITED);
    CU_ASSERT_EQUAL(in_bins(&rank->timeline, PROFILE_TIMELINE_USEFUL),
                    2100 + WORKED - 100 - calls_ms);
}

static void read_and_replay(void)
{
    const struct read_workers one = { .count = 1 };
    struct read_progress watch = { .in_events = false };
    struct replay_log *log;
    struct profile *profile;

    CU_ASSERT_EQUAL_FATAL(replay_log_create(&log), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        read_trace_here(&made_source, "made", &watch, &one, log, &profile),
        STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_log_open(log), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(replay_run(log, profile, NULL, &played), STATUS_OK);
    look_at_time_line(profile);
    replay_log_destroy(log);
    profile_destroy(profile);
}

UNIT_TEST(windows_and_files_without_names_have_their_waits)
{
    static const struct {
        uint32_t rank;
        enum wait_kind kind;
        double ms;
    } waits[] = {
        { 0, WAIT_LATE_POST, 150 },    { 0, WAIT_IO, 250 },
        { 0, WAIT_CREATE, 100 },       { 0, WAIT_FENCE, 100 },
        { 1, WAIT_LATE_COMPLETE, 10 }, { 1, WAIT_IO, 230 },
        { 2, WAIT_LOCK, 145 },         { 2, WAIT_IO, 30 },
        { 2, WAIT_FENCE, 50 },
    };
    double all = 0;

    read_and_replay();
    for (size_t i = 0; i < COUNT(waits); i++) {
        IS(waited(waits[i].kind, waits[i].rank), waits[i].ms);
        all += waits[i].ms;
    }
    IS(waited_in_all(), all);
}
