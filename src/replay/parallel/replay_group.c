/* SPDX-License-Identifier: BSD-3-Clause */
#include "replay/parallel/replay_group.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array_room.h"
#include "base/bytes.h"
#include "base/file_at.h"
#include "base/log.h"
#include "replay/matching/sync_points.h"
#include "replay/slice.h"

#define AT_ONCE ((size_t)1 << 20)

/* One process's knowledge of the replay. */
struct part {
    const struct process_group *group;
    const struct replay_log *read;  /* has the calls that were read here */
    struct replay_log *log;         /* of what is played here */
    struct profile profile;         /* its procedures and number of ranks */
    struct sync_point *sync_points; /* proposed */
    uint32_t sync_point_count;
    uint32_t slices;
    struct sync_point_place *ranges; /* by location, then by slice */
    struct slice *slice;             /* or NULL */
    bool failed;
};

/* Where others wait for what there is no memory to take, all end. */
static _Noreturn void no_memory(void)
{
    log_warn("replay of the trace: out of memory");
    abort();
}

/* ---- messages of any length ---- */

static void message_give(const struct part *part, uint32_t to,
                         const struct bytes_writer *bytes)
{
    uint64_t size = bytes->failed ? 0 : bytes->size;
    const struct process_group *group = part->group;

    group->give(group->context, to, &size, sizeof(size));
    group->give(group->context, to, bytes->data, (size_t)size);
}

/* The caller frees what the reader reads.  Nothing, where there was no memory:
 * reading it fails. */
static void *message_take(const struct part *part, uint32_t from,
                          struct bytes_reader *in)
{
    const struct process_group *group = part->group;
    uint64_t size;
    void *data;

    group->take(group->context, from, &size, sizeof(size));
    data = malloc((size_t)size + 1);
    if (data == NULL)
        no_memory();
    group->take(group->context, from, data, (size_t)size);
    bytes_reader_init(in, data, (size_t)size);
    return data;
}

static void give_all(const struct part *part, const struct bytes_writer *bytes)
{
    for (uint32_t i = 1; i < part->group->count; i++)
        message_give(part, i, bytes);
}

static uint32_t owner_of(const struct part *part, uint32_t location)
{
    return part->log->locations[location].part - 1;
}

/* ---- what is replayed: from number 0 to all ---- */

static void put_procedures(const struct profile *profile,
                           struct bytes_writer *out)
{
    PUT_NUMBERS(out, profile->rank_count, profile->call_count);
    for (uint32_t i = 0; i < profile->call_count; i++) {
        bytes_put_string(out, profile->calls[i].name);
        bytes_put_number(out, profile->calls[i].class);
    }
}

static void take_procedures(struct part *part, struct bytes_reader *in)
{
    struct profile *profile = &part->profile;
    uint32_t ranks = (uint32_t)bytes_get_number(in);
    size_t count = bytes_get_count(in, 2);

    profile->rank_count = ranks;
    profile->calls = calloc(count + 1, sizeof(*profile->calls));
    for (size_t i = 0; profile->calls != NULL && i < count; i++) {
        profile->calls[i].name = bytes_get_string(in);
        profile->calls[i].class = (uint8_t)bytes_get_number(in);
        part->failed = part->failed || profile->calls[i].name == NULL;
        profile->call_count++;
    }
    part->failed = part->failed || profile->calls == NULL;
}

/* All of the log but its parts: lists. */
static bool put_lists(const struct replay_log *log, struct bytes_writer *out)
{
    struct stat facts;
    size_t size = fstat(log->file, &facts) == 0 ? (size_t)facts.st_size : 0;
    void *data = malloc(size + 1);
    bool read = data != NULL &&
                file_read_at(log->file, data, size, 0) == (int64_t)size;

    bytes_put_fixed64(out, log->from);
    bytes_put_fixed64(out, log->to);
    bytes_put_number(out, read ? size : 0);
    if (read)
        bytes_put(out, data, size);
    free(data);
    return read;
}

