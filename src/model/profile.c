/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * profile.c - creates, changes and frees profiles in memory.
 */
#include "model/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"
#include "base/order.h"

void rank_data_clear(struct rank_data *rank)
{
    FREE_ALL(rank->rows, rank->peers, rank->regions, rank->timeline.time);
    ending_clear(&rank->ending);
    samples_clear(&rank->samples);
    resources_clear(&rank->resources);
    device_use_clear(&rank->devices);
    memory_uses_clear(&rank->memory);
    *rank = (struct rank_data){ 0 };
}

uint64_t rank_data_mpi(const struct rank_data *rank)
{
    uint64_t sum = 0;

    for (int class = 0; class < CALL_CLASS_COUNT; class ++)
        if (class != CALL_CLASS_SETUP)
            sum += rank->mpi[class];
    return sum;
}

ORDER_SHARED(row_compare, struct row,
             UP(call) UP(path) UP(region) UP(comm) UP(object));

uint64_t rank_data_measured(const struct rank_data *rank)
{
    return rank->length > rank->paused ? rank->length - rank->paused : 0;
}

uint64_t rank_data_useful(const struct rank_data *rank)
{
    uint64_t measured = rank_data_measured(rank);
    uint64_t mpi = rank_data_mpi(rank);

    return measured > mpi ? measured - mpi : 0;
}

enum status profile_create(struct profile **out)
{
    struct profile *profile = calloc(1, sizeof(*profile));
    enum status status;

    if (profile == NULL)
        return log_fail(STATUS_NO_MEMORY, "profile");
    status = definitions_create(&profile->definitions);
    if (status != STATUS_OK) {
        profile_destroy(profile);
        return status;
    }
    *out = profile;
    return STATUS_OK;
}

static void free_facts(struct profile *profile)
{
    FREE_ALL(profile->program, profile->command, profile->mpi_library,
             profile->version, profile->source, profile->clock,
             profile->trace_file, profile->coverage);
}

static void free_lists(struct profile *profile)
{
    for (size_t i = 0; i < profile->call_count; i++)
        free(profile->calls[i].name);
    for (size_t i = 0; i < profile->counter_count; i++)
        free(profile->counters[i]);
    for (size_t i = 0; i < profile->setting_count; i++)
        FREE_ALL(profile->settings[i].name, profile->settings[i].value);
    FREE_ALL(profile->calls, profile->counters, profile->settings);
    remarks_clear(&profile->remarks);
}

static void free_ranks(struct profile *profile)
{
    if (profile->ranks == NULL)
        return;
    for (uint32_t i = 0; i < profile->rank_count; i++)
        rank_data_clear(&profile->ranks[i]);
    free(profile->ranks);
}

void profile_destroy(struct profile *profile)
{
    if (profile == NULL)
        return;
    if (profile->load_destroy != NULL)
        profile->load_destroy(profile->load_context);
    free_facts(profile);
    free_lists(profile);
    free_ranks(profile);
    definitions_destroy(profile->definitions);
    replay_result_destroy(profile->replay);
    replay_log_destroy(profile->log);
    profile_destroy(profile->traced);
    free(profile);
}

enum status profile_set_text(char **field, const char *text)
{
    char *copy = strdup(text);

    if (copy == NULL)
        return log_fail(STATUS_NO_MEMORY, "a text of the profile");
    free(*field);
    *field = copy;
    return STATUS_OK;
}

enum status profile_rank(struct profile *profile, uint32_t rank,
                         const struct rank_data **out)
{
    if (rank >= profile->rank_count)
        return log_fail(STATUS_BAD_VALUE, "no rank %u: the run had %u", rank,
                        profile->rank_count);
    if (profile->ranks != NULL) {
        *out = &profile->ranks[rank];
        return STATUS_OK;
    }
    if (profile->load == NULL)
        return log_fail(STATUS_NOT_FOUND, "rank %u has no data", rank);
    return profile->load(profile, rank, out);
}

static enum status fill_setting(struct setting_value *setting,
                                const char *name, const char *value,
                                bool is_default)
{
    setting->name = strdup(name);
    setting->value = strdup(value);
    setting->is_default = is_default;
    if (setting->name != NULL && setting->value != NULL)
        return STATUS_OK;
    FREE_ALL(setting->name, setting->value);
    return log_fail(STATUS_NO_MEMORY, "setting %s", name);
}

enum status profile_setting(struct profile *profile, const char *name,
                            const char *value, bool is_default)
{
    enum status status;
    struct setting_value *settings = realloc(
        profile->settings, (profile->setting_count + 1) * sizeof(*settings));

    if (settings == NULL)
        return log_fail(STATUS_NO_MEMORY, "setting %s", name);
    profile->settings = settings;
    status = fill_setting(&settings[profile->setting_count], name, value,
                          is_default);
    if (status == STATUS_OK)
        profile->setting_count++;
    return status;
}

const char *profile_setting_value(const struct profile *profile,
                                  const char *name)
{
    for (size_t i = 0; i < profile->setting_count; i++)
        if (strcmp(profile->settings[i].name, name) == 0)
            return profile->settings[i].value;
    return NULL;
}

enum status profile_use_call_table(struct profile *profile)
{
    struct profile_call *calls = calloc(call_count + 1, sizeof(*calls));

    if (calls == NULL)
        return log_fail(STATUS_NO_MEMORY, "list of calls");
    profile->calls = calls;
    for (uint32_t i = 0; i < call_count; i++) {
        calls[i] =
            (struct profile_call){ strdup(call_table[i].name),
                                   call_table[i].class, call_table[i].role,
                                   call_table[i].coll };
        profile->call_count = i + 1;
        if (calls[i].name == NULL)
            return log_fail(STATUS_NO_MEMORY, "list of calls");
    }
    return STATUS_OK;
}
