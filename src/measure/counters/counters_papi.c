/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/counters/counters.h"

#include <papi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/strbuf.h"
#include "measure/counters/counters_papi.h"
#include "measure/counters/energy.h"
#include "settings/settings.h"

#define NONE_STARTED PAPI_NULL
#define MOST_SHOWN 6

static struct {
    int count;
    int codes[COUNTERS_MOST];
    char names[COUNTERS_MOST][PAPI_MAX_STR_LEN];
} chosen;

/* Direct TLS access costs nothing next to PAPI_read. */
static __thread int event_set = NONE_STARTED;
static __thread uint64_t counted_before[COUNTERS_MOST];

/* Alone; what PAPI knows may still be denied to the user. */
static bool can_count(int code)
{
    long long ignored;
    int set = PAPI_NULL;
    bool counts;

    if (PAPI_query_event(code) != PAPI_OK ||
        PAPI_create_eventset(&set) != PAPI_OK)
        return false;
    counts =
        PAPI_add_event(set, code) == PAPI_OK && PAPI_start(set) == PAPI_OK;
    if (counts)
        PAPI_stop(set, &ignored);
    PAPI_cleanup_eventset(set);
    PAPI_destroy_eventset(&set);
    return counts;
}

static void put_name(struct strbuf *out, const char *name)
{
    strbuf_printf(out, "%s%s", out->length > 0 ? ", " : "", name);
}

static void put_presets(struct strbuf *out)
{
    int code = PAPI_PRESET_MASK;
    int shown = 0;
    char name[PAPI_MAX_STR_LEN];

    if (PAPI_enum_event(&code, PAPI_ENUM_FIRST) != PAPI_OK)
        return;
    do {
        if (can_count(code) &&
            PAPI_event_code_to_name(code, name) == PAPI_OK) {
            put_name(out, name);
            shown++;
        }
    } while (shown < MOST_SHOWN &&
             PAPI_enum_event(&code, PAPI_PRESET_ENUM_AVAIL) == PAPI_OK);
}

/* Some presets of this machine, then what the kernel counts, for the
 * message. */
static void name_available(struct strbuf *out)
{
    static const char *const kernel[] = { "perf::TASK-CLOCK",
                                          "perf::PAGE-FAULTS",
                                          "perf::CONTEXT-SWITCHES" };
    int code;

    put_presets(out);
    for (size_t i = 0; i < sizeof(kernel) / sizeof(kernel[0]); i++)
        if (PAPI_event_name_to_code(kernel[i], &code) == PAPI_OK &&
            can_count(code))
            put_name(out, kernel[i]);
    if (out->length == 0)
        strbuf_puts(out, "none of the usual ones here");
}

static enum status refuse(const char *name, const char *why)
{
    struct strbuf list;

    strbuf_init(&list);
    name_available(&list);
    log_warn("MPIPROF_COUNTERS: %s: %s; available: %s; going on without "
             "counters",
             name, why, strbuf_text(&list));
    strbuf_clear(&list);
    chosen.count = 0;
    return STATUS_BAD_VALUE;
}

static enum status add_name(const char *name)
{
    int code;
    int error;

    error = PAPI_event_name_to_code(name, &code);
    if (error == PAPI_OK)
        error = PAPI_query_event(code);
    if (error != PAPI_OK)
        return refuse(name, PAPI_strerror(error));
    chosen.codes[chosen.count] = code;
    snprintf(chosen.names[chosen.count], PAPI_MAX_STR_LEN, "%s", name);
    chosen.count++;
    return STATUS_OK;
}

/* Whether the chosen ones can be counted together. */
static enum status try_together(const char *names)
{
    if (chosen.count == 0 || counters_start(NULL)) {
        counters_stop();
        return STATUS_OK;
    }
    return refuse(names, "cannot be counted together on this machine");
}

enum status counters_setup(const char *names, bool threads)
{
    char *copy, *rest, *name;
    enum status status = STATUS_OK;
    int version;

    chosen.count = 0;
    if (names[0] == '\0')
        return STATUS_OK;
    if (settings_count(names) > COUNTERS_MOST)
        return log_fail(STATUS_BAD_VALUE,
                        "MPIPROF_COUNTERS names %d counters: "
                        "there may be %d; going on without counters",
                        settings_count(names), COUNTERS_MOST);
    version = PAPI_library_init(PAPI_VER_CURRENT);
    if (version != PAPI_VER_CURRENT)
        return refuse(names, "PAPI does not start");
    if (threads)
        PAPI_thread_init((unsigned long (*)(void))pthread_self);
    copy = strdup(names);
    if (copy == NULL)
        return log_fail(STATUS_NO_MEMORY, "MPIPROF_COUNTERS");
    for (name = strtok_r(copy, ", ", &rest);
         name != NULL && status == STATUS_OK;
         name = strtok_r(NULL, ", ", &rest))
        status = add_name(name);
    free(copy);
    return status == STATUS_OK ? try_together(names) : status;
}

bool counters_are_of(int component)
{
    for (int i = 0; i < chosen.count; i++)
        if (PAPI_get_event_component(chosen.codes[i]) == component)
            return true;
    return false;
}

void counters_teardown(void)
{
    energy_close();
    counters_stop();
    chosen.count = 0;
}

int counters_count(void)
{
    return chosen.count;
}

const char *counters_name(int i)
{
    return chosen.names[i];
}

bool counters_start(const uint64_t *from)
{
    int set = PAPI_NULL;

    for (int i = 0; i < chosen.count; i++)
        counted_before[i] = from == NULL ? 0 : from[i];
    if (PAPI_create_eventset(&set) != PAPI_OK)
        return false;
    if (PAPI_add_events(set, chosen.codes, chosen.count) != PAPI_OK ||
        PAPI_start(set) != PAPI_OK) {
        PAPI_cleanup_eventset(set);
        PAPI_destroy_eventset(&set);
        return false;
    }
    event_set = set;
    return true;
}

void counters_stop(void)
{
    long long ignored[COUNTERS_MOST];

    if (event_set == NONE_STARTED)
        return;
    PAPI_stop(event_set, ignored);
    PAPI_cleanup_eventset(event_set);
    PAPI_destroy_eventset(&event_set);
    event_set = NONE_STARTED;
}

void counters_leave(void)
{
    counters_stop();
    PAPI_unregister_thread();
}

void counters_read(uint64_t *values)
{
    long long now[COUNTERS_MOST] = { 0 };

    if (event_set != NONE_STARTED)
        PAPI_read(event_set, now);
    for (int i = 0; i < chosen.count; i++)
        values[i] = counted_before[i] + (uint64_t)now[i];
}
