/*
 * session_state.h - what start and end of a session share.
 */
#ifndef MEASURE_SESSION_SESSION_STATE_H
#define MEASURE_SESSION_SESSION_STATE_H

#include <mpi.h>

#include "base/strbuf.h"
#include "measure/clock/sync.h"
#include "measure/session/output.h"
#include "measure/session/process_facts.h"
#include "measure/record/hook.h"
#include "measure/record/recorder.h"
#include "measure/trace/trace.h"
#include "settings/settings.h"

struct session {
    MPI_Comm comm; /* private; returns errors */
    bool of_sessions; /* there is no MPI_COMM_WORLD */
    int rank, ranks;
    struct settings settings;
    char **environment; /* the settings' texts */
    struct strbuf problems; /* with the settings, a line each */
    struct trace_rules *rules; /* of the trace; NULL: it has all */
    struct strbuf remarks;  /* on what was not recorded, a line each */
    char trace_lost[TRACE_WHY_BYTES + 32]; /* rank 0: why; "": it is not */
    struct process_facts facts;
    struct clock_sync clocks; /* of all hosts */
    char directory[OUTPUT_PATH_BYTES];
    uint64_t start_unix_ns; /* at rate.start_ticks */
    struct hook_ops ops;
};

extern struct session session;

/* Each as a warning. */
void session_warn_lines(const char *lines);
/* As the settings have it: into recorder.trace and session.rules. */
void session_open_trace(void);

/* Writes everything; the ops->finalize hook. */
void session_finalize(struct hook_call *call);

/* Who spawned these ranks, and whom they spawn: into the run's directory. */
void session_note_parents(const struct hook_call *init);
/* The ops->comm_created hook. */
void session_comm_created(struct hook_call *call, MPI_Comm parent,
                          MPI_Comm created, const MPI_Request *request);

/* Waits for all ranks.  MPI_Finalize may do so for ever; the end of the last
 * session may not, and gives up in time.  False: not all came; one rank has
 * said so. */
bool session_meet(void);

/* For on_exit(): which status it is. */
void session_note_exit(int status, void *context);

/* A line on standard error, and in summary.txt, of the first rank that comes
 * here. */
void session_tell_once(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Says so, on one rank, when a process ends before that; ops->unfinished. */
void session_unfinished(enum hook_unfinished how, int code);

#endif
