/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_samples.c - what an archive says of its samples as a whole.
 */
#include <math.h>
#include <string.h>

#include "base/saturate.h"
#include "model/profile.h"
#include "model/notes/sample_note.h"
#include "archive/reader/otf2_names.h"

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
    const struct otf2_names *ids = data;
    const struct names *names = ids->names;
    struct names_group_of_locations *owner = names->owners.items;
    const char *text = names_text(names, name);

    if (self >= names->owners.count)
        return OTF2_CALLBACK_SUCCESS;
    owner += self;
    if (type == OTF2_TYPE_LOCATION && strcmp(text, PROFILE_LEAD_NOTE) == 0)
        owner->lead = value.locationRef;
    else if (type == OTF2_TYPE_UINT64)
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
    struct otf2_names *ids = data;
    double seconds = (double)period *
                     pow(base == OTF2_BASE_BINARY ? 2 : 10, (double)exponent);
    uint64_t *into =
        names_element(ids->names, &ids->generators, self, sizeof(*into));

    (void)name;
    if (into != NULL && mode == OTF2_INTERRUPT_GENERATOR_MODE_TIME)
        *into = saturate_near(seconds * 1e9);
    return ids->names->status == STATUS_OK ? OTF2_CALLBACK_SUCCESS
                                           : OTF2_CALLBACK_INTERRUPT;
}

void otf2_names_sample_callbacks(OTF2_GlobalDefReaderCallbacks *on)
{
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupPropertyCallback(
        on, on_owner_property);
    OTF2_GlobalDefReaderCallbacks_SetInterruptGeneratorCallback(on,
                                                                on_generator);
}