static void take_lists(struct part *part, struct bytes_reader *in)
{
    const struct process_group *group = part->group;
    uint64_t from = bytes_get_fixed64(in), to = bytes_get_fixed64(in);
    size_t size = bytes_get_count(in, 1);
    const void *data = bytes_get(in, size);

    part->failed = part->failed || data == NULL ||
                   replay_log_create(&part->log) != STATUS_OK ||
                   replay_log_divide_among(part->log, group->count,
                                           group->mine + 1) != STATUS_OK ||
                   !file_write_at(part->log->file, data, size, 0) ||
                   replay_log_open(part->log) != STATUS_OK;
    if (part->failed)
        return;
    part->log->from = from;
    part->log->to = to;
}

static void put_sync_points(const struct part *part, struct bytes_writer *out)
{
    bytes_put_number(out, part->sync_point_count);
    bytes_put(out, part->sync_points,
              part->sync_point_count * sizeof(*part->sync_points));
}

static void take_sync_points(struct part *part, struct bytes_reader *in)
{
    size_t count = bytes_get_count(in, sizeof(*part->sync_points));
    const void *data = bytes_get(in, count * sizeof(*part->sync_points));

    part->sync_points = calloc(count + 1, sizeof(*part->sync_points));
    if (part->sync_points == NULL || data == NULL) {
        part->failed = true;
        return;
    }
    memcpy(part->sync_points, data, count * sizeof(*part->sync_points));
    part->sync_point_count = (uint32_t)count;
}

/* ---- where the locations are in the sync_points: from all to number 0 ---- */

static struct sync_point_place *make_places(struct part *part)
{
    struct sync_point_place *places =
        calloc((size_t)part->log->location_count * part->sync_point_count + 1,
               sizeof(*places));

    part->failed = part->failed || places == NULL;
    return places;
}

/* Those of the locations that were read here; the log that has them knows them
 * by the lists of all. */
static void find_places(struct part *part, struct sync_point_place *places)
{
    uint32_t count = part->sync_point_count, own = part->group->mine;
    int mine = replay_log_file(part->read, own + 1);
    int before = part->log->parts[own].file;

    part->log->parts[own].file = mine;
    for (uint32_t i = 0; i < part->log->location_count; i++)
        if (owner_of(part, i) == own && !part->failed)
            part->failed =
                sync_points_find(part->log, i, part->profile.rank_count,
                                 part->sync_points, count,
                                 &places[(size_t)i * count]) != STATUS_OK;
    part->log->parts[own].file = before;
}

static void put_places(const struct part *part,
                       const struct sync_point_place *places,
                       struct bytes_writer *out)
{
    uint32_t count = part->sync_point_count;

    out->failed = out->failed || part->failed;
    for (uint32_t i = 0; !part->failed && i < part->log->location_count; i++)
        if (owner_of(part, i) == part->group->mine)
            bytes_put(out, &places[(size_t)i * count],
                      count * sizeof(*places));
}

static void take_places(struct part *part, uint32_t from,
                        struct sync_point_place *places)
{
    uint32_t count = part->sync_point_count;
    struct bytes_reader in;
    void *data = message_take(part, from, &in);

    for (uint32_t i = 0; !part->failed && i < part->log->location_count; i++) {
        const void *own;

        if (owner_of(part, i) != from)
            continue;
        own = bytes_get(&in, count * sizeof(*places));
        part->failed = own == NULL;
        if (own != NULL)
            memcpy(&places[(size_t)i * count], own, count * sizeof(*places));
    }
    free(data);
}

/* ---- the cuts: from number 0 to all ---- */

/* Each is there, behind `before' or, where that is none, at all. */
static bool sync_point_fits(const struct part *part,
                            const struct sync_point_place *places,
                            uint32_t sync_point, uint32_t before)
{
    uint32_t count = part->sync_point_count;

    for (uint32_t i = 0; i < part->log->location_count; i++) {
        const struct sync_point_place *own = &places[(size_t)i * count];

        if (part->log->locations[i].thread == 0 &&
            (own[sync_point].end == 0 ||
             (before < count && own[before].end > own[sync_point].begin)))
            return false;
    }
    return true;
}

/* For each cut the first that fits; chosen: room for as many as sync_points. */
static uint32_t choose_sync_points(const struct part *part,
                                   const struct sync_point_place *places,
                                   uint32_t *chosen)
{
    uint32_t count = 0, cut = 0;

    for (uint32_t i = 0; i < part->sync_point_count; i++) {
        uint32_t before = count == 0 ? UINT32_MAX : chosen[count - 1];

        if (part->sync_points[i].cut == cut ||
            !sync_point_fits(part, places, i, before))
            continue;
        cut = part->sync_points[i].cut;
        chosen[count++] = i;
    }
    return count;
}

