/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session_state.h - state shared by start and end of a session.
 *
 * Threads: written by the one that starts the session and the one that ends it;
 * read by any in between.  Memory: freed by the session at its end, unless a
 * function here says that the caller frees.  Errors: each is reported once; a
 * part that cannot work is switched off on all ranks together.
 */
#ifndef MEASURE_SESSION_SESSION_STATE_H
#define MEASURE_SESSION_SESSION_STATE_H

#include <mpi.h>

#include "base/text/strbuf.h"
#include "live/rank_collect.h"
#include "measure/clock/clock.h"
#include "measure/clock/sync.h"
#include "measure/session/output.h"
#include "measure/session/process_facts.h"
#include "measure/record/hook.h"
#include "measure/record/recorder.h"
#include "measure/trace/trace.h"
#include "model/notes/remark.h"
#include "settings/settings.h"

struct session {
    MPI_Comm comm;    /* private; returns errors */
    bool of_sessions; /* no MPI_COMM_WORLD */
    int rank, ranks;
    struct settings settings;
    char **environment;        /* the settings as text */
    struct strbuf problems;    /* with the settings, one line each */
    struct trace_rules *rules; /* trace rules; NULL: the trace has
                                * everything */
    struct remarks remarks;    /* on data not recorded; rank 0's count */
    uint64_t counted[REMARKS_COUNTED];     /* of this rank, by code */
    char trace_lost[TRACE_WHY_BYTES + 32]; /* rank 0: reason why the trace is
                                            * lost; "": it is not */
    struct process_facts facts;
    struct clock_sync clocks; /* of all hosts */
    char directory[OUTPUT_PATH_BYTES];
    uint64_t start_unix_ns; /* at rate.start_ticks */
    struct hook_ops ops;
};

extern struct session session;

/* Logs the sentences of remarks from number `from' on, on rank 0. */
void session_warn(const struct remarks *remarks, size_t from);
/* Logs each line as a warning. */
void session_warn_lines(const char *lines);
/* Opens the trace by the settings, into recorder.trace and session.rules. */
void session_open_trace(void);

/* Writes everything; the ops->finalize hook. */
void run_finalize(struct hook_call *call);

/* Notes parents and children of a spawn in the run's directory. */
void session_note_parents(const struct hook_call *init);
/* The ops->comm_created hook. */
void session_comm_created(struct hook_call *call, MPI_Comm parent,
                          MPI_Comm created, const MPI_Request *request);

/* Waits for all ranks.  MPI_Finalize may wait for ever; the end of the last
 * session may not, and times out.  False: some rank is missing, which one rank
 * has reported. */
bool session_meet(void);

/* For on_exit(): notes the exit status. */
void session_note_exit(int status, void *context);

/* Prints a line on standard error, and in summary.txt, from the first rank
 * that comes here. */
void session_tell_once(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Reports, on one rank, a process that ends before MPI_Finalize;
 * ops->unfinished. */
void session_unfinished(enum hook_unfinished how, int code);

/* Gives all ranks the MPIPROF_ settings of rank 0 (environment.c): launchers do
 * not pass every variable to other hosts, and a command line may set one for some
 * ranks only; but settings switch collective steps on and off.  Collective; errors
 * are the same on all ranks.  Returns an array such as environ, in one block that
 * the caller frees; NULL if any rank is out of memory. */
char **environment_share(MPI_Comm comm, char *const *own);

/* Builds the rank_data of this process from its threads' records (collect.c),
 * after recording.  Ids remain this rank's; rank_collect_map() converts them to the
 * run's.  end: ticks at the start of MPI_Finalize; rate: calibrated.  The caller
 * calls rank_data_clear(). */
enum status collect_rank(const struct clock_rate *rate, uint64_t end,
                         struct rank_data *out);

/* Writes summary.txt and the closing lines, on rank 0 (summary.c).  Both come from
 * the profile file just written, by the functions of mpiprof-report, so that they
 * cannot disagree with it.  Without room for summary.txt, the closing line says
 * so. page: also writes report.html, or a line with the reason why not. */
void summary_write(const char *directory, const char *profile_path, bool page);

#endif
