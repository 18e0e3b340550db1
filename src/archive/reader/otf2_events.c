/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/reader/otf2_events.h"

static uint32_t count_of(const OTF2_AttributeList *attributes)
{
    return attributes == NULL
               ? 0
               : OTF2_AttributeList_GetNumberOfElements(attributes);
}

static uint32_t path_of(const struct otf2_names *ids,
                        const OTF2_AttributeList *attributes)
{
    OTF2_CallingContextRef context;

    return ids->path_attribute != NAMES_NONE &&
                   OTF2_AttributeList_GetCallingContextRef(
                       attributes, ids->path_attribute, &context) ==
                       OTF2_SUCCESS
               ? context
               : NAMES_NONE;
}

static void take_object(const struct otf2_names *ids,
                        const OTF2_AttributeList *attributes,
                        struct events_site *site)
{
    OTF2_RmaWinRef window;
    OTF2_IoFileRef file;

    if (ids->window_attribute != NAMES_NONE &&
        OTF2_AttributeList_GetRmaWinRef(attributes, ids->window_attribute,
                                        &window) == OTF2_SUCCESS)
        site->window = window;
    if (ids->file_attribute != NAMES_NONE &&
        OTF2_AttributeList_GetIoFileRef(attributes, ids->file_attribute,
                                        &file) == OTF2_SUCCESS)
        site->file = file;
}

OTF2_RECORD(on_enter, OTF2_RegionRef region)
{
    const struct otf2_events *into = data;
    struct events_site site = { NAMES_NONE, NAMES_NONE, NAMES_NONE };
    uint32_t count = count_of(attributes);

    if (count > 0)
        site.context = path_of(into->ids, attributes);
    if (count > (site.context != NAMES_NONE))
        take_object(into->ids, attributes, &site);
    events_enter(into->events, time, region, &site);
    return OTF2_CALLBACK_SUCCESS;
}

static bool has_error(const struct otf2_names *ids,
                      const OTF2_AttributeList *attributes)
{
    return count_of(attributes) > 0 && ids->error_attribute != NAMES_NONE &&
           OTF2_AttributeList_TestAttributeByID(attributes,
                                                ids->error_attribute);
}

OTF2_RECORD(on_leave, OTF2_RegionRef region)
{
    const struct otf2_events *into = data;

    events_leave(into->events, time, region, has_error(into->ids, attributes));
    return OTF2_CALLBACK_SUCCESS;
}

/* Sampling writers enter a whole calling context; its region is what counts. */
OTF2_RECORD(on_context_enter, OTF2_CallingContextRef id, uint32_t unwind)
{
    const struct otf2_events *into = data;
    const struct names_context *context = names_context(into->ids->names, id);
    struct events_site site = { NAMES_NONE, NAMES_NONE, NAMES_NONE };

    (void)unwind;
    if (context == NULL)
        return OTF2_CALLBACK_SUCCESS;
    site.context = context->parent;
    events_enter(into->events, time, context->region, &site);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_context_leave, OTF2_CallingContextRef id)
{
    const struct otf2_events *into = data;
    const struct names_context *context = names_context(into->ids->names, id);

    if (context != NULL)
        events_leave(into->events, time, context->region, false);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_metric, OTF2_MetricRef metric, uint8_t count,
            const OTF2_Type *types, const OTF2_MetricValue *values)
{
    const struct otf2_events *into = data;
    uint64_t numbers[PROFILE_COUNTERS];

    (void)types;
    if (metric != into->ids->metric_class ||
        count != into->ids->names->counter_count) {
        events_unused(into->events, time, "Metric");
        return OTF2_CALLBACK_SUCCESS;
    }
    for (uint8_t i = 0; i < count; i++)
        numbers[i] = values[i].unsigned_int;
    events_counters(into->events, time, numbers);
    return OTF2_CALLBACK_SUCCESS;
}

/* The number of samples that a recorded one stands for. */
static uint64_t together_of(const struct otf2_names *ids,
                            const OTF2_AttributeList *attributes)
{
    uint64_t together = 1;

    if (count_of(attributes) > 0 && ids->weight_attribute != NAMES_NONE)
        OTF2_AttributeList_GetUint64(attributes, ids->weight_attribute,
                                     &together);
    return together;
}

static uint64_t period_of(const struct otf2_names *ids,
                          OTF2_InterruptGeneratorRef generator)
{
    const uint64_t *list = ids->generators.items;

    return generator < ids->generators.count ? list[generator] : 0;
}

OTF2_RECORD(on_sample, OTF2_CallingContextRef context, uint32_t unwind,
            OTF2_InterruptGeneratorRef generator)
{
    const struct otf2_events *into = data;
    const struct events_sample sample = { context,
                                          period_of(into->ids, generator),
                                          together_of(into->ids, attributes) };

    (void)unwind;
    events_sample(into->events, time, &sample);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_switch, OTF2_MeasurementMode mode)
{
    events_recording(otf2_events_into(data), time,
                     mode == OTF2_MEASUREMENT_ON);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_flush, OTF2_TimeStamp stop)
{
    events_flush(otf2_events_into(data), time, stop);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_program, OTF2_StringRef name, uint32_t count,
            const OTF2_StringRef *arguments)
{
    (void)count, (void)arguments;
    events_program(otf2_events_into(data), time, name);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_EvtReaderCallbacks *otf2_events_callbacks(void)
{
    OTF2_EvtReaderCallbacks *on = OTF2_EvtReaderCallbacks_New();

    if (on == NULL)
        return NULL;
    OTF2_EvtReaderCallbacks_SetProgramBeginCallback(on, on_program);
    OTF2_EvtReaderCallbacks_SetEnterCallback(on, on_enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(on, on_leave);
    OTF2_EvtReaderCallbacks_SetCallingContextEnterCallback(on,
                                                           on_context_enter);
    OTF2_EvtReaderCallbacks_SetCallingContextLeaveCallback(on,
                                                           on_context_leave);
    OTF2_EvtReaderCallbacks_SetCallingContextSampleCallback(on, on_sample);
    OTF2_EvtReaderCallbacks_SetMetricCallback(on, on_metric);
    OTF2_EvtReaderCallbacks_SetMeasurementOnOffCallback(on, on_switch);
    OTF2_EvtReaderCallbacks_SetBufferFlushCallback(on, on_flush);
    otf2_events_message_callbacks(on);
    otf2_events_rma_callbacks(on);
    otf2_events_io_callbacks(on);
    otf2_events_unused_callbacks(on);
    return on;
}
