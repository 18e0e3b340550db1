/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_devices.c - passes on the records of a stream of an accelerator, and
 * readings of memory.
 */
#include "archive/events/device_events.h"
#include "archive/reader/otf2_events.h"
#include "base/saturate.h"

OTF2_RECORD(on_enter, OTF2_RegionRef region)
{
    device_events_enter(data, time, region);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_leave, OTF2_RegionRef region)
{
    device_events_leave(data, time, region);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_put, OTF2_RmaWinRef window, uint32_t remote, uint64_t bytes,
            uint64_t id)
{
    const struct device_transfer transfer = {
        .window = window, .remote = remote, .bytes = bytes, .id = id
    };

    device_events_transfer(data, time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_get, OTF2_RmaWinRef window, uint32_t remote, uint64_t bytes,
            uint64_t id)
{
    const struct device_transfer transfer = { .window = window,
                                              .remote = remote,
                                              .gets = true,
                                              .bytes = bytes,
                                              .id = id };

    device_events_transfer(data, time, &transfer);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_RECORD(on_complete, OTF2_RmaWinRef window, uint64_t id)
{
    (void)window;
    device_events_completed(data, time, id);
    return OTF2_CALLBACK_SUCCESS;
}

static uint64_t bytes_of(OTF2_Type type, OTF2_MetricValue value)
{
    if (type == OTF2_TYPE_INT64)
        return value.signed_int > 0 ? (uint64_t)value.signed_int : 0;
    return type == OTF2_TYPE_DOUBLE ? saturate_near(value.floating_point)
                                    : value.unsigned_int;
}

OTF2_RECORD(on_metric, OTF2_MetricRef metric, uint8_t count,
            const OTF2_Type *types, const OTF2_MetricValue *values)
{
    if (count == 1)
        device_events_memory(data, time, metric,
                             bytes_of(types[0], values[0]));
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_EvtReaderCallbacks *otf2_events_device_callbacks(void)
{
    OTF2_EvtReaderCallbacks *on = OTF2_EvtReaderCallbacks_New();

    if (on == NULL)
        return NULL;
    OTF2_EvtReaderCallbacks_SetEnterCallback(on, on_enter);
    OTF2_EvtReaderCallbacks_SetLeaveCallback(on, on_leave);
    OTF2_EvtReaderCallbacks_SetMetricCallback(on, on_metric);
    OTF2_EvtReaderCallbacks_SetRmaPutCallback(on, on_put);
    OTF2_EvtReaderCallbacks_SetRmaGetCallback(on, on_get);
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteBlockingCallback(on, on_complete);
    OTF2_EvtReaderCallbacks_SetRmaOpCompleteNonBlockingCallback(on,
                                                                on_complete);
    return on;
}
