/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/counters/energy.h"

#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/saturate.h"
#include "measure/counters/papi.h"

#define EVENTS_MOST 64
#define UJ_PER_J 1e6

/* Which events of a component are the host's, and none is in another. */
struct source {
    const char *component;
    const char *events[2];
    double uj;   /* of one count, where the event has no unit */
    bool by_cpu; /* a counter for each of those processors */
};

/* clang-format off */
static const struct source sources[] = {
    { "cray_pm", { "PM_ENERGY:NODE" }, UJ_PER_J, false },
    /* The kernel's counters are in 2^-32 J. */
    { "perf_event_uncore", { "RAPL_ENERGY_PKG", "RAPL_ENERGY_DRAM" },
      UJ_PER_J / 4294967296.0, true }
};
/* clang-format on */

static struct {
    int set;
    int count;
    pthread_t owner;
    double uj[EVENTS_MOST]; /* of one count */
    long long first[EVENTS_MOST];
} state = { .set = PAPI_NULL };

/* Behind the name of the component or of the unit that counts. */
static const char *own_name(const char *symbol)
{
    const char *at = strstr(symbol, "::");

    for (; at != NULL; at = strstr(symbol, "::"))
        symbol = at + 2;
    return symbol[0] == ':' ? symbol + 1 : symbol;
}

static bool symbol_is_wanted(const struct source *source, const char *symbol)
{
    const char *name = own_name(symbol);

    for (size_t i = 0; i < 2 && source->events[i] != NULL; i++)
        if (strcmp(name, source->events[i]) == 0)
            return true;
    return false;
}

static double unit_of(const struct source *source, const char *unit)
{
    static const struct {
        const char *name;
        double uj;
    } units[] = {
        { "J", UJ_PER_J }, { "mJ", 1e3 }, { "uJ", 1 }, { "nJ", 1e-3 }
    };

    for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
        if (strcmp(unit, units[i].name) == 0)
            return units[i].uj;
    return source->uj;
}

static void event_add(const char *name, double uj)
{
    if (state.count < EVENTS_MOST &&
        PAPI_add_named_event(state.set, name) == PAPI_OK)
        state.uj[state.count++] = uj;
}

/* On each processor of a list such as 0,28-29. */
static void add_by_cpu(const char *symbol, double uj, const char *cpus)
{
    char name[PAPI_HUGE_STR_LEN + 32];
    char *end;

    while (*cpus >= '0' && *cpus <= '9') {
        long cpu = strtol(cpus, &end, 10);
        long last = *end == '-' ? strtol(end + 1, &end, 10) : cpu;

        for (; cpu <= last && state.count < EVENTS_MOST; cpu++) {
            snprintf(name, sizeof(name), "%s:cpu=%ld", symbol, cpu);
            event_add(name, uj);
        }
        cpus = *end == ',' ? end + 1 : end;
    }
}

static void add_events(const struct source *source, int component,
                       const char *cpus)
{
    int code = PAPI_NATIVE_MASK;
    int found = PAPI_enum_cmp_event(&code, PAPI_ENUM_FIRST, component);
    PAPI_event_info_t info;

    for (; found == PAPI_OK;
         found = PAPI_enum_cmp_event(&code, PAPI_ENUM_EVENTS, component)) {
        if (PAPI_get_event_info(code, &info) != PAPI_OK ||
            !symbol_is_wanted(source, info.symbol))
            continue;
        if (source->by_cpu)
            add_by_cpu(info.symbol, unit_of(source, info.units), cpus);
        else
            event_add(info.symbol, unit_of(source, info.units));
    }
}

static bool open_source(const struct source *source, int component,
                        const char *cpus)
{
    state.count = 0;
    state.owner = pthread_self();
    if (PAPI_create_eventset(&state.set) != PAPI_OK)
        return false;
    add_events(source, component, cpus);
    if (state.count > 0 && PAPI_start(state.set) == PAPI_OK &&
        PAPI_read(state.set, state.first) == PAPI_OK)
        return true;
    energy_close();
    return false;
}

/* -1: it is not there, or not to be had. */
static int component_of(const struct source *source)
{
    for (int i = 0; i < PAPI_num_components(); i++) {
        const PAPI_component_info_t *info = PAPI_get_component_info(i);

        if (info != NULL && strcmp(info->name, source->component) == 0)
            return info->disabled == 0 && !counters_are_of(i) ? i : -1;
    }
    return -1;
}

static void read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "re");

    if (file == NULL || fgets(line, size, file) == NULL)
        line[0] = '\0';
    if (file != NULL)
        fclose(file);
}

bool energy_open(const char *cpus)
{
    char list[256];

    read_line(cpus, list, sizeof(list));
    for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
        int component = component_of(&sources[i]);

        if (component >= 0 && open_source(&sources[i], component, list))
            return true;
    }
    return false;
}

bool energy_read(uint64_t *energy)
{
    long long now[EVENTS_MOST] = { 0 };
    double uj = 0;

    if (state.set == PAPI_NULL ||
        !pthread_equal(pthread_self(), state.owner) ||
        PAPI_read(state.set, now) != PAPI_OK)
        return false;
    for (int i = 0; i < state.count; i++)
        uj += (double)(now[i] - state.first[i]) * state.uj[i];
    *energy = saturate_near(uj);
    return true;
}

void energy_close(void)
{
    long long ignored[EVENTS_MOST];

    if (state.set == PAPI_NULL)
        return;
    PAPI_stop(state.set, ignored);
    PAPI_cleanup_eventset(state.set);
    PAPI_destroy_eventset(&state.set);
    state.set = PAPI_NULL;
}
