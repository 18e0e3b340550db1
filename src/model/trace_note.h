/*
 * trace_note.h - how a trace says what it is without: properties of the
 * archive, in the words of MPIPROF_TRACE_SKIP and MPIPROF_TRACE_ONLY.
 */
#ifndef MODEL_TRACE_NOTE_H
#define MODEL_TRACE_NOTE_H

#define TRACE_NOTE_SKIP "MPIPROF::TRACE_SKIP"
#define TRACE_NOTE_SKIP_CALLS "MPIPROF::TRACE_SKIP_CALLS"
#define TRACE_NOTE_ONLY "MPIPROF::TRACE_ONLY"
#define TRACE_NOTE_ONLY_CALLS "MPIPROF::TRACE_ONLY_CALLS"

#endif