static void set_ranges(struct part *part,
                       const struct sync_point_place *places,
                       const uint32_t *chosen)
{
    uint32_t slices = part->slices, count = part->sync_point_count;

    for (uint32_t i = 0; i < part->log->location_count; i++) {
        const struct replay_location *where = &part->log->locations[i];
        const struct sync_point_place *own = &places[(size_t)i * count];
        struct sync_point_place *ranges = &part->ranges[(size_t)i * slices];

        if (where->thread != 0)
            continue;
        for (uint32_t k = 0; k < slices; k++)
            ranges[k] = (struct sync_point_place){
                k == 0 ? where->offset : own[chosen[k - 1]].begin,
                k + 1 == slices ? where->offset + where->bytes
                                : own[chosen[k]].end
            };
    }
}

static bool make_ranges(struct part *part)
{
    part->ranges = calloc((size_t)part->log->location_count * part->slices + 1,
                          sizeof(*part->ranges));
    return part->ranges != NULL;
}

static void cut_slices(struct part *part,
                       const struct sync_point_place *places)
{
    uint32_t *chosen = calloc(part->sync_point_count + 1u, sizeof(*chosen));

    part->slices = 1;
    if (!part->failed && chosen != NULL)
        part->slices += choose_sync_points(part, places, chosen);
    if (part->slices > 1 && make_ranges(part))
        set_ranges(part, places, chosen);
    else
        part->slices = 1;
    free(chosen);
}

static void give_ranges(const struct part *part)
{
    struct bytes_writer out = { 0 };

    bytes_put_number(&out, part->slices);
    if (part->slices > 1)
        bytes_put(&out, part->ranges,
                  (size_t)part->log->location_count * part->slices *
                      sizeof(*part->ranges));
    give_all(part, &out);
    bytes_writer_clear(&out);
}

static void take_ranges(struct part *part)
{
    struct bytes_reader in;
    void *data = message_take(part, 0, &in);
    const void *ranges;
    size_t size;

    part->slices = (uint32_t)bytes_get_number(&in);
    if (part->slices > 1) {
        if (!make_ranges(part))
            no_memory();
        size = (size_t)part->log->location_count * part->slices *
               sizeof(*part->ranges);
        ranges = bytes_get(&in, size);
        if (ranges == NULL)
            no_memory();
        memcpy(part->ranges, ranges, size);
    }
    free(data);
}

/* ---- the calls: from who has read them to who plays them ---- */

/* A piece of one location's calls, from its owner to a slice. */
struct piece {
    uint32_t from, to;
    uint64_t read_at, write_at, left;
};

static void move_at_once(struct part *part, const struct piece *piece,
                         size_t size, char *buffer)
{
    const struct process_group *group = part->group;
    uint32_t mine = group->mine;

    if (piece->from == mine &&
        file_read_at(replay_log_file(part->read, mine + 1), buffer, size,
                     piece->read_at) != (int64_t)size)
        part->failed = true;
    if (piece->from != piece->to && piece->from == mine)
        group->give(group->context, piece->to, buffer, size);
    if (piece->from != piece->to && piece->to == mine)
        group->take(group->context, piece->from, buffer, size);
    if (piece->to == mine &&
        !file_write_at(replay_log_file(part->log, mine + 1), buffer, size,
                       piece->write_at))
        part->failed = true;
}

static void move_piece(struct part *part, struct piece piece, char *buffer)
{
    if (piece.from != part->group->mine && piece.to != part->group->mine)
        return;
    while (piece.left > 0) {
        size_t size = piece.left < AT_ONCE ? (size_t)piece.left : AT_ONCE;

        move_at_once(part, &piece, size, buffer);
        piece.read_at += size;
        piece.write_at += size;
        piece.left -= size;
    }
}

static void move_slice(struct part *part, uint32_t from, uint32_t to,
                       char *buffer)
{
    uint64_t place = 0;

    for (uint32_t i = 0; i < part->log->location_count; i++) {
        const struct sync_point_place *range =
            &part->ranges[(size_t)i * part->slices + to];
        uint64_t bytes = range->end - range->begin;

        if (owner_of(part, i) == from)
            move_piece(part,
                       (struct piece){ from, to, range->begin, place, bytes },
                       buffer);
        place += bytes;
    }
}

