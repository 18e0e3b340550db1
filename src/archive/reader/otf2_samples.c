/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_samples.c - positions of threads: calling context samples.
 *
 * Our samples are outside MPI calls; a note gives the number inside.  In other
 * writers' archives samples inside MPI calls are skipped, and only samples
 * whose period is a time are used.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/saturate.h"
#include "model/sample_note.h"
#include "archive/events/events_state.h"

static uint32_t source_of(const char *word)
{
    uint32_t source = SAMPLE_SOURCES;

    while (--source > SAMPLE_NONE)
        if (strcmp(word, sample_note_sources[source]) == 0)
            break;
    return source;
}

static void take_number(struct names_group_of_locations *owner,
                        const char *name, uint64_t number)
{
    struct samples *samples = &owner->samples;

    if (strcmp(name, SAMPLE_NOTE_LEFT_OUT) == 0)
        owner->samples_left_out = number;
    else if (strcmp(name, SAMPLE_NOTE_IN_CALLS) == 0)
        owner->samples_in_calls = number;
#define TAKE(text, field)                                                   \
    if (strcmp(name, text) == 0)                                            \
        samples->field = number <= UINT32_MAX || sizeof(samples->field) > 4 \
                             ? number                                       \
                             : UINT32_MAX;
    SAMPLE_NOTE_LIST(TAKE)
#undef TAKE
}

static OTF2_CallbackCode on_owner_property(void *data,
                                           OTF2_LocationGroupRef self,
                                           OTF2_StringRef name, OTF2_Type type,
                                           OTF2_AttributeValue value)
{
    struct names *names = data;
    struct names_group_of_locations *owner = names->owners.items;
    const char *text = names_text(names, name);

    if (self >= names->owners.count)
        return OTF2_CALLBACK_SUCCESS;
    owner += self;
    if (type == OTF2_TYPE_UINT64)
        take_number(owner, text, value.uint64);
    else if (type == OTF2_TYPE_STRING && strcmp(text, SAMPLE_NOTE_SOURCE) == 0)
        owner->samples.source = source_of(names_text(names, value.stringRef));
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
on_generator(void *data, OTF2_InterruptGeneratorRef self, OTF2_StringRef name,
             OTF2_InterruptGeneratorMode mode, OTF2_Base base,
             int64_t exponent, uint64_t period)
{
    struct names *names = data;
    double seconds = (double)period *
                     pow(base == OTF2_BASE_BINARY ? 2 : 10, (double)exponent);
    uint64_t *into =
        names_element(names, &names->generators, self, sizeof(*into));

    (void)name;
    if (into != NULL && mode == OTF2_INTERRUPT_GENERATOR_MODE_TIME)
        *into = saturate_near(seconds * 1e9);
    return names->status == STATUS_OK ? OTF2_CALLBACK_SUCCESS
                                      : OTF2_CALLBACK_INTERRUPT;
}

/* In which call those in MPI were is not in the trace, nor do reports of one
 * say: it is any. */
void names_settle_samples(struct names *names,
                          const struct names_group_of_locations *owner,
                          struct samples *out)
{
    names->samples_left_out += owner->samples_left_out;
    *out = owner->samples;
    if (out->source == SAMPLE_NONE || owner->samples_in_calls == 0)
        return;
    out->rows = malloc(sizeof(*out->rows));
    if (out->rows == NULL) {
        names->status = STATUS_NO_MEMORY;
        return;
    }
    out->row_count = 1;
    *out->rows = (struct sample_row){ .call = SAMPLE_NO_CALL + 1,
                                      .count = owner->samples_in_calls,
                                      .squares = owner->samples_in_calls };
}

void names_sample_callbacks(OTF2_GlobalDefReaderCallbacks *on)
{
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(
        on, on_owner_property);
    OTF2_GlobalDefReaderCallbacks_SetInterruptGeneratorCallback(on,
                                                                on_generator);
}

/* What one that was taken stands for. */
static uint64_t together_of(const struct names *names,
                            const OTF2_AttributeList *attributes)
{
    uint64_t count = 1;

    if (attributes == NULL || names->weight_attribute == UINT32_MAX ||
        OTF2_AttributeList_GetNumberOfElements(attributes) == 0)
        return 1;
    OTF2_AttributeList_GetUint64(attributes, names->weight_attribute, &count);
    return count;
}

static uint64_t period_of(const struct names *names,
                          OTF2_InterruptGeneratorRef generator)
{
    const uint64_t *list = names->generators.items;

    return generator < names->generators.count ? list[generator] : 0;
}

static OTF2_CallbackCode on_sample(OTF2_LocationRef location,
                                   OTF2_TimeStamp time, uint64_t position,
                                   void *data, OTF2_AttributeList *attributes,
                                   OTF2_CallingContextRef id, uint32_t unwind,
                                   OTF2_InterruptGeneratorRef generator)
{
    struct calls *calls = data;
    const struct names_context *context = names_context(calls->names, id);
    uint64_t period = period_of(calls->names, generator);

    (void)location, (void)position, (void)unwind;
    calls_see(calls, time);
    if (calls->now.depth > 0 || calls->ended || period == 0)
        return OTF2_CALLBACK_SUCCESS;
    calls->sample_period = period;
    calls->sampled = true;
    if (!calls_is_inside(calls, time))
        return OTF2_CALLBACK_SUCCESS;
    sample_rows_add(&calls->tally->samples,
                    context == NULL ? 0 : context->path, calls_node_now(calls),
                    together_of(calls->names, attributes));
    return OTF2_CALLBACK_SUCCESS;
}

void calls_sample_callbacks(OTF2_EvtReaderCallbacks *on)
{
    OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback(on, on_sample);
}

/* Others do not tell how they sample. */
void calls_finish_samples(struct calls *calls, struct samples *out)
{
    if (out->source != SAMPLE_NONE || calls->sampled_threads == 0)
        return;
    out->source = SAMPLE_PERF;
    out->kernel = true;
    out->period_ns = calls->sample_period;
    out->threads = calls->sampled_threads;
}
