/*
 * trace_note.h - how a trace says what it is without: properties of the
 * archive, in the words of MPIPROF_TRACE and MPIPROF_TRACE_SKIP and _ONLY.
 */
#ifndef MODEL_TRACE_NOTE_H
#define MODEL_TRACE_NOTE_H

#define TRACE_NOTE_SKIP "MPIPROF::TRACE_SKIP"
#define TRACE_NOTE_SKIP_CALLS "MPIPROF::TRACE_SKIP_CALLS"
#define TRACE_NOTE_ONLY "MPIPROF::TRACE_ONLY"
#define TRACE_NOTE_ONLY_CALLS "MPIPROF::TRACE_ONLY_CALLS"
/* Which ranks have events, as base/ranklist.h writes them; not there: all. */
#define TRACE_NOTE_RANKS "MPIPROF::TRACE_RANKS"
/* Of a trace that was made after the run, of what its ranks left behind: what
 * is missing, as sentences. */
#define TRACE_NOTE_RECOVERED "MPIPROF::TRACE_RECOVERED"
/* Of these the ranks whose events end before they did. */
#define TRACE_NOTE_CUT "MPIPROF::TRACE_CUT"
/* As a number of calls: it is not known. */
#define TRACE_NOTE_UNKNOWN "an unknown number of"

#endif
