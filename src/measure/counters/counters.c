/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/counters/counters.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "measure/counters/energy.h"
#include "measure/counters/source.h"

#define NAME_MOST 128
#define KERNELS "perf::"
#define MOST_SHOWN 6 /* of a source */

enum { PAPI, KERNEL, SOURCES };

static const struct counter_source *const sources[SOURCES] = {
    [PAPI] = &papi_source, [KERNEL] = &perf_source
};

static struct {
    int count;
    int slot[COUNTERS_MOST]; /* source x COUNTERS_MOST + place in its list */
    int of_source[SOURCES];
    char names[COUNTERS_MOST][NAME_MOST];
} chosen;

static __thread uint64_t counted_before[COUNTERS_MOST];

static void forget_chosen(void)
{
    memset(&chosen, 0, sizeof(chosen));
    for (int s = 0; s < SOURCES; s++)
        sources[s]->clear();
}

static void keep_counter(int source, const char *name)
{
    int at = chosen.of_source[source]++;

    chosen.slot[chosen.count] = source * COUNTERS_MOST + at;
    snprintf(chosen.names[chosen.count++], NAME_MOST, "%s", name);
}

/* Why nobody can count it.  PAPI comes first, but the kernel counts
 * its own events faster, and those in its own mode, such as context switches,
 * which by PAPI are 0. */
static struct counter_refusal event_add(const char *name)
{
    bool kernels = strncasecmp(name, KERNELS, strlen(KERNELS)) == 0;
    struct counter_refusal refusals[SOURCES];

    if (chosen.count == COUNTERS_MOST)
        return (struct counter_refusal){ COUNTER_TOO_MANY, { COUNTERS_MOST } };
    for (int i = 0; i < SOURCES; i++) {
        int s = kernels ? SOURCES - 1 - i : i;

        refusals[s] = sources[s]->add(name);
        if (refusals[s].kind == COUNTER_COUNTS) {
            keep_counter(s, name);
            return refusals[s];
        }
    }
    return refusals[refusals[KERNEL].kind == COUNTER_UNKNOWN ? PAPI : KERNEL];
}

uint64_t counters_choose(const char *names, uint64_t without, uint64_t *told,
                         counters_refused *each, void *context)
{
    uint64_t missing = 0;
    size_t length;

    forget_chosen();
    names += strspn(names, ", ");
    for (uint64_t bit = 1; *names != '\0'; bit <<= 1) {
        char name[NAME_MOST];
        struct counter_refusal why = { COUNTER_ELSEWHERE, { 0, 0 } };

        length = strcspn(names, ", ");
        snprintf(name, sizeof(name), "%.*s", (int)length, names);
        if ((without & bit) == 0)
            why = event_add(name);
        if (why.kind != COUNTER_COUNTS) {
            missing |= bit;
            if ((*told & bit) == 0)
                each(name, why, context);
        }
        names += length + strspn(names + length, ", ");
    }
    *told |= missing;
    return missing;
}

static void counters_stop(void)
{
    for (int s = 0; s < SOURCES; s++)
        sources[s]->stop();
}

void counters_teardown(void)
{
    energy_close();
    counters_stop();
    forget_chosen();
}

int counters_count(void)
{
    return chosen.count;
}

const char *counters_name(int i)
{
    return chosen.names[i];
}

bool counters_by_papi(void)
{
    return chosen.of_source[PAPI] > 0;
}

void counters_list(counters_listed *each, void *context)
{
    for (int s = 0; s < SOURCES; s++)
        sources[s]->list(each, context);
}

void counters_say_more(struct strbuf *out)
{
    for (int s = 0; s < SOURCES; s++)
        if (sources[s]->more != NULL)
            strbuf_puts(out, sources[s]->more);
}

struct shown {
    struct strbuf *out;
    const char *source;
    int count;
};

static void show_counter(const char *source, const char *name,
                         struct counter_refusal why, void *context)
{
    struct shown *shown = context;

    if (shown->source != source)
        shown->count = 0;
    shown->source = source;
    if (why.kind == COUNTER_COUNTS && shown->count++ < MOST_SHOWN)
        strbuf_printf(shown->out, "%s%s", shown->out->length > 0 ? ", " : "",
                      name);
}

void counters_available(struct strbuf *out)
{
    struct shown shown = { .out = out };

    counters_list(show_counter, &shown);
}

bool counters_start(const uint64_t *from)
{
    for (int i = 0; i < chosen.count; i++)
        counted_before[i] = from == NULL ? 0 : from[i];
    for (int s = 0; s < SOURCES; s++)
        if (!sources[s]->start()) {
            counters_stop();
            return false;
        }
    return true;
}

void counters_leave(void)
{
    counters_stop();
    for (int s = 0; s < SOURCES; s++)
        sources[s]->leave();
}

void counters_read(uint64_t *values)
{
    uint64_t now[SOURCES * COUNTERS_MOST];

    for (int s = 0; s < SOURCES; s++)
        if (chosen.of_source[s] > 0)
            sources[s]->read(now + s * COUNTERS_MOST);
    for (int i = 0; i < chosen.count; i++)
        values[i] = counted_before[i] + now[chosen.slot[i]];
}
