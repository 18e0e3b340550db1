/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * archive_samples.c - the source of samples: an interrupt generator, and facts
 * about the missing samples of each rank.
 */
#include "archive/definitions/archive.h"
#include "archive/definitions/archive_names.h"
#include "model/notes/sample_note.h"

#define NS_EXPONENT (-9)

/* Ranks have the same period unless their environments differ; each has its
 * own as a property, too. */
static uint64_t longest_period(const struct archive_facts *facts)
{
    uint64_t period = 0;

    for (uint32_t i = 0; i < facts->run->rank_count; i++)
        if (facts->parts[i].samples.period_ns > period)
            period = facts->parts[i].samples.period_ns;
    return period;
}

static void write_property(struct gdef_names *names, uint32_t rank,
                           const char *name, OTF2_Type type,
                           OTF2_AttributeValue value)
{
    gdef_expect(names, OTF2_GlobalDefWriter_WriteLocationGroupProperty(
                           names->writer, rank, gdef_string(names, name), type,
                           value));
}

static void write_number(struct gdef_names *names, uint32_t rank,
                         const char *name, uint64_t number)
{
    OTF2_AttributeValue value = { .uint64 = number };

    write_property(names, rank, name, OTF2_TYPE_UINT64, value);
}

static void write_facts(struct gdef_names *names, uint32_t rank,
                        const struct archive_part *part)
{
    const struct samples *samples = &part->samples;
    OTF2_AttributeValue value = {
        .stringRef = gdef_string(names, sample_note_sources[samples->source])
    };

    write_property(names, rank, SAMPLE_NOTE_SOURCE, OTF2_TYPE_STRING, value);
#define WRITE(name, field) write_number(names, rank, name, samples->field);
    SAMPLE_NOTE_LIST(WRITE)
#undef WRITE
    write_number(names, rank, SAMPLE_NOTE_IN_CALLS, part->samples_in_calls);
    write_number(names, rank, SAMPLE_NOTE_LEFT_OUT, part->samples_left_out);
}

static void write_generator(struct gdef_names *names, uint64_t period)
{
    gdef_expect(names, OTF2_GlobalDefWriter_WriteAttribute(
                           names->writer, ARCHIVE_ATTRIBUTE_WEIGHT,
                           gdef_string(names, SAMPLE_NOTE_WEIGHT),
                           gdef_string(names, "as many samples in a row are "
                                              "one that was taken"),
                           OTF2_TYPE_UINT64));
    gdef_expect(names, OTF2_GlobalDefWriter_WriteInterruptGenerator(
                           names->writer, ARCHIVE_INTERRUPT_GENERATOR,
                           gdef_string(names, "CPU time of the thread"),
                           OTF2_INTERRUPT_GENERATOR_MODE_TIME,
                           OTF2_BASE_DECIMAL, NS_EXPONENT, period));
}

/* Nothing where nobody samples. */
void gdef_samples(struct gdef_names *names, const struct archive_facts *facts)
{
    uint64_t period = longest_period(facts);

    if (period == 0)
        return;
    write_generator(names, period);
    for (uint32_t i = 0;
         i < facts->run->rank_count && names->status == STATUS_OK; i++)
        if (facts->parts[i].samples.source != SAMPLE_NONE)
            write_facts(names, i, &facts->parts[i]);
}
