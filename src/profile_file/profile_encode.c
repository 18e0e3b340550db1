/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile_encode.c - the sections of a profile file as bytes.
 *
 * The order here is the order in profile_decode.c and in
 * share/doc/profile-format.md.
 */
#include <string.h>

#include "profile_file/profile_decode.h"
#include "profile_file/profile_file.h"

_Static_assert(CALL_CLASS_COUNT == 8 && PROFILE_BINS == 40,
               "these are part of PROFILE_FILE_VERSION");

static void put_text(struct bytes_writer *out, const char *text)
{
    bytes_put_string(out, text == NULL ? "" : text);
}

static void put_facts(const struct profile *profile, struct bytes_writer *out)
{
    put_text(out, profile->program);
    put_text(out, profile->command);
    put_text(out, profile->mpi_library);
    put_text(out, profile->version);
    put_text(out, profile->source);
    put_text(out, profile->clock);
    put_text(out, profile->trace_file);
    put_text(out, profile->coverage);
    PUT_NUMBERS(out, profile->start_unix_ns, profile->hook_ns_x100,
                profile->rank_count);
}

static void put_calls(const struct profile *profile, struct bytes_writer *out)
{
    bytes_put_number(out, profile->call_count);
    for (size_t i = 0; i < profile->call_count; i++) {
        const struct profile_call *call = &profile->calls[i];

        put_text(out, call->name);
        PUT_NUMBERS(out, call->class, call->role, call->coll);
    }
}

static void put_settings(const struct profile *profile,
                         struct bytes_writer *out)
{
    bytes_put_number(out, profile->setting_count);
    for (size_t i = 0; i < profile->setting_count; i++) {
        const struct setting_value *setting = &profile->settings[i];

        put_text(out, setting->name);
        put_text(out, setting->value);
        bytes_put_number(out, setting->is_default);
    }
}

void profile_encode_run(const struct profile *profile,
                        struct bytes_writer *out)
{
    put_facts(profile, out);
    bytes_put_number(out, profile->counter_count);
    for (size_t i = 0; i < profile->counter_count; i++)
        put_text(out, profile->counters[i]);
    put_calls(profile, out);
    put_settings(profile, out);
    remarks_encode(&profile->remarks, 0, out);
    definitions_encode(profile->definitions, out);
}

static bool has_values(const struct spread *spread)
{
    return spread->min != UINT64_MAX || spread->max != 0 || spread->sum != 0;
}

static void put_spread(struct bytes_writer *out, const struct spread *spread)
{
    PUT_NUMBERS(out, spread->min, spread->max - spread->min, spread->sum);
}

/* Values between the first and the last that is not zero; stride: from a value
 * to the next. */
static void put_span(struct bytes_writer *out, const uint64_t *values,
                     size_t count, size_t stride)
{
    size_t first = 0, end = count;

    while (first < end && values[first * stride] == 0)
        first++;
    while (end > first && values[(end - 1) * stride] == 0)
        end--;
    bytes_put_number(out, end - first);
    if (first == end)
        return;
    bytes_put_number(out, first);
    for (; first < end; first++)
        bytes_put_number(out, values[first * stride]);
}

static bool any_nonzero(const uint64_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (values[i] != 0)
            return true;
    return false;
}

static unsigned row_flags(const struct row *row, uint32_t counter_count)
{
    return (row->errors != 0 ? ROW_HAS_ERRORS : 0) |
           (has_values(&row->time) ? ROW_HAS_TIME : 0) |
           (has_values(&row->out) ? ROW_HAS_OUT : 0) |
           (has_values(&row->in) ? ROW_HAS_IN : 0) |
           (any_nonzero(row->counters, counter_count) ? ROW_HAS_COUNTERS : 0);
}

static void put_row(struct bytes_writer *out, const struct row *row,
                    uint32_t counter_count)
{
    unsigned flags = row_flags(row, counter_count);

    PUT_NUMBERS(out, row->call, row->path, row->region, row->comm, row->object,
                flags, row->count);
    if (flags & ROW_HAS_ERRORS)
        bytes_put_number(out, row->errors);
    if (flags & ROW_HAS_TIME) {
        put_spread(out, &row->time);
        bytes_put_double(out, row->time_squares);
    }
    if (flags & ROW_HAS_OUT)
        put_spread(out, &row->out);
    if (flags & ROW_HAS_IN)
        put_spread(out, &row->in);
    if (flags & ROW_HAS_COUNTERS)
        bytes_put_list(out, row->counters, counter_count);
    put_span(out, row->time_bins, PROFILE_BINS, 1);
    put_span(out, row->size_bins, PROFILE_BINS, 1);
}