/* The log has the calls of the own slice, in one file. */
static void use_slice(struct part *part)
{
    uint32_t mine = part->group->mine;
    uint64_t place = 0;

    for (uint32_t i = 0; i < part->log->location_count; i++) {
        struct replay_location *location = &part->log->locations[i];
        const struct sync_point_place *range =
            &part->ranges[(size_t)i * part->slices + mine];

        location->offset = place;
        location->bytes = range->end - range->begin;
        place += location->bytes;
    }
    for (uint32_t i = 0; i < part->log->part_count; i++)
        part->log->parts[i].file = part->log->parts[mine].file;
}

/* A single file, to be closed once. */
static void leave_slice(struct part *part)
{
    for (uint32_t i = 0; part->log != NULL && i < part->log->part_count; i++)
        if (i != part->group->mine)
            part->log->parts[i].file = -1;
}

/* In the same order in all processes, so that nobody waits in a circle. */
static void exchange_slices(struct part *part)
{
    char *buffer = malloc(AT_ONCE);

    if (buffer == NULL)
        no_memory();
    for (uint32_t from = 0; from < part->group->count; from++)
        for (uint32_t to = 0; to < part->slices; to++)
            move_slice(part, from, to, buffer);
    if (part->group->mine < part->slices)
        use_slice(part);
    free(buffer);
}

/* ---- playing ---- */

static void part_play(struct part *part, const struct progress *progress)
{
    uint32_t mine = part->group->mine;

    if (mine >= part->slices || part->failed)
        return;
    if (slice_play(part->log, &part->profile, mine > 0,
                   mine + 1 < part->slices, progress,
                   &part->slice) != STATUS_OK ||
        !slice_is_clean(part->slice))
        part->failed = true;
}

/* Nothing, if it is of no use. */
static void give_slice(const struct part *part)
{
    struct bytes_writer out = { 0 };

    if (!part->failed)
        slice_put(part->slice, &out);
    message_give(part, 0, &out);
    bytes_writer_clear(&out);
}

static void take_slices(struct part *part)
{
    for (uint32_t i = 1; i < part->slices; i++) {
        struct bytes_reader in;
        void *data = message_take(part, i, &in);

        if (in.size == 0 || part->failed || !slice_take(part->slice, &in))
            part->failed = true;
        free(data);
    }
}

/* ---- what goes back from the last slice to the first ---- */

static void give_path(const struct part *part)
{
    struct bytes_writer out = { 0 };
    uint32_t location;

    part->group->take(part->group->context, 0, &location, sizeof(location));
    slice_put_path(part->slice, location, &out);
    message_give(part, 0, &out);
    bytes_writer_clear(&out);
}

static void take_paths(struct part *part)
{
    uint32_t location = slice_path_end(part->slice);

    for (uint32_t i = part->slices - 1; i > 0; i--) {
        struct bytes_reader in;
        void *data;

        part->group->give(part->group->context, i, &location,
                          sizeof(location));
        data = message_take(part, i, &in);
        if (!slice_take_path(part->slice, &in, &location)) {
            part->failed = true;
            location = 0;
        }
        free(data);
    }
}

static void pass_costs(const struct part *part)
{
    uint32_t mine = part->group->mine;
    bool is_last = mine + 1 == part->slices;
    struct bytes_reader in;
    void *data = is_last ? NULL : message_take(part, mine + 1, &in);
    struct bytes_writer out = { 0 };

    if (!slice_put_costs(part->slice, is_last ? NULL : &in, &out))
        out.failed = true;
    message_give(part, mine - 1, &out);
    bytes_writer_clear(&out);
    free(data);
}

static void finish_slices(struct part *part, struct replay_result **out)
{
    struct bytes_reader in;
    void *data;

    take_paths(part);
    data = message_take(part, 1, &in);
    if (!part->failed)
        slice_result(part->slice, &in, out);
    free(data);
}

/* ---- the parts ---- */

static void clear_part(struct part *part)
{
    slice_destroy(part->slice);
    leave_slice(part);
    replay_log_destroy(part->log);
    for (uint32_t i = 0; i < part->profile.call_count; i++)
        free(part->profile.calls[i].name);
    FREE_ALL(part->profile.calls, part->sync_points, part->ranges);
}

