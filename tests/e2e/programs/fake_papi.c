/*
 * fake_papi.c - a libpapi to be preloaded: a counter FAKE of the processor, and
 * a node that has used 3 J more each time it is read.
 */
#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { FAKE = 1, NODE, SETS = 64 };

static int of_set[SETS]; /* its event; 0: free */
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
    *code = FAKE;
    return strcmp(name, "FAKE") == 0 ? PAPI_OK : PAPI_ENOEVNT;
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
    for (*set = 0; *set < SETS - 1 && of_set[*set] != 0;)
        ++*set;
    of_set[*set] = FAKE;
    pthread_mutex_unlock(&lock);
    return PAPI_OK;
}

int PAPI_add_events(int set, int *codes, int count)
{
    (void)set, (void)codes;
    return count == 1 ? PAPI_OK : PAPI_EINVAL;
}

int PAPI_add_named_event(int set, const char *name)
{
    (void)name;
    of_set[set] = NODE;
    return PAPI_OK;
}

int PAPI_start(int set)
{
    (void)set;
    return PAPI_OK;
}

int PAPI_read(int set, long long *values)
{
    static long long joules;

    values[0] = of_set[set] == NODE ? joules += 3 : 0;
    return PAPI_OK;
}

int PAPI_stop(int set, long long *values)
{
    return PAPI_read(set, values);
}

int PAPI_cleanup_eventset(int set)
{
    of_set[set] = 0;
    return PAPI_OK;
}

int PAPI_destroy_eventset(int *set)
{
    *set = PAPI_NULL;
    return PAPI_OK;
}
