/*
 * session_state.h - what start and end of a session share.
 */
#ifndef MEASURE_SESSION_STATE_H
#define MEASURE_SESSION_STATE_H

#include <mpi.h>

#include "base/strbuf.h"
#include "measure/output.h"
#include "measure/process_facts.h"
#include "measure/record/hook.h"
#include "measure/record/recorder.h"
#include "model/settings.h"

struct session {
    MPI_Comm comm; /* private; returns errors */
    int rank, ranks;
    struct settings settings;
    char **environment; /* the settings' texts */
    struct strbuf problems; /* with the settings, a line each */
    struct strbuf remarks;  /* on what was not recorded, a line each */
    struct process_facts facts;
    char directory[OUTPUT_PATH_BYTES];
    uint64_t start_unix_ns; /* at rate.start_ticks */
    struct hook_ops ops;
};

extern struct session session;

/* Writes everything; the ops->finalize hook. */
void session_finalize(struct hook_call *call);

#endif
