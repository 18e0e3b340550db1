/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvtx_client.h - the side of a program in NVTX 3, where its headers are not
 * installed: functions that do nothing until a library is injected.
 *
 * What nvtx.c uses of the interface, as it is documented: names, numbers and
 * layouts of the structures are those of nvtx3/nvToolsExt.h.  The functions
 * themselves are found through a table that the library fills.
 */
#ifndef TESTS_E2E_PROGRAMS_NVTX_CLIENT_H
#define TESTS_E2E_PROGRAMS_NVTX_CLIENT_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_MESSAGE_TYPE_ASCII 1
#define NVTX_MESSAGE_TYPE_UNICODE 2
#define NVTX_MESSAGE_TYPE_REGISTERED 3

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomain *nvtxDomainHandle_t;
typedef struct nvtxString *nvtxStringHandle_t;

typedef struct {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union {
        uint64_t ullValue;
        double dValue;
    } payload;
    int32_t messageType;
    union {
        const char *ascii;
        const wchar_t *unicode;
        nvtxStringHandle_t registered;
    } message;
} nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef void (*nvtx_slot)(void);

static nvtx_slot core[16], core2[16];
static nvtx_slot *core_places[16], *core2_places[16];

static int module_table(int module, nvtx_slot ***table, unsigned *size)
{
    if (module != 1 && module != 5)
        return 0;
    *table = module == 1 ? core_places : core2_places;
    *size = 16;
    return 1;
}

static const void *export_table(uint32_t id)
{
    static const struct {
        size_t size;
        int (*module_table)(int, nvtx_slot ***, unsigned *);
    } callbacks = { sizeof callbacks, module_table };

    return id == 1 ? &callbacks : NULL;
}

static void nvtx_load(void)
{
    static int done;
    const char *path = getenv("NVTX_INJECTION64_PATH");
    void *library = done || path == NULL ? NULL : dlopen(path, RTLD_LAZY);
    int (*inject)(const void *(*)(uint32_t)) = NULL;

    done = 1;
    for (int i = 1; i < 16; i++) {
        core_places[i] = &core[i];
        core2_places[i] = &core2[i];
    }
    if (library != NULL)
        inject = (__typeof__(inject))dlsym(library,
                                           "InitializeInjectionNvtx2");
    if (inject != NULL && inject(export_table) == 0) {
        memset(core, 0, sizeof core);
        memset(core2, 0, sizeof core2);
    }
}

#define NVTX_CALL(result, none, name, types, arguments, table, place)   \
    static inline result name types                                     \
    {                                                                   \
        nvtx_load();                                                    \
        return table[place] == NULL                                     \
                   ? none                                               \
                   : ((result(*) types)table[place])arguments;          \
    }

NVTX_CALL(void, (void)0, nvtxMarkA, (const char *text), (text), core, 2)
NVTX_CALL(nvtxRangeId_t, 0, nvtxRangeStartA, (const char *text), (text), core,
          5)
NVTX_CALL(nvtxRangeId_t, 0, nvtxRangeStartW, (const wchar_t *text), (text),
          core, 6)
NVTX_CALL(void, (void)0, nvtxRangeEnd, (nvtxRangeId_t id), (id), core, 7)
NVTX_CALL(int, -2, nvtxRangePushEx, (const nvtxEventAttributes_t *event),
          (event), core, 8)
NVTX_CALL(int, -2, nvtxRangePushA, (const char *text), (text), core, 9)
NVTX_CALL(int, -2, nvtxRangePushW, (const wchar_t *text), (text), core, 10)
NVTX_CALL(int, -2, nvtxRangePop, (void), (), core, 11)
NVTX_CALL(nvtxRangeId_t, 0, nvtxDomainRangeStartEx,
          (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event),
          (domain, event), core2, 2)
NVTX_CALL(void, (void)0, nvtxDomainRangeEnd,
          (nvtxDomainHandle_t domain, nvtxRangeId_t id), (domain, id), core2,
          3)
NVTX_CALL(int, -2, nvtxDomainRangePushEx,
          (nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event),
          (domain, event), core2, 4)
NVTX_CALL(int, -2, nvtxDomainRangePop, (nvtxDomainHandle_t domain), (domain),
          core2, 5)
NVTX_CALL(nvtxStringHandle_t, NULL, nvtxDomainRegisterStringA,
          (nvtxDomainHandle_t domain, const char *text), (domain, text),
          core2, 10)
NVTX_CALL(nvtxDomainHandle_t, NULL, nvtxDomainCreateA, (const char *name),
          (name), core2, 12)
NVTX_CALL(void, (void)0, nvtxDomainDestroy, (nvtxDomainHandle_t domain),
          (domain), core2, 14)

#endif
