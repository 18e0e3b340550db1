/*
 * sample_events.h - samples on their way to the trace of their thread.
 *
 * A thread's own are written when it takes them out, before the event that
 * made it do so: they came before that.  What another thread takes out of it
 * (MPI_Pcontrol, the end of the run) waits here until it looks itself, or has
 * ended, since only that writes its records.
 *
 * Units: ticks.  Threads: any, under the lock of record_samples.c; flush() by
 * the thread itself, or when there are no others any more.
 * Memory: room for those that wait is taken when there are some.
 * Errors: none; what is not in the trace is counted by the caller.
 */
#ifndef MEASURE_RECORD_SAMPLE_EVENTS_H
#define MEASURE_RECORD_SAMPLE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

struct thread;

struct sample_event {
    uint64_t ticks, weight;
    uint32_t path;
};

struct sample_events {
    struct sample_event *waiting;
    uint32_t count;
    uint32_t last;     /* path of the one that was written last */
    uint64_t left_out; /* of those that waited */
};

/* Both false: it will not be in the trace. */
bool sample_events_write(struct thread *thread,
                         const struct sample_event *event);
bool sample_events_keep(struct thread *thread,
                        const struct sample_event *event);
/* Writes those that wait, around the mark of a pause where there was one; they
 * are from before `now'. */
void sample_events_flush(struct thread *thread, uint64_t now);
/* After several; the time of the trace's own work counts for nobody. */
void sample_events_end(struct thread *thread);
void sample_events_clear(struct sample_events *events);

#endif
