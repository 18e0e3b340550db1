/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile_decode.c - the inverse of profile_encode.c.
 */
#include "profile_file/profile_decode.h"

#include <stdlib.h>
#include <string.h>

/* Least bytes of what is counted, to bound counts by the bytes left. */
#define CALL_BYTES 4
#define SETTING_BYTES 3
#define ROW_BYTES 9
#define PEER_BYTES 7
#define REGION_BYTES 5

static uint32_t get_small(struct bytes_reader *in)
{
    return bytes_get_below(in, (uint64_t)UINT32_MAX + 1);
}

static enum status status_of_reading(const struct bytes_reader *in)
{
    return in->failed ? STATUS_BAD_FORMAT : STATUS_OK;
}

static void get_facts(struct bytes_reader *in, struct profile *profile)
{
    profile->program = bytes_get_string(in);
    profile->command = bytes_get_string(in);
    profile->mpi_library = bytes_get_string(in);
    profile->version = bytes_get_string(in);
    profile->source = bytes_get_string(in);
    profile->clock = bytes_get_string(in);
    profile->trace_file = bytes_get_string(in);
    profile->coverage = bytes_get_string(in);
    profile->start_unix_ns = bytes_get_number(in);
    profile->hook_ns_x100 = bytes_get_number(in);
    profile->rank_count = bytes_get_below(in, INT32_MAX);
}

static enum status get_counters(struct bytes_reader *in,
                                struct profile *profile)
{
    size_t count = bytes_get_below(in, PROFILE_COUNTERS + 1);

    profile->counters = calloc(PROFILE_COUNTERS, sizeof(char *));
    if (profile->counters == NULL)
        return STATUS_NO_MEMORY;
    for (; profile->counter_count < count && !in->failed;
         profile->counter_count++)
        profile->counters[profile->counter_count] = bytes_get_string(in);
    return status_of_reading(in);
}

static enum status get_calls(struct bytes_reader *in, struct profile *profile)
{
    size_t count = bytes_get_count(in, CALL_BYTES);

    profile->calls = calloc(count + 1, sizeof(*profile->calls));
    if (profile->calls == NULL)
        return STATUS_NO_MEMORY;
    while (profile->call_count < count && !in->failed) {
        struct profile_call *call = &profile->calls[profile->call_count++];

        call->name = bytes_get_string(in);
        call->class = (uint8_t)bytes_get_below(in, CALL_CLASS_COUNT);
        call->role = (uint8_t)bytes_get_below(in, UINT8_MAX + 1);
        call->coll = (uint8_t)bytes_get_below(in, UINT8_MAX + 1);
    }
    return status_of_reading(in);
}

static enum status get_settings(struct bytes_reader *in,
                                struct profile *profile)
{
    size_t count = bytes_get_count(in, SETTING_BYTES);

    profile->settings = calloc(count + 1, sizeof(*profile->settings));
    if (profile->settings == NULL)
        return STATUS_NO_MEMORY;
    while (profile->setting_count < count && !in->failed) {
        struct setting_value *setting =
            &profile->settings[profile->setting_count++];

        setting->name = bytes_get_string(in);
        setting->value = bytes_get_string(in);
        setting->is_default = bytes_get_below(in, 2) != 0;
    }
    return status_of_reading(in);
}

static enum status get_remarks(struct bytes_reader *in,
                               struct profile *profile)
{
    enum status status = remarks_decode(in, &profile->remarks);

    return status == STATUS_OK ? status_of_reading(in) : status;
}

static bool comms_fit(const struct definitions *names, uint32_t ranks)
{
    uint32_t count = definitions_count(names, DEFINITION_COMM);

    for (uint32_t i = 0; i < count; i++) {
        struct definition comm = definitions_get(names, DEFINITION_COMM, i);

        if (!definitions_note_fits(DEFINITION_COMM, comm.note, comm.note_size,
                                   ranks))
            return false;
    }
    return true;
}

static enum status get_definitions(struct bytes_reader *in,
                                   struct profile *profile)
{
    struct definitions *definitions = NULL;
    enum status status = definitions_decode(in, &definitions);

    if (status != STATUS_OK)
        return status;
    definitions_destroy(profile->definitions);
    profile->definitions = definitions;
    return in->at == in->size && comms_fit(definitions, profile->rank_count)
               ? STATUS_OK
               : STATUS_BAD_FORMAT;
}

enum status profile_decode_run(struct bytes_reader *in,
                               struct profile *profile)
{
    static enum status (*const parts[])(struct bytes_reader *,
                                        struct profile *) = {
        get_counters, get_calls, get_settings, get_remarks, get_definitions
    };
    enum status status;

    get_facts(in, profile);
    status = status_of_reading(in);
    for (size_t i = 0;
         i < sizeof(parts) / sizeof(*parts) && status == STATUS_OK; i++)
        status = parts[i](in, profile);
    return status;
}

static void get_spread(struct bytes_reader *in, bool present,
                       struct spread *out)
{
    *out = (struct spread){ .min = UINT64_MAX };
    if (!present)
        return;
    out->min = bytes_get_number(in);
    out->max = out->min + bytes_get_number(in);
    out->sum = bytes_get_number(in);
}