static void put_peer(struct bytes_writer *out, const struct peer *peer)
{
    PUT_NUMBERS(out, peer->rank, peer->kind, peer->out_messages,
                peer->out_bytes, peer->in_messages, peer->in_bytes,
                peer->time);
}

static void put_region(struct bytes_writer *out,
                       const struct region_data *region,
                       uint32_t counter_count)
{
    PUT_NUMBERS(out, region->node, region->visits, region->inclusive,
                region->exclusive, region->mpi);
    bytes_put_list(out, region->counters, counter_count);
}

static void put_timeline(struct bytes_writer *out,
                         const struct timeline *timeline)
{
    PUT_NUMBERS(out, timeline->bin_width, timeline->bins);
    for (int class = 0; class < PROFILE_TIMELINE_OUTSIDE && timeline->bins > 0;
         class ++)
        put_span(out, &timeline->time[0][class], timeline->bins,
                 PROFILE_TIMELINE_CLASSES);
}

static bool has_outside_waits(const struct timeline *timeline)
{
    for (uint32_t i = 0; i < timeline->bins; i++)
        if (timeline->time[i][PROFILE_TIMELINE_OUTSIDE] != 0)
            return true;
    return false;
}

static void put_totals(struct bytes_writer *out, const struct rank_data *rank,
                       bool outside)
{
    PUT_NUMBERS(out, rank->rank, rank->host, rank->threads, rank->begin,
                rank->length, rank->paused);
    bytes_put_list(out, rank->mpi, CALL_CLASS_COUNT);
    PUT_NUMBERS(out, rank->init, rank->finalize, rank->lost_calls,
                rank->lost_peers, rank->region_errors, rank->open_requests,
                rank->open_comms, rank->trace_events, rank->trace_bytes,
                rank->trace_stop, rank->trace_calls, rank->memory_bytes);
    bytes_put_number(
        out, rank->interfaces | (rank->missing ? RANK_MISSING : 0) |
                 (rank->cut ? RANK_CUT : 0) |
                 (rank->untraced ? RANK_UNTRACED : 0) |
                 (rank->samples.source != SAMPLE_NONE ? RANK_SAMPLED : 0) |
                 (rank->resources.sources != 0 ? RANK_RESOURCES : 0) |
                 (overhead_is_known(&rank->own) ? RANK_OWN_COST : 0) |
                 (rank->cores.online != 0 ? RANK_CORES : 0) |
                 (rank->program != 0 ? RANK_PROGRAM : 0) |
                 (rank->lead != 0 ? RANK_LEAD : 0) |
                 (rank->outside_peers != 0 ? RANK_OUTSIDE : 0) |
                 (outside ? RANK_OUTSIDE_WAITS : 0) |
                 (rank->devices.stream_count != 0 ? RANK_DEVICES : 0) |
                 (rank->memory.count != 0 ? RANK_MEMORY : 0));
}

void profile_encode_rank(const struct rank_data *rank, uint32_t counter_count,
                         struct bytes_writer *out)
{
    bool outside = has_outside_waits(&rank->timeline);

    put_totals(out, rank, outside);
    bytes_put_list(out, rank->counters, counter_count);
    bytes_put_number(out, rank->row_count);
    for (size_t i = 0; i < rank->row_count; i++)
        put_row(out, &rank->rows[i], counter_count);
    bytes_put_number(out, rank->peer_count);
    for (size_t i = 0; i < rank->peer_count; i++)
        put_peer(out, &rank->peers[i]);
    bytes_put_number(out, rank->region_count);
    for (size_t i = 0; i < rank->region_count; i++)
        put_region(out, &rank->regions[i], counter_count);
    put_timeline(out, &rank->timeline);
    if (rank->samples.source != SAMPLE_NONE)
        samples_encode(&rank->samples, out);
    if (rank->resources.sources != 0)
        resources_encode(&rank->resources, out);
    if (overhead_is_known(&rank->own))
        overhead_encode(&rank->own, out);
    if (rank->cores.online != 0)
        core_set_encode(&rank->cores, out);
    if (rank->program != 0)
        bytes_put_number(out, rank->program);
    if (rank->lead != 0)
        bytes_put_number(out, rank->lead);
    if (rank->outside_peers != 0)
        bytes_put_number(out, rank->outside_peers);
    if (outside)
        put_span(out, &rank->timeline.time[0][PROFILE_TIMELINE_OUTSIDE],
                 rank->timeline.bins, PROFILE_TIMELINE_CLASSES);
    if (rank->devices.stream_count != 0)
        device_use_encode(&rank->devices, out);
    if (rank->memory.count != 0)
        memory_uses_encode(&rank->memory, out);
    if (rank->ending.how != ENDING_FINALIZED)
        ending_encode(&rank->ending, out);
}
