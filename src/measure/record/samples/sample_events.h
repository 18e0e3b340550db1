/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sample_events.h - passes samples to the trace of their thread.
 *
 * A thread writes its own samples when it takes them out, before the event
 * that triggered this: they precede the event.  Samples taken out by another
 * thread (MPI_Pcontrol, the end of the run) wait here until their thread
 * looks, or has ended, since only that thread writes its records.
 *
 * Units: ticks.  Threads: any, under the lock of record_samples.c; flush() by
 * the thread itself, or after all others have ended.  Memory: taken when
 * samples have to wait.  Errors: none; the caller counts samples missing from
 * the trace.
 */
#ifndef MEASURE_RECORD_SAMPLES_SAMPLE_EVENTS_H
#define MEASURE_RECORD_SAMPLES_SAMPLE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

struct sample_events;
struct thread;

struct sample_event {
    uint64_t ticks, weight;
    uint32_t path;
};

/* Both return false if the sample will not be in the trace. */
bool sample_events_write(struct thread *thread,
                         const struct sample_event *event);
bool sample_events_keep(struct thread *thread,
                        const struct sample_event *event);
/* Writes waiting samples, around the mark of a pause if there was one; all
 * precede `now'. */
void sample_events_flush(struct thread *thread, uint64_t now);
/* Call after several; the trace's own working time is charged to nobody. */
void sample_events_end(struct thread *thread);
void sample_events_clear(struct sample_events *events);

#endif