static void get_values(struct bytes_reader *in, uint64_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = bytes_get_number(in);
}

/* values are zero before; see put_span. */
static void get_span(struct bytes_reader *in, uint64_t *values, size_t count,
                     size_t stride)
{
    uint32_t length = bytes_get_below(in, count + 1);
    uint32_t first;

    if (length == 0)
        return;
    first = bytes_get_below(in, count - length + 1);
    for (uint32_t i = 0; i < length && !in->failed; i++)
        values[(first + i) * stride] = bytes_get_number(in);
}

static uint32_t get_object(struct bytes_reader *in,
                           const struct definitions *names)
{
    uint32_t object = get_small(in);
    uint32_t limit = 0;

    if (object == 0)
        return 0;
    if (object_kind(object) == OBJECT_WINDOW)
        limit = definitions_count(names, DEFINITION_WINDOW);
    else if (object_kind(object) == OBJECT_FILE)
        limit = definitions_count(names, DEFINITION_FILE);
    if (object_id(object) == 0 || object_id(object) >= limit)
        in->failed = true;
    return object;
}

static void get_row(struct bytes_reader *in, const struct profile *profile,
                    struct row *row)
{
    const struct definitions *names = profile->definitions;
    unsigned flags;

    row->call = bytes_get_below(in, profile->call_count);
    row->path = bytes_get_below(in, definitions_count(names, DEFINITION_PATH));
    row->region =
        bytes_get_below(in, definitions_count(names, DEFINITION_REGION_NODE));
    row->comm = bytes_get_below(in, definitions_count(names, DEFINITION_COMM));
    row->object = get_object(in, names);
    flags = bytes_get_below(in, ROW_FLAGS + 1);
    row->count = bytes_get_number(in);
    if (flags & ROW_HAS_ERRORS)
        row->errors = bytes_get_number(in);
    get_spread(in, flags & ROW_HAS_TIME, &row->time);
    if (flags & ROW_HAS_TIME)
        row->time_squares = bytes_get_double(in);
    get_spread(in, flags & ROW_HAS_OUT, &row->out);
    get_spread(in, flags & ROW_HAS_IN, &row->in);
    if (flags & ROW_HAS_COUNTERS)
        get_values(in, row->counters, profile->counter_count);
    get_span(in, row->time_bins, PROFILE_BINS, 1);
    get_span(in, row->size_bins, PROFILE_BINS, 1);
}

static enum status get_rows(struct bytes_reader *in,
                            const struct profile *profile,
                            struct rank_data *rank)
{
    size_t count = bytes_get_count(in, ROW_BYTES);

    rank->rows = calloc(count + 1, sizeof(*rank->rows));
    if (rank->rows == NULL)
        return STATUS_NO_MEMORY;
    rank->row_count = count;
    for (size_t i = 0; i < count && !in->failed; i++)
        get_row(in, profile, &rank->rows[i]);
    return status_of_reading(in);
}

static enum status get_peers(struct bytes_reader *in,
                             const struct profile *profile,
                             struct rank_data *rank)
{
    size_t count = bytes_get_count(in, PEER_BYTES);

    rank->peers = calloc(count + 1, sizeof(*rank->peers));
    if (rank->peers == NULL)
        return STATUS_NO_MEMORY;
    rank->peer_count = count;
    for (size_t i = 0; i < count && !in->failed; i++) {
        struct peer *peer = &rank->peers[i];

        peer->rank = bytes_get_below(in, profile->rank_count);
        peer->kind = bytes_get_below(in, PEER_ONE_SIDED + 1);
        GET_NUMBERS(in, &peer->out_messages, &peer->out_bytes,
                    &peer->in_messages, &peer->in_bytes, &peer->time);
    }
    return status_of_reading(in);
}

static enum status get_regions(struct bytes_reader *in,
                               const struct profile *profile,
                               struct rank_data *rank)
{
    size_t count = bytes_get_count(in, REGION_BYTES);
    uint32_t nodes =
        definitions_count(profile->definitions, DEFINITION_REGION_NODE);

    rank->regions = calloc(count + 1, sizeof(*rank->regions));
    if (rank->regions == NULL)
        return STATUS_NO_MEMORY;
    rank->region_count = count;
    for (size_t i = 0; i < count && !in->failed; i++) {
        struct region_data *region = &rank->regions[i];

        region->node = bytes_get_below(in, nodes);
        GET_NUMBERS(in, &region->visits, &region->inclusive,
                    &region->exclusive, &region->mpi);
        get_values(in, region->counters, profile->counter_count);
    }
    return status_of_reading(in);
}

static enum status get_timeline(struct bytes_reader *in,
                                struct timeline *timeline)
{
    timeline->bin_width = bytes_get_number(in);
    timeline->bins = bytes_get_below(in, PROFILE_TIMELINE_BINS + 1);
    timeline->time = calloc(timeline->bins + 1, sizeof(*timeline->time));
    if (timeline->time == NULL)
        return STATUS_NO_MEMORY;
    for (int class = 0; class < PROFILE_TIMELINE_OUTSIDE && timeline->bins > 0;
         class ++)
        get_span(in, &timeline->time[0][class], timeline->bins,
                 PROFILE_TIMELINE_CLASSES);
    return status_of_reading(in);
}

