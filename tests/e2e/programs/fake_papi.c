/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fake_papi.c - a libpapi to be preloaded: counters FAKE, PAPI_TOT_INS and
 * PAPI_TOT_CYC, which have counted 1000 more on rank 0 and 2000 more on rank 1
 * each time they are read, and a node that has used 3 J more.
 */
#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAKE = 1, NODE, SETS = 64 };

static struct {
    int event; /* 0: free */
    int count;
    long long value;
} sets[SETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int PAPI_library_init(int version)
{
    return version;
}

int PAPI_thread_init(unsigned long (*id)(void))
{
    (void)id;
    return PAPI_OK;
}

int PAPI_unregister_thread(void)
{
    return PAPI_OK;
}

int PAPI_event_name_to_code(const char *name, int *code)
{
    static const char *const names[] = { "FAKE", "PAPI_TOT_INS",
                                         "PAPI_TOT_CYC" };

    *code = FAKE;
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0)
            return PAPI_OK;
    return PAPI_ENOEVNT;
}

int PAPI_query_event(int code)
{
    return code == FAKE ? PAPI_OK : PAPI_ENOEVNT;
}

int PAPI_get_event_component(int code)
{
    return code - FAKE;
}

int PAPI_num_components(void)
{
    return 2;
}

const PAPI_component_info_t *PAPI_get_component_info(int i)
{
    static PAPI_component_info_t info[2] = { { .name = "perf_event" },
                                             { .name = "cray_pm" } };

    return &info[i];
}

int PAPI_enum_cmp_event(int *code, int modifier, int component)
{
    *code = NODE;
    return component == 1 && modifier == PAPI_ENUM_FIRST ? PAPI_OK
                                                         : PAPI_ENOEVNT;
}

int PAPI_get_event_info(int code, PAPI_event_info_t *info)
{
    (void)code;
    memset(info, 0, sizeof(*info));
    strcpy(info->symbol, "cray_pm:::PM_ENERGY:NODE");
    strcpy(info->units, "J");
    return PAPI_OK;
}

int PAPI_create_eventset(int *set)
{
    pthread_mutex_lock(&lock);
    for (*set = 0; *set < SETS - 1 && sets[*set].event != 0;)
        ++*set;
    sets[*set].event = FAKE;
    sets[*set].value = 0;
    pthread_mutex_unlock(&lock);
    return PAPI_OK;
}

int PAPI_add_events(int set, int *codes, int count)
{
    (void)codes;
    sets[set].count = count;
    return PAPI_OK;
}

int PAPI_add_named_event(int set, const char *name)
{
    (void)name;
    sets[set].event = NODE;
    return PAPI_OK;
}

int PAPI_start(int set)
{
    (void)set;
    return PAPI_OK;
}

/* As launchers tell it. */
static int rank(void)
{
    const char *text = getenv("OMPI_COMM_WORLD_RANK");

    if (text == NULL)
        text = getenv("PMI_RANK");
    return text == NULL ? 0 : atoi(text);
}

int PAPI_read(int set, long long *values)
{
    static long long joules;

    if (sets[set].event == NODE) {
        values[0] = joules += 3;
        return PAPI_OK;
    }
    sets[set].value += 1000 * (1 + rank());
    for (int i = 0; i < sets[set].count; i++)
        values[i] = sets[set].value;
    return PAPI_OK;
}

int PAPI_stop(int set, long long *values)
{
    return PAPI_read(set, values);
}

int PAPI_cleanup_eventset(int set)
{
    sets[set].event = 0;
    return PAPI_OK;
}

int PAPI_destroy_eventset(int *set)
{
    *set = PAPI_NULL;
    return PAPI_OK;
}
