/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * otf2_unused.c - counts records that tell something which mpiprof has no use
 * for, by kind.
 */
#include "archive/reader/otf2_events.h"

/* Events by kind, with the names of what their records hold. */
#define EVENT(kind, ...)                                    \
    OTF2_RECORD(on_##kind, __VA_ARGS__)                     \
    {                                                       \
        events_unused(otf2_events_into(data), time, #kind); \
        return OTF2_CALLBACK_SUCCESS;                       \
    }
#define UNUSED __attribute__((unused))
#define LOCK UNUSED uint32_t id, UNUSED uint32_t order
#define MODEL UNUSED OTF2_Paradigm model
#define TEAM UNUSED OTF2_CommRef team
#define TASK UNUSED uint32_t creator, UNUSED uint32_t generation
#define FILE_LOCK UNUSED OTF2_IoHandleRef handle, UNUSED OTF2_LockType type
#define PARAMETER UNUSED OTF2_ParameterRef parameter

EVENT(OmpFork, UNUSED uint32_t threads)
EVENT(OmpAcquireLock, LOCK)
EVENT(OmpReleaseLock, LOCK)
EVENT(OmpTaskCreate, UNUSED uint64_t id)
EVENT(OmpTaskSwitch, UNUSED uint64_t id)
EVENT(OmpTaskComplete, UNUSED uint64_t id)
EVENT(ParameterString, PARAMETER, UNUSED OTF2_StringRef value)
EVENT(ParameterInt, PARAMETER, UNUSED int64_t value)
EVENT(ParameterUnsignedInt, PARAMETER, UNUSED uint64_t value)
EVENT(ThreadFork, MODEL, UNUSED uint32_t threads)
EVENT(ThreadTeamBegin, TEAM)
EVENT(ThreadAcquireLock, MODEL, LOCK)
EVENT(ThreadReleaseLock, MODEL, LOCK)
EVENT(ThreadTaskCreate, TEAM, TASK)
EVENT(ThreadTaskSwitch, TEAM, TASK)
EVENT(ThreadTaskComplete, TEAM, TASK)
EVENT(ThreadCreate, TEAM, UNUSED uint64_t number)
EVENT(ThreadBegin, TEAM, UNUSED uint64_t number)
EVENT(ThreadWait, TEAM, UNUSED uint64_t number)
EVENT(RmaSync, UNUSED OTF2_RmaWinRef window, UNUSED uint32_t target,
      UNUSED OTF2_RmaSyncType type)
EVENT(RmaWaitChange, UNUSED OTF2_RmaWinRef window)
EVENT(IoDuplicateHandle, UNUSED OTF2_IoHandleRef from,
      UNUSED OTF2_IoHandleRef to, UNUSED OTF2_IoStatusFlag flags)
EVENT(IoChangeStatusFlags, UNUSED OTF2_IoHandleRef handle,
      UNUSED OTF2_IoStatusFlag flags)
EVENT(IoAcquireLock, FILE_LOCK)
EVENT(IoReleaseLock, FILE_LOCK)
EVENT(IoTryLock, FILE_LOCK)

static OTF2_CallbackCode on_unknown(OTF2_LocationRef location,
                                    OTF2_TimeStamp time, uint64_t position,
                                    void *data, OTF2_AttributeList *attributes)
{
    (void)location, (void)position, (void)attributes;
    events_unused(otf2_events_into(data), time, "of a later OTF2");
    return OTF2_CALLBACK_SUCCESS;
}

/* Ends are not counted if their starts are. */
void otf2_events_unused_callbacks(OTF2_EvtReaderCallbacks *on)
{
#define SET(kind) OTF2_EvtReaderCallbacks_Set##kind##Callback(on, on_##kind)
    SET(OmpFork);
    SET(OmpAcquireLock);
    SET(OmpReleaseLock);
    SET(OmpTaskCreate);
    SET(OmpTaskSwitch);
    SET(OmpTaskComplete);
    SET(ParameterString);
    SET(ParameterInt);
    SET(ParameterUnsignedInt);
    SET(ThreadFork);
    SET(ThreadTeamBegin);
    SET(ThreadAcquireLock);
    SET(ThreadReleaseLock);
    SET(ThreadTaskCreate);
    SET(ThreadTaskSwitch);
    SET(ThreadTaskComplete);
    SET(ThreadCreate);
    SET(ThreadBegin);
    SET(ThreadWait);
    SET(RmaSync);
    SET(RmaWaitChange);
    SET(IoDuplicateHandle);
    SET(IoChangeStatusFlags);
    SET(IoAcquireLock);
    SET(IoReleaseLock);
    SET(IoTryLock);
#undef SET
    OTF2_EvtReaderCallbacks_SetUnknownCallback(on, on_unknown);
}

static OTF2_CallbackCode define_unused(void *data, const char *kind)
{
    const struct otf2_names *ids = data;

    unused_add(&ids->names->unused, kind, 1);
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode on_parameter(void *data, OTF2_ParameterRef self,
                                      OTF2_StringRef name,
                                      OTF2_ParameterType type)
{
    (void)self, (void)name, (void)type;
    return define_unused(data, "Parameter");
}

static OTF2_CallbackCode on_call_path(void *data, OTF2_CallpathRef self,
                                      OTF2_CallpathRef parent,
                                      OTF2_RegionRef region)
{
    (void)self, (void)parent, (void)region;
    return define_unused(data, "Callpath");
}

static OTF2_CallbackCode on_call_site(void *data, OTF2_CallsiteRef self,
                                      OTF2_StringRef file, uint32_t line,
                                      OTF2_RegionRef entered,
                                      OTF2_RegionRef left)
{
    (void)self, (void)file, (void)line, (void)entered, (void)left;
    return define_unused(data, "Callsite");
}

static OTF2_CallbackCode on_unknown_definition(void *data)
{
    return define_unused(data, "of a later OTF2");
}

void otf2_names_unused_callbacks(OTF2_GlobalDefReaderCallbacks *on)
{
    OTF2_GlobalDefReaderCallbacks_SetParameterCallback(on, on_parameter);
    OTF2_GlobalDefReaderCallbacks_SetCallpathCallback(on, on_call_path);
    OTF2_GlobalDefReaderCallbacks_SetCallsiteCallback(on, on_call_site);
    OTF2_GlobalDefReaderCallbacks_SetUnknownCallback(on,
                                                     on_unknown_definition);
}