static uint32_t host_limit(const struct profile *profile)
{
    uint32_t hosts = definitions_count(profile->definitions, DEFINITION_HOST);

    return hosts == 0 ? 1 : hosts; /* no host was named: all are host 0 */
}

/* Returns which parts follow the time line. */
static uint32_t get_interfaces(struct bytes_reader *in, struct rank_data *rank)
{
    uint32_t parts = get_small(in);

    rank->missing = (parts & RANK_MISSING) != 0;
    rank->cut = (parts & RANK_CUT) != 0;
    rank->untraced = (parts & RANK_UNTRACED) != 0;
    rank->interfaces =
        parts &
        ~(uint32_t)(RANK_MISSING | RANK_CUT | RANK_UNTRACED | RANK_SAMPLED |
                    RANK_RESOURCES | RANK_OWN_COST | RANK_CORES |
                    RANK_PROGRAM | RANK_LEAD | RANK_OUTSIDE |
                    RANK_OUTSIDE_WAITS | RANK_DEVICES | RANK_MEMORY);
    return parts;
}

/* Returns the same. */
static uint32_t get_totals(struct bytes_reader *in,
                           const struct profile *profile,
                           struct rank_data *rank)
{
    uint32_t parts;

    rank->rank = bytes_get_below(in, profile->rank_count);
    rank->host = bytes_get_below(in, host_limit(profile));
    rank->threads = get_small(in);
    GET_NUMBERS(in, &rank->begin, &rank->length, &rank->paused);
    get_values(in, rank->mpi, CALL_CLASS_COUNT);
    GET_NUMBERS(in, &rank->init, &rank->finalize, &rank->lost_calls,
                &rank->lost_peers, &rank->region_errors, &rank->open_requests,
                &rank->open_comms, &rank->trace_events, &rank->trace_bytes,
                &rank->trace_stop, &rank->trace_calls, &rank->memory_bytes);
    parts = get_interfaces(in, rank);
    get_values(in, rank->counters, profile->counter_count);
    return parts;
}

/* Files of earlier versions count both together.  A thread with a table of peers
 * has room for all of this world. */
static void divide_peers(uint32_t parts, struct rank_data *rank)
{
    if ((parts & RANK_OUTSIDE) || rank->threads != 1 || rank->peer_count == 0)
        return;
    rank->outside_peers = rank->lost_peers;
    rank->lost_peers = 0;
}

enum status profile_decode_rank(struct bytes_reader *in,
                                const struct profile *profile,
                                struct rank_data *out)
{
    uint32_t parts = get_totals(in, profile, out);
    enum status status = status_of_reading(in);

    if (status == STATUS_OK)
        status = get_rows(in, profile, out);
    if (status == STATUS_OK)
        status = get_peers(in, profile, out);
    if (status == STATUS_OK)
        divide_peers(parts, out);
    if (status == STATUS_OK)
        status = get_regions(in, profile, out);
    if (status == STATUS_OK)
        status = get_timeline(in, &out->timeline);
    if (status == STATUS_OK && parts & RANK_SAMPLED)
        status = samples_decode(in, profile->definitions, profile->call_count,
                                &out->samples);
    if (status == STATUS_OK && parts & RANK_RESOURCES)
        status = resources_decode(in, &out->resources);
    if (status == STATUS_OK && parts & RANK_OWN_COST)
        overhead_decode(in, &out->own);
    if (status == STATUS_OK && parts & RANK_CORES)
        core_set_decode(in, &out->cores);
    if (status == STATUS_OK && parts & RANK_PROGRAM)
        out->program = bytes_get_below(
            in, definitions_count(profile->definitions, DEFINITION_PROGRAM));
    if (status == STATUS_OK && parts & RANK_LEAD)
        out->lead = bytes_get_below(in, out->threads);
    if (status == STATUS_OK && parts & RANK_OUTSIDE)
        out->outside_peers = bytes_get_number(in);
    if (status == STATUS_OK && parts & RANK_OUTSIDE_WAITS &&
        out->timeline.bins > 0)
        get_span(in, &out->timeline.time[0][PROFILE_TIMELINE_OUTSIDE],
                 out->timeline.bins, PROFILE_TIMELINE_CLASSES);
    if (status == STATUS_OK && parts & RANK_DEVICES)
        status = device_use_decode(in, profile->call_count, &out->devices);
    if (status == STATUS_OK && parts & RANK_MEMORY)
        status = memory_uses_decode(in, &out->memory);
    if (status == STATUS_OK)
        status = status_of_reading(in);
    if (status == STATUS_OK && in->at != in->size)
        status = ending_decode(in, profile->definitions, profile->call_count,
                               profile->rank_count, &out->ending);
    if (status == STATUS_OK && in->at != in->size)
        status = STATUS_BAD_FORMAT;
    return status;
}
