/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kokkos.c - Kokkos Tools: kernels, regions, sections, copies, fences.
 *
 * Kokkos opens the libraries named by KOKKOS_TOOLS_LIBS and calls the
 * functions it finds there.  A kernel is begun and ended by one thread; its
 * end is identified by the number we returned at its start.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ranges.h"

struct device_info {
    size_t id;
};

/* Passed by value. */
struct space_handle {
    char name[64];
};

struct tool_settings {
    bool requires_global_fencing;
    bool others[255];
};

EXPORTED void kokkosp_init_library(int sequence, uint64_t version,
                                   uint32_t devices,
                                   struct device_info *infos);
EXPORTED void kokkosp_finalize_library(void);
EXPORTED void kokkosp_request_tool_settings(uint32_t count,
                                            struct tool_settings *settings);
EXPORTED void kokkosp_begin_parallel_for(const char *name, uint32_t device,
                                         uint64_t *id);
EXPORTED void kokkosp_end_parallel_for(uint64_t id);
EXPORTED void kokkosp_begin_parallel_reduce(const char *name, uint32_t device,
                                            uint64_t *id);
EXPORTED void kokkosp_end_parallel_reduce(uint64_t id);
EXPORTED void kokkosp_begin_parallel_scan(const char *name, uint32_t device,
                                          uint64_t *id);
EXPORTED void kokkosp_end_parallel_scan(uint64_t id);
EXPORTED void kokkosp_begin_fence(const char *name, uint32_t device,
                                  uint64_t *id);
EXPORTED void kokkosp_end_fence(uint64_t id);
EXPORTED void kokkosp_push_profile_region(const char *name);
EXPORTED void kokkosp_pop_profile_region(void);
EXPORTED void kokkosp_begin_deep_copy(struct space_handle to_space,
                                      const char *to_name, const void *to,
                                      struct space_handle from_space,
                                      const char *from_name, const void *from,
                                      uint64_t bytes);
EXPORTED void kokkosp_end_deep_copy(void);
EXPORTED void kokkosp_create_profile_section(const char *name, uint32_t *id);
EXPORTED void kokkosp_start_profile_section(uint32_t id);
EXPORTED void kokkosp_stop_profile_section(uint32_t id);
EXPORTED void kokkosp_destroy_profile_section(uint32_t id);
EXPORTED void kokkosp_profile_event(const char *name);

/* Copies nest in nothing of their own kind, and have no number. */
#define COPY_ID UINT64_MAX

void kokkosp_init_library(int sequence, uint64_t version, uint32_t devices,
                          struct device_info *infos)
{
    (void)sequence;
    (void)version;
    (void)devices;
    (void)infos;
}

void kokkosp_finalize_library(void)
{
}

/* Without this Kokkos would wait for the device around each kernel. */
void kokkosp_request_tool_settings(uint32_t count,
                                   struct tool_settings *settings)
{
    if (count > 0 && settings != NULL)
        settings->requires_global_fencing = false;
}

static void begin_kernel(const char *name, uint64_t *id)
{
    uint64_t number = ranges_new_id();

    if (id != NULL)
        *id = number;
    ranges_begin(HOOK_KOKKOS_KERNEL, number, name != NULL ? name : "");
}

static void end_kernel(uint64_t id)
{
    ranges_end(HOOK_KOKKOS_KERNEL, id);
}

void kokkosp_begin_parallel_for(const char *name, uint32_t device,
                                uint64_t *id)
{
    (void)device;
    begin_kernel(name, id);
}

void kokkosp_end_parallel_for(uint64_t id)
{
    end_kernel(id);
}

void kokkosp_begin_parallel_reduce(const char *name, uint32_t device,
                                   uint64_t *id)
{
    (void)device;
    begin_kernel(name, id);
}

void kokkosp_end_parallel_reduce(uint64_t id)
{
    end_kernel(id);
}

void kokkosp_begin_parallel_scan(const char *name, uint32_t device,
                                 uint64_t *id)
{
    (void)device;
    begin_kernel(name, id);
}

void kokkosp_end_parallel_scan(uint64_t id)
{
    end_kernel(id);
}

void kokkosp_begin_fence(const char *name, uint32_t device, uint64_t *id)
{
    (void)device;
    begin_kernel(name, id);
}

void kokkosp_end_fence(uint64_t id)
{
    end_kernel(id);
}

void kokkosp_push_profile_region(const char *name)
{
    ranges_begin(HOOK_KOKKOS_REGION, 0, name != NULL ? name : "");
}

void kokkosp_pop_profile_region(void)
{
    ranges_end(HOOK_KOKKOS_REGION, 0);
}

void kokkosp_begin_deep_copy(struct space_handle to_space, const char *to_name,
                             const void *to, struct space_handle from_space,
                             const char *from_name, const void *from,
                             uint64_t bytes)
{
    char name[RANGE_NAME_ROOM];

    (void)to;
    (void)from;
    (void)bytes;
    snprintf(name, sizeof name, "deep_copy %.*s:%s <- %.*s:%s",
             (int)sizeof to_space.name, to_space.name,
             to_name != NULL ? to_name : "", (int)sizeof from_space.name,
             from_space.name, from_name != NULL ? from_name : "");
    ranges_begin(HOOK_KOKKOS_KERNEL, COPY_ID, name);
}

void kokkosp_end_deep_copy(void)
{
    end_kernel(COPY_ID);
}

/* ---- sections: made once, with a name, and then started and stopped ---- */

enum { MOST_SECTIONS = 1024 };

static char *sections[MOST_SECTIONS]; /* [id - 1]; NULL: free */

static bool is_section(uint32_t id)
{
    return id > 0 && id <= MOST_SECTIONS;
}

/* 0, which starts nothing: there is no room. */
static uint32_t section_for(char *name)
{
    for (uint32_t i = 0; i < MOST_SECTIONS; i++) {
        char *none = NULL;

        if (__atomic_compare_exchange_n(&sections[i], &none, name, false,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return i + 1;
    }
    return 0;
}

void kokkosp_create_profile_section(const char *name, uint32_t *id)
{
    char *copy = strdup(name != NULL ? name : "");
    uint32_t section = copy == NULL ? 0 : section_for(copy);

    if (section == 0)
        free(copy);
    if (id != NULL)
        *id = section;
}

void kokkosp_start_profile_section(uint32_t id)
{
    const char *name = NULL;

    if (is_section(id))
        name = __atomic_load_n(&sections[id - 1], __ATOMIC_ACQUIRE);
    if (name != NULL)
        ranges_begin(HOOK_KOKKOS_SECTION, id, name);
}

void kokkosp_stop_profile_section(uint32_t id)
{
    if (is_section(id))
        ranges_end(HOOK_KOKKOS_SECTION, id);
}

void kokkosp_destroy_profile_section(uint32_t id)
{
    if (is_section(id))
        free(__atomic_exchange_n(&sections[id - 1], NULL, __ATOMIC_ACQ_REL));
}

void kokkosp_profile_event(const char *name)
{
    ranges_moment(HOOK_KOKKOS_KERNEL, name != NULL ? name : "");
}
