/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/record_resources.h"

#include <pthread.h>

#include "base/cancel.h"
#include "live/persist.h"
#include "measure/counters/counters.h"
#include "measure/counters/energy.h"
#include "measure/record/recorder.h"
#include "measure/resources/powercap.h"
#include "measure/resources/usage.h"
#include "live/persist_file.h"

#define NS_PER_MS 1e6

static struct {
    int64_t ms;      /* 0: nothing is read */
    pthread_t owner; /* the main thread */
    struct resource_reading last;
    struct resource_reading final; /* of record_resources_stop() */
    bool stopped;
    uint64_t useful; /* ticks of the main thread's, at that */
    bool powered;
    bool by_papi; /* not powercap */
    struct powercap powercap;
} state;

void record_resources_setup(int64_t ms)
{
    state.ms = ms;
    state.powered = false;
    state.by_papi = false;
    if (ms > 0)
        usage_begin();
}

bool record_resources_find_power(void)
{
    if (state.ms == 0)
        return false;
    if (powercap_open(&state.powercap, POWERCAP_ROOT))
        return true;
    state.by_papi = counters_by_papi() && energy_open(ENERGY_CPUS);
    return state.by_papi;
}

void record_resources_take_power(void)
{
    state.powered = true;
}

struct resource_bins *record_resources_bins(void)
{
    struct resource_bins *bins = NULL;

    if (state.ms > 0)
        bins = persist_reserve(PERSIST_RESOURCES, 0, sizeof(*bins));
    if (bins != NULL)
        persist_secure(bins, sizeof(*bins));
    return bins;
}

static uint64_t useful_of(const struct thread *master, uint64_t now)
{
    uint64_t last = master->kept->last;

    return master->useful_ticks + (now > last ? now - last : 0);
}

/* The least time that the main thread was off-CPU in useful time: its CPU time
 * inside MPI makes that less, never more. */
static void note_off(struct resource_reading *reading, uint64_t useful)
{
    uint64_t had =
        reading->value[RESOURCE_MAIN] - state.last.value[RESOURCE_MAIN];
    double ns = clock_ticks_to_ns(&recorder.rate,
                                  (double)(int64_t)(useful - state.useful));

    reading->value[RESOURCE_OFF] = state.last.value[RESOURCE_OFF];
    if (state.last.sources & reading->sources & 1u << SOURCE_MAIN &&
        ns / 1000 > (double)had)
        reading->value[RESOURCE_OFF] += (uint64_t)(ns / 1000) - had;
}

static bool read_energy(uint64_t *energy)
{
    return state.by_papi ? energy_read(energy)
                         : powercap_read(&state.powercap, energy);
}

/* The kernel's number is read a little later than the clock, and a thread that
 * waits in between would have waited longer than the time that has passed: the
 * rest is of the next reading. */
static void limit_queued(struct resource_reading *reading, uint64_t now,
                         uint64_t last)
{
    double ns = clock_ticks_to_ns(&recorder.rate, (double)(now - last));
    uint64_t *queued = &reading->value[RESOURCE_QUEUED];
    uint64_t most = state.last.value[RESOURCE_QUEUED] + (uint64_t)(ns / 1000);

    if (state.last.sources & reading->sources & 1u << SOURCE_QUEUE &&
        *queued > most)
        *queued = most;
}

/* Our pages are counted before they are touched, some of them long before. */
static void keep_rising(struct resource_reading *reading)
{
    uint64_t *stored = &reading->value[RESOURCE_DISK_WRITTEN];
    uint64_t before = state.last.value[RESOURCE_DISK_WRITTEN];

    if (*stored < before)
        *stored = before;
}

static void read_now(struct resource_reading *out)
{
    usage_read(pthread_equal(pthread_self(), state.owner) != 0, out);
    if (state.powered && read_energy(&out->value[RESOURCE_ENERGY]))
        out->sources |= 1u << SOURCE_POWER;
}

static void read_all(struct resource_reading *out, uint64_t useful)
{
    if (state.stopped)
        *out = state.final;
    else
        read_now(out);
    note_off(out, useful);
}

void record_resources_stop(void)
{
    if (state.ms == 0)
        return;
    read_now(&state.final);
    state.stopped = true;
}

static void read_next_at(struct thread *master, uint64_t now)
{
    uint64_t least =
        (uint64_t)((double)state.ms * NS_PER_MS * recorder.rate.ticks_per_ns);
    uint64_t width = master->resources->width;

    master->look_at = now + (width > least ? width : least);
}

void record_resources_begin(struct thread *master, uint64_t now)
{
    if (master->resources == NULL)
        return;
    state.owner = pthread_self();
    state.stopped = false;
    if (!state.powered)
        energy_close();
    state.useful = useful_of(master, now);
    read_all(&state.last, state.useful);
    resource_bins_init(master->resources, now, master->bins->width, now,
                       &state.last);
    read_next_at(master, now);
}

void record_resources_read(struct thread *master, uint64_t now)
{
    struct resource_reading reading;
    uint64_t begin = record_now(), useful;

    if (master->resources == NULL)
        return;
    useful = useful_of(master, now);
    read_all(&reading, useful);
    limit_queued(&reading, now, master->resources->last);
    keep_rising(&reading);
    if (master->resumed_use)
        resource_bins_skip(master->resources, now);
    else
        resource_bins_add(master->resources, now, &state.last, &reading);
    master->resumed_use = false;
    master->resources->cost += record_now() - begin;
    state.last = reading;
    state.useful = useful;
    read_next_at(master, now);
}

void record_resources_look(struct thread *master, uint64_t now)
{
    int before;

    if (pauses_off(&recorder.pauses))
        return;
    before = cancel_hold();
    record_resources_read(master, now);
    cancel_release(before);
}
