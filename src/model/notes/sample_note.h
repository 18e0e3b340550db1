/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sample_note.h - location group properties that describe a rank's samples in
 * a trace.
 *
 * All values are numbers except the first, SAMPLE_NOTE_SOURCE: one of the
 * words of sample_note_sources, by enum sample_source.  A rank without
 * sampling has none of these properties.
 */
#ifndef MODEL_NOTES_SAMPLE_NOTE_H
#define MODEL_NOTES_SAMPLE_NOTE_H

#include "model/samples.h"

#define SAMPLE_NOTE_SOURCE "samples by"
/* An attribute of samples: the number of consecutive samples taken as one. */
#define SAMPLE_NOTE_WEIGHT "taken as one"
/* Samples inside MPI calls, which the trace does not contain. */
#define SAMPLE_NOTE_IN_CALLS "samples in MPI"
#define SAMPLE_NOTE_LEFT_OUT "samples not in the trace"

/* Numbers of struct samples. */
#define SAMPLE_NOTE_LIST(X)                  \
    X("samples' period [ns]", period_ns)     \
    X("samples also in the kernel", kernel)  \
    X("samples of so many threads", threads) \
    X("threads without samples", unsampled)  \
    X("threads by a timer", timed)           \
    X("task clock refused", refused)         \
    X("samples lost", lost)                  \
    X("samples cut", cut)                    \
    X("samples without path", crowded)

static const char *const sample_note_sources[SAMPLE_SOURCES] = {
    [SAMPLE_PERF] = "task clock", [SAMPLE_TIMER] = "timer"
};

#endif
