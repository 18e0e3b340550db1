/* SPDX-License-Identifier: BSD-3-Clause */
/* papi.c - PAPI counts. */
#include "measure/counters/papi.h"

#include <papi.h>
#include <pthread.h>
#include <string.h>

#include "measure/counters/source.h"

#define NONE_STARTED PAPI_NULL

static struct {
    int count;
    int codes[COUNTERS_MOST];
} list;

/* Direct TLS access costs nothing next to PAPI_read. */
static __thread int event_set = NONE_STARTED;

static bool papi_has_started(void)
{
    static bool asked, works;

    if (!asked) {
        asked = true;
        works = PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT;
        if (works)
            PAPI_thread_init((unsigned long (*)(void))pthread_self);
    }
    return works;
}

static void destroy_set(int set)
{
    PAPI_cleanup_eventset(set);
    PAPI_destroy_eventset(&set);
}

/* Counters that PAPI knows may still be denied to the user. */
static int start_set(int *codes, int count, int *set)
{
    int error;

    *set = PAPI_NULL;
    error = PAPI_create_eventset(set);
    if (error != PAPI_OK)
        return error;
    /* For several it may return the number of those added before. */
    error = PAPI_add_events(*set, codes, count);
    if (error == PAPI_OK)
        error = PAPI_start(*set);
    if (error != PAPI_OK)
        destroy_set(*set);
    return error;
}

static int try_set(int *codes, int count)
{
    long long ignored[COUNTERS_MOST];
    int set;
    int error = start_set(codes, count, &set);

    if (error != PAPI_OK)
        return error;
    PAPI_stop(set, ignored);
    destroy_set(set);
    return PAPI_OK;
}

static void clear_list(void)
{
    list.count = 0;
}

static struct counter_refusal refusal_of(enum counter_refusal_kind kind,
                                         int error)
{
    return (struct counter_refusal){ kind,
                                     { error < 0 ? (uint64_t)-error : 0, 0 } };
}

static struct counter_refusal why_not(int code, int error)
{
    if (list.count > 0 && try_set(&code, 1) == PAPI_OK)
        return refusal_of(COUNTER_NOT_TOGETHER, 0);
    return refusal_of(COUNTER_PAPI_REFUSES, error);
}

static struct counter_refusal event_add(const char *name)
{
    int code, error;

    if (!papi_has_started())
        return refusal_of(COUNTER_PAPI_STARTS_NOT, 0);
    if (PAPI_event_name_to_code(name, &code) != PAPI_OK ||
        PAPI_query_event(code) != PAPI_OK)
        return refusal_of(COUNTER_UNKNOWN, 0);
    list.codes[list.count] = code;
    error = try_set(list.codes, list.count + 1);
    if (error != PAPI_OK)
        return why_not(code, error);
    list.count++;
    return refusal_of(COUNTER_COUNTS, 0);
}

/* Why there are no hardware counters. */
static void list_reasons(counters_listed *each, void *context)
{
    for (int i = 0; i < PAPI_num_components(); i++) {
        const PAPI_component_info_t *info = PAPI_get_component_info(i);

        if (info != NULL && info->disabled != 0 &&
            strcmp(info->name, "perf_event") == 0)
            each(papi_source.name, info->name,
                 refusal_of(COUNTER_PAPI_REFUSES, info->disabled), context);
    }
}

static void list_presets(counters_listed *each, void *context)
{
    int code = PAPI_PRESET_MASK;
    char name[PAPI_MAX_STR_LEN];

    if (PAPI_enum_event(&code, PAPI_ENUM_FIRST) != PAPI_OK)
        return;
    do {
        if (try_set(&code, 1) == PAPI_OK &&
            PAPI_event_code_to_name(code, name) == PAPI_OK)
            each(papi_source.name, name, refusal_of(COUNTER_COUNTS, 0),
                 context);
    } while (PAPI_enum_event(&code, PAPI_PRESET_ENUM_AVAIL) == PAPI_OK);
}

static void list_events(counters_listed *each, void *context)
{
    if (!papi_has_started()) {
        each(papi_source.name, "PAPI", refusal_of(COUNTER_PAPI_STARTS_NOT, 0),
             context);
        return;
    }
    list_reasons(each, context);
    list_presets(each, context);
}

bool counters_are_of(int component)
{
    for (int i = 0; i < list.count; i++)
        if (PAPI_get_event_component(list.codes[i]) == component)
            return true;
    return false;
}

static bool papi_start(void)
{
    return list.count == 0 ||
           start_set(list.codes, list.count, &event_set) == PAPI_OK;
}

static void papi_stop(void)
{
    long long ignored[COUNTERS_MOST];

    if (event_set == NONE_STARTED)
        return;
    PAPI_stop(event_set, ignored);
    destroy_set(event_set);
    event_set = NONE_STARTED;
}

static void papi_leave(void)
{
    if (list.count > 0)
        PAPI_unregister_thread();
}

static void read_set(uint64_t *values)
{
    long long now[COUNTERS_MOST] = { 0 };

    if (event_set != NONE_STARTED)
        PAPI_read(event_set, now);
    for (int i = 0; i < list.count; i++)
        values[i] = (uint64_t)now[i];
}

const struct counter_source papi_source = {
    "PAPI",
    clear_list,
    event_add,
    list_events,
    papi_start,
    papi_stop,
    papi_leave,
    read_set,
    "papi_native_avail lists the other events of PAPI.\n",
};
