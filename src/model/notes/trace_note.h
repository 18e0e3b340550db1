/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_note.h - archive properties that say what a trace leaves out, in the
 * words of MPIPROF_TRACE, MPIPROF_TRACE_SKIP and MPIPROF_TRACE_ONLY.
 */
#ifndef MODEL_NOTES_TRACE_NOTE_H
#define MODEL_NOTES_TRACE_NOTE_H

#define TRACE_NOTE_SKIP "MPIPROF::TRACE_SKIP"
#define TRACE_NOTE_SKIP_CALLS "MPIPROF::TRACE_SKIP_CALLS"
#define TRACE_NOTE_ONLY "MPIPROF::TRACE_ONLY"
#define TRACE_NOTE_ONLY_CALLS "MPIPROF::TRACE_ONLY_CALLS"
/* Ranks with events, as base/ranklist.h writes them; absent: all. */
#define TRACE_NOTE_RANKS "MPIPROF::TRACE_RANKS"
/* In a recovered trace, made after the run from data left by its ranks: "yes";
 * of older versions, sentences on what is missing. */
#define TRACE_NOTE_YES "yes"
#define TRACE_NOTE_RECOVERED "MPIPROF::TRACE_RECOVERED"
/* Ranks of a recovered trace whose events end before the rank did, were not
 * recorded any more, lack the first ones, or are missing: as the codes from
 * REMARK_RECOVERED_CUT on. */
#define TRACE_NOTES_RECOVERED                                              \
    {                                                                      \
        "MPIPROF::TRACE_CUT", "MPIPROF::TRACE_OFF", "MPIPROF::TRACE_LOST", \
            "MPIPROF::TRACE_MISSING"                                       \
    }
/* Used as a number of calls: unknown. */
#define TRACE_NOTE_UNKNOWN "an unknown number of"

#endif