static void propose_sync_points(struct part *part,
                                const struct replay_log *log)
{
    uint32_t cuts = part->group->count - 1, location = 0;

    while (location < log->location_count &&
           (log->locations[location].part != 1 ||
            log->locations[location].thread != 0))
        location++;
    part->sync_points = calloc((size_t)cuts * SYNC_POINTS_EACH + 1,
                               sizeof(*part->sync_points));
    if (part->sync_points != NULL && location < log->location_count &&
        sync_points_propose(log, location, part->profile.rank_count, cuts,
                            part->sync_points,
                            &part->sync_point_count) != STATUS_OK)
        part->sync_point_count = 0;
}

/* Number 0 knows all that it gives, but gets it as the others do. */
static void begin_part(struct part *part, const struct profile *profile)
{
    struct bytes_writer out = { 0 };
    struct bytes_reader in;

    put_procedures(profile, &out);
    put_sync_points(part, &out);
    if (!put_lists(part->read, &out))
        part->failed = true;
    give_all(part, &out);
    free(part->sync_points);
    bytes_reader_init(&in, out.data, out.failed ? 0 : out.size);
    take_procedures(part, &in);
    take_sync_points(part, &in);
    take_lists(part, &in);
    bytes_writer_clear(&out);
}

static void find_cuts(struct part *part)
{
    struct sync_point_place *places = NULL;

    if (!part->failed)
        places = make_places(part);
    if (!part->failed)
        find_places(part, places);
    for (uint32_t i = 1; i < part->group->count; i++)
        take_places(part, i, places);
    cut_slices(part, places);
    free(places);
    give_ranges(part);
}

static void tell_how(const struct part *part, bool played)
{
    if (played)
        log_info("the trace is replayed in %u slices, by as many processes",
                 part->slices);
    else
        log_info("the trace is replayed by process 0: %s",
                 part->slices > 1 ? "in slices its results would differ"
                                  : "there is no time at which it can be cut");
}

bool replay_group(const struct process_group *group,
                  const struct replay_log *log, const struct profile *profile,
                  const struct progress *progress, struct replay_result **out)
{
    struct part part = { .group = group,
                         .read = log,
                         .profile = { .rank_count = profile->rank_count } };

    if (group->count < 2)
        return false;
    log_hold(); /* what fails is done in another way */
    if (sync_points_possible(log, profile->rank_count))
        propose_sync_points(&part, log);
    if (part.sync_point_count > 0) {
        group->call_replay(group->context);
        begin_part(&part, profile);
        find_cuts(&part);
    }
    if (part.slices > 1) {
        exchange_slices(&part);
        part_play(&part, progress);
        take_slices(&part);
        group->tell(group->context, &part.failed, sizeof(part.failed));
        if (!part.failed)
            finish_slices(&part, out);
    }
    log_release(NULL);
    tell_how(&part, *out != NULL);
    clear_part(&part);
    return *out != NULL;
}

/* ---- of the others ---- */

static void join_part(struct part *part)
{
    struct bytes_reader in;
    void *data = message_take(part, 0, &in);

    take_procedures(part, &in);
    take_sync_points(part, &in);
    take_lists(part, &in);
    free(data);
}

static void tell_places(struct part *part)
{
    struct sync_point_place *places = NULL;
    struct bytes_writer out = { 0 };

    if (!part->failed)
        places = make_places(part);
    if (!part->failed)
        find_places(part, places);
    put_places(part, places, &out);
    message_give(part, 0, &out);
    bytes_writer_clear(&out);
    free(places);
}

void replay_group_follow(const struct process_group *group,
                         const struct replay_log *log)
{
    struct part part = { .group = group, .read = log };
    bool failed = false;

    log_hold();
    join_part(&part);
    tell_places(&part);
    take_ranges(&part);
    if (part.slices > 1) {
        exchange_slices(&part);
        part_play(&part, NULL);
        if (group->mine < part.slices)
            give_slice(&part);
        group->tell(group->context, &failed, sizeof(failed));
        if (!failed && group->mine < part.slices) {
            give_path(&part);
            pass_costs(&part);
        }
    }
    log_release(NULL);
    clear_part(&part);
}
