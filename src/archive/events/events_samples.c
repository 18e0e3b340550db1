/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * events_samples.c - positions of threads, between the calls of a location.
 *
 * Our samples are outside MPI calls; a note gives the number inside.  In other
 * writers' traces samples inside MPI calls are skipped, and only samples
 * whose period is a time are used.
 */
#include "archive/events/events_state.h"

void events_sample(struct events *events, uint64_t time,
                   const struct events_sample *sample)
{
    events_see(events, time);
    if (events->now.depth > 0 || events->ended || sample->period_ns == 0)
        return;
    events->sample_period = sample->period_ns;
    events->sampled = true;
    if (events_is_inside(events, time))
        sample_rows_add(&events->tally->samples,
                        names_path(events->names, sample->context),
                        events_node_now(events), sample->together);
}

/* Others do not tell how they sample. */
void events_finish_samples(struct events *events, struct samples *out)
{
    if (out->source != SAMPLE_NONE || events->sampled_threads == 0)
        return;
    out->source = SAMPLE_PERF;
    out->kernel = true;
    out->period_ns = events->sample_period;
    out->threads = events->sampled_threads;
}
